/** Screen /subscription. Shows the next charge. The customer cancels the subscription by holding a button. */
import { styled } from '@mui/material/styles';
import { useId, useState } from 'react';
import { isTriedAgain } from '../../../shared/declines';
import { RADIUS } from '../../../shared/designTokens';
import { formatAmount } from '../../../shared/russianFormats';
import { ToAccount } from '../../components/account/ToAccount';
import { type Subscription as SubscriptionState, useAccount } from '../../components/account/useAccount';
import { ConfirmDialog } from '../../components/controls/ConfirmDialog';
import { ErrorNotice } from '../../components/controls/ErrorNotice';
import { HoldButton } from '../../components/controls/HoldButton';
import { PrimaryButton } from '../../components/controls/PrimaryButton';
import { SecondaryButton } from '../../components/controls/SecondaryButton';
import { TextLink } from '../../components/controls/TextLink';
import { Card as FramedCard } from '../../components/display/Card';
import { DescriptionList } from '../../components/display/DescriptionList';
import { Lead, Note, ScreenTitle, SectionTitle } from '../../components/display/Heading';
import { CardSkeleton } from '../../components/display/Skeletons';
import { TitleGroup } from '../../components/display/TitleGroup';
import { CallFailure } from '../../components/failures/CallFailure';
import { Frame } from '../../components/frame/Frame';
import { SupportLink } from '../../components/frame/SupportLink';
import { Stack } from '../../components/layout/Stack';
import { Checkout } from '../../components/payment/Checkout';
import { cancelSubscription } from '../../flows/account/cancelSubscription';
import { fetchAccountAhead } from '../../flows/account/fetchAccountAhead';
import { removeCard } from '../../flows/account/removeCard';
import { selectIsCheckingPayment } from '../../flows/paymentSlice';
import { useAppDispatch, useAppSelector } from '../../hooks/storeHooks';
import { PATHS } from '../../navigation/paths';
import { useFollow } from '../../navigation/useFollow';
import type { Elements } from '../../platform/elements';
import { formatMoneyTime } from '../../texts/dates';
import { HOLD_TEXTS } from '../../texts/hold';
import { PAYMENT_TEXTS } from '../../texts/payments';
import { SUBSCRIPTION_TEXTS } from '../../texts/subscription';
import { PaymentHistory } from './PaymentHistory';
import { usePayments } from './usePayments';

/** @public The router reads the export `prefetch` from the lazily loaded module of the screen. */
export const prefetch = fetchAccountAhead;

export default function Subscription() {
  const { account, subscription, isChecking, hasFailed, error, reason, retry } = useAccount();
  const { subscriptionStatus: status, subscriptionIsActive: isActive } = subscription;
  const isPaymentChecked = useAppSelector(selectIsCheckingPayment);
  const [isPaying, setIsPaying] = useState(false);
  const [removed, setRemoved] = useState<string | null>(null);
  const isKnown = !isChecking && !hasFailed;
  const canResume = isKnown && status !== 'ACTIVE' && isActive === true;
  const card = account?.hasPaymentMethod ? (
    <StoredMethod mask={account.cardMask} isAlone={status !== 'ACTIVE'} onRemoved={setRemoved} />
  ) : null;
  return (
    <Frame title={SUBSCRIPTION_TEXTS.title}>
      <Stack gap={28}>
        {isPaymentChecked ? null : isChecking ? (
          <>
            <Title />
            <MeanwhileBack>
              <SecondaryButton to={PATHS.profile}>{SUBSCRIPTION_TEXTS.back}</SecondaryButton>
            </MeanwhileBack>
            <CardSkeleton height={240} label={SUBSCRIPTION_TEXTS.loading} />
          </>
        ) : hasFailed ? (
          <>
            <Title />
            <CallFailure title={SUBSCRIPTION_TEXTS.loadFailed} error={error} reason={reason} onRetry={retry}>
              <SupportLink />
            </CallFailure>
          </>
        ) : status === 'ACTIVE' ? (
          <NextCharge subscription={subscription} card={card} isOverdue={account?.isChargeOverdue === true} />
        ) : (
          <Ended subscription={subscription} card={card} removed={removed} />
        )}
        {(canResume || isPaymentChecked || isPaying) && (
          <Resumption
            isGift={status === 'GIFTED'}
            from={account?.renewableFrom ?? null}
            onBusy={setIsPaying}
          />
        )}
        {isKnown && !isPaymentChecked && <PaymentHistory />}
        {(!isChecking || isPaymentChecked) && (
          <>
            <SecondaryButton to={PATHS.profile}>{SUBSCRIPTION_TEXTS.back}</SecondaryButton>
            <ToAccount />
          </>
        )}
      </Stack>
    </Frame>
  );
}

