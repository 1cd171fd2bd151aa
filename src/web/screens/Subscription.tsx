/** /subscription: the next charge, and cancelling by holding (spec section 2). */
import { styled } from '@mui/material/styles';
import { useId, useState } from 'react';
import { usePlatform } from '../app/PlatformContext';
import { ErrorNotice } from '../components/ErrorNotice';
import { Facts, type Fact } from '../components/Facts';
import { Frame } from '../components/Frame';
import { Lead, Note, ScreenTitle } from '../components/Heading';
import { HoldButton } from '../components/HoldButton';
import { PrimaryButton } from '../components/PrimaryButton';
import { SecondaryButton } from '../components/SecondaryButton';
import { CardSkeleton } from '../components/Skeletons';
import { TextLink } from '../components/TextLink';
import { cancelSubscription } from '../flows/cancelSubscription';
import { useAppDispatch, useAppSelector } from '../hooks/storeHooks';
import { useAccount } from '../hooks/useAccount';
import {
  selectAmount,
  selectCurrency,
  selectExpirationDate,
  selectSubscriptionIsActive,
  selectSubscriptionStatus,
} from '../identity/selectors';
import { PATHS } from '../routes/paths';
import { useFollow } from '../routes/useFollow';
import { RADIUS } from '../../shared/look';
import { formatAmount } from '../texts/amounts';
import { COMMON_TEXTS } from '../texts/common';
import { formatDateTime } from '../texts/dates';
import { HOLD_TEXTS } from '../texts/hold';
import { SUBSCRIPTION_TEXTS } from '../texts/subscription';

export default function Subscription() {
  const { brand } = usePlatform().configuration;
  const { account, isChecking, hasFailed, retry } = useAccount();
  const status = useAppSelector(selectSubscriptionStatus);
  return (
    <Frame title={SUBSCRIPTION_TEXTS.title}>
      <Parts>
        {isChecking ? (
          <>
            <ScreenTitle>{SUBSCRIPTION_TEXTS.title}</ScreenTitle>
            <CardSkeleton height={150} label={SUBSCRIPTION_TEXTS.loading} />
          </>
        ) : hasFailed ? (
          <>
            <ScreenTitle>{SUBSCRIPTION_TEXTS.title}</ScreenTitle>
            <ErrorNotice
              title={SUBSCRIPTION_TEXTS.loadFailed.title}
              text={SUBSCRIPTION_TEXTS.loadFailed.text}
              onRetry={retry}
            >
              <TextLink href={brand.supportBotUrl}>{COMMON_TEXTS.support}</TextLink>
            </ErrorNotice>
          </>
        ) : status === 'ACTIVE' ? (
          <NextCharge cardMask={account?.cardMask ?? null} />
        ) : (
          <Ended />
        )}
        <SecondaryButton to={PATHS.profile}>{SUBSCRIPTION_TEXTS.back}</SecondaryButton>
      </Parts>
    </Frame>
  );
}

function NextCharge({ cardMask }: { cardMask: string | null }) {
  const dispatch = useAppDispatch();
  const follow = useFollow();
  const hintId = useId();
  const amount = useAppSelector(selectAmount);
  const currency = useAppSelector(selectCurrency);
  const date = formatDateTime(useAppSelector(selectExpirationDate));
  const [isCancelling, setIsCancelling] = useState(false);
  const meaning = SUBSCRIPTION_TEXTS.cancelMeaning(date);

  const cancel = async () => {
    setIsCancelling(true);
    const outcome = await dispatch(cancelSubscription());
    setIsCancelling(false);
    follow(outcome);
  };

  const facts: Fact[] = cardMask ? [{ name: SUBSCRIPTION_TEXTS.card, value: cardMask }] : [];
  return (
    <>
      <ScreenTitle>{SUBSCRIPTION_TEXTS.title}</ScreenTitle>
      <Card>
        <h2>{SUBSCRIPTION_TEXTS.nextCharge}</h2>
        <Charge>
          {amount !== null && <strong>{formatAmount(amount, currency)}</strong>}
          {date && <time>{date}</time>}
        </Charge>
        <Facts facts={facts} />
      </Card>
      <div>
        <Lead>{meaning}</Lead>
        <Action>
          <HoldButton
            tone="danger"
            isBusy={isCancelling}
            describedBy={hintId}
            question={{ ...SUBSCRIPTION_TEXTS.cancelQuestion, explanation: meaning }}
            onHold={() => void cancel()}
          >
            {SUBSCRIPTION_TEXTS.cancel}
          </HoldButton>
        </Action>
        <Note id={hintId}>{HOLD_TEXTS.hint}</Note>
      </div>
    </>
  );
}

function Ended() {
  const isActive = useAppSelector(selectSubscriptionIsActive);
  const date = formatDateTime(useAppSelector(selectExpirationDate));
  const lasts = isActive === true && date !== null;
  return (
    <>
      <div>
        <ScreenTitle>{SUBSCRIPTION_TEXTS.canceled}</ScreenTitle>
        <Action>
          <Lead>{lasts ? SUBSCRIPTION_TEXTS.accessLasts(date) : SUBSCRIPTION_TEXTS.accessEnded}</Lead>
        </Action>
      </div>
      {!lasts && <PrimaryButton to={PATHS.shop}>{SUBSCRIPTION_TEXTS.toShop}</PrimaryButton>}
    </>
  );
}

const Parts = styled('div')({ display: 'grid', gap: 28 });

const Action = styled('div')({ margin: '18px 0 10px' });

const Card = styled('section')(({ theme: { vars, typography } }) => ({
  display: 'grid',
  gap: 8,
  padding: 'clamp(20px, 5vw, 28px)',
  border: `1px solid ${vars.palette.surface.line}`,
  borderRadius: RADIUS.card,
  backgroundColor: vars.palette.surface.main,
  '& > h2': { ...typography.body2, margin: 0, color: vars.palette.text.secondary },
  '& > dl': { marginTop: 10 },
}));

const Charge = styled('p')(({ theme: { vars, typography } }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: 16,
  margin: 0,
  '& strong': {
    fontSize: 'clamp(2rem, 1.7rem + 1.4vw, 2.5rem)',
    fontWeight: 730,
    letterSpacing: '-0.028em',
    lineHeight: 1.1,
  },
  '& time': { ...typography.body1, color: vars.palette.text.secondary },
}));