/** Title and lead, which do not depend on the account. */
function Title() {
  return (
    <TitleGroup>
      <ScreenTitle>{SUBSCRIPTION_TEXTS.title}</ScreenTitle>
      <Lead>{SUBSCRIPTION_TEXTS.lead}</Lead>
    </TitleGroup>
  );
}

interface NextChargeProps {
  subscription: SubscriptionState;
  card: Elements;
  isOverdue: boolean;
}

function NextCharge({ subscription, card, isOverdue }: NextChargeProps) {
  const dispatch = useAppDispatch();
  const follow = useFollow();
  const hintId = useId();
  const { amount, currency } = subscription;
  const date = formatMoneyTime(subscription.expirationDate);
  const [isCancelling, setIsCancelling] = useState(false);
  const meaning = isOverdue
    ? SUBSCRIPTION_TEXTS.cancelMeaningOverdue
    : SUBSCRIPTION_TEXTS.cancelMeaning(date);

  const cancel = async () => {
    setIsCancelling(true);
    const outcome = await dispatch(cancelSubscription());
    setIsCancelling(false);
    follow(outcome);
  };

  return (
    <>
      <Title />
      {isOverdue && <FailedCharge />}
      <ChargeCard gap={8}>
        <h2>{isOverdue ? SUBSCRIPTION_TEXTS.nextTry : SUBSCRIPTION_TEXTS.nextCharge}</h2>
        <Charge>
          {amount !== null && <strong>{formatAmount(amount, currency)}</strong>}
          {date && <time>{date}</time>}
        </Charge>
        {date && !isOverdue && (
          <DescriptionList details={[{ name: SUBSCRIPTION_TEXTS.accessUntil, value: date }]} />
        )}
        {card}
      </ChargeCard>
      <div>
        <Lead>{meaning}</Lead>
        <Action>
          <HoldButton
            tone="danger"
            isBusy={isCancelling}
            describedBy={hintId}
            question={{ ...SUBSCRIPTION_TEXTS.cancelQuestion, explanation: meaning, tone: 'danger' }}
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

/**
 * Notice about a declined charge. The notice is shown only after the decline was reported, because until then the
 * charge is pending.
 */
function FailedCharge() {
  const newest = usePayments().payments?.[0];
  if (newest?.state !== 'declined') return null;
  const reason = PAYMENT_TEXTS.declineReason(newest.declineReason);
  return (
    <ErrorNotice
      title={SUBSCRIPTION_TEXTS.chargeFailed.title}
      text={SUBSCRIPTION_TEXTS.chargeFailed.text(reason, isTriedAgain(newest.declineReason))}
    >
      <TextLink to={PATHS.changeCard}>{SUBSCRIPTION_TEXTS.changeCard}</TextLink>
    </ErrorNotice>
  );
}

interface EndedProps {
  subscription: SubscriptionState;
  card: Elements;
  /** Text about the payment method that was removed, or null. */
  removed: string | null;
}

/**
 * Heading and explanation for every status except ACTIVE. The title is the same for all of these statuses, and the text
 * below depends on the status.
 */
function Ended({ subscription, card, removed }: EndedProps) {
  const { subscriptionStatus: status, subscriptionIsActive: isActive } = subscription;
  const date = formatMoneyTime(subscription.expirationDate);
  const hasHadAny = status !== 'NOT_ACTIVE';
  const meaning =
    isActive === true && date !== null
      ? status === 'GIFTED'
        ? SUBSCRIPTION_TEXTS.giftLasts(date)
        : SUBSCRIPTION_TEXTS.accessLasts(date)
      : hasHadAny
        ? SUBSCRIPTION_TEXTS.accessEnded
        : SUBSCRIPTION_TEXTS.neverHad;
  return (
    <>
      <div>
        <ScreenTitle>{SUBSCRIPTION_TEXTS.canceled}</ScreenTitle>
        <Action role="status">
          {removed !== null && <Lead>{removed}</Lead>}
          <Lead>{meaning}</Lead>
        </Action>
        {card}
      </div>
      {isActive !== true && (
        <PrimaryButton to={PATHS.shop}>{SUBSCRIPTION_TEXTS.toShop(hasHadAny)}</PrimaryButton>
      )}
    </>
  );
}

interface ResumptionProps {
  isGift: boolean;
  /**
   * Time from which a renewal can be bought. A renewal cannot be bought earlier if access is already paid or granted
   * for a long time. The time is null if a renewal can be bought now.
   */
  from: string | null;
  onBusy: (isBusy: boolean) => void;
}

/**
 * Offers to resume the subscription on this screen, because the shop redirects to this screen while the access lasts.
 */
function Resumption({ isGift, from, onBusy }: ResumptionProps) {
  const date = formatMoneyTime(from);
  if (date !== null)
    return (
      <TitleGroup>
        <SectionTitle>{SUBSCRIPTION_TEXTS.resumeTitle(isGift)}</SectionTitle>
        <Lead>{SUBSCRIPTION_TEXTS.resumeLater(date)}</Lead>
      </TitleGroup>
    );
  return (
    <Checkout
      variant="web"
      path={PATHS.subscription}
      heading={
        <TitleGroup>
          <SectionTitle>{SUBSCRIPTION_TEXTS.resumeTitle(isGift)}</SectionTitle>
          <Lead>{SUBSCRIPTION_TEXTS.resumeMeaning(isGift)}</Lead>
        </TitleGroup>
      }
      showsPrice={false}
      onBusy={onBusy}
    />
  );
}

interface StoredMethodProps {
  /** Masked card number, or null if the payment method is not a card. */
  mask: string | null;
  /** Whether the stored payment method has a separate frame instead of being part of the next charge. */
  isAlone: boolean;
  /** Called with a text about the removal. */
  onRemoved: (removed: string) => void;
}

/**
 * Shows the stored card or other payment method and a button that removes it. Federal Law 376-FZ gives every customer the
 * right to withdraw a stored payment method.
 */
function StoredMethod({ mask, isAlone, onRemoved }: StoredMethodProps) {
  const dispatch = useAppDispatch();
  const follow = useFollow();
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const texts = mask === null ? SUBSCRIPTION_TEXTS.method : SUBSCRIPTION_TEXTS.storedCard(mask);

  const remove = async () => {
    setIsAsking(false);
    setHasFailed(false);
    setIsBusy(true);
    const outcome = await dispatch(removeCard());
    setIsBusy(false);
    setHasFailed(outcome.kind === 'cardRemovalFailed');
    if (outcome.kind === 'cardRemoved') onRemoved(texts.gone);
    follow(outcome);
  };

  return (
    <CardRow data-alone={isAlone || undefined}>
      <DescriptionList details={[{ name: texts.name, value: texts.value }]} />
      <CardButtons>
        {!isAlone && (
          <SecondaryButton size="medium" fullWidth={false} to={PATHS.changeCard}>
            {texts.change}
          </SecondaryButton>
        )}
        <SecondaryButton
          size="medium"
          fullWidth={false}
          loading={isBusy}
          loadingLabel={texts.removing}
          onClick={() => setIsAsking(true)}
        >
          {texts.remove}
        </SecondaryButton>
      </CardButtons>
      {hasFailed && <ErrorNotice title={texts.failed} text={SUBSCRIPTION_TEXTS.tryAgain} />}
      <ConfirmDialog
        question={{ ...texts.removeQuestion, tone: 'danger' }}
        isOpen={isAsking}
        onConfirm={() => void remove()}
        onCancel={() => setIsAsking(false)}
      />
    </CardRow>
  );
}

/**
 * CSS places the back link below the skeleton. In the document, the back link is before the skeleton, because content
 * after a skeleton is hidden.
 */
const MeanwhileBack = styled('div')({ order: 1 });

const Action = styled('div')({ display: 'grid', gap: 8, margin: '18px 0 10px' });

const CARD_PADDING = 'clamp(20px, 5vw, 28px)';

const CardRow = styled('div')(({ theme: { vars } }) => ({
  display: 'grid',
  gap: 14,
  marginTop: 10,
  paddingTop: 18,
  borderTop: `1px solid ${vars.palette.surface.line}`,
  '&[data-alone]': {
    marginTop: 18,
    padding: `18px ${CARD_PADDING} 20px`,
    border: `1px solid ${vars.palette.surface.line}`,
    borderRadius: RADIUS.card,
    backgroundColor: vars.palette.surface.main,
  },
}));

/** Buttons of equal width side by side, or one below the other if a label does not fit. */
const CardButtons = styled('div')({
  display: 'grid',
  gap: 10,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(12em, 100%), 1fr))',
});

const ChargeCard = styled(FramedCard)(({ theme: { vars, typography } }) => ({
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
