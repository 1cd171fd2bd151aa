/** `/pay`: the campaign page; the card dialog opens by itself (spec section 2). */
import { styled } from '@mui/material/styles';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Order } from '../../../shared/contract/shop';
import { api } from '../../api/api';
import { ChargeTerms } from '../../components/payment/ChargeTerms';
import { ErrorNotice } from '../../components/controls/ErrorNotice';
import { Frame } from '../../components/frame/Frame';
import { Lead, Note, ScreenTitle } from '../../components/display/Heading';
import { PaymentCheck } from '../../components/payment/PaymentCheck';
import { PaymentNotice } from '../../components/payment/PaymentNotice';
import { PriceCard } from '../../components/payment/PriceCard';
import { PrimaryButton } from '../../components/controls/PrimaryButton';
import { CardSkeleton } from '../../components/display/Skeletons';
import { SupportLink } from '../../components/frame/SupportLink';
import { TextLink } from '../../components/controls/TextLink';
import {
  resumeCampaignPayment,
  startCampaignPayment,
  type CampaignOutcome,
} from '../../flows/payment/payCampaign';
import { campaignCheckEnded } from '../../flows/paymentSlice';
import { useAppDispatch, useAppSelector } from '../../hooks/storeHooks';
import { useCampaign } from './useCampaign';
import { PATHS } from '../../navigation/paths';
import { useFollow } from '../../navigation/useFollow';
import { PAY_TEXTS } from '../../texts/pay';
import { SHOP_TEXTS } from '../../texts/shop';

/** The query that names the partner. */
const PARTNER_PARAMETER = 'i';

const TITLE = PAY_TEXTS.title;

export default function Pay() {
  const dispatch = useAppDispatch();
  const follow = useFollow();
  const isChecking = useAppSelector(({ payment }) => payment.checkingCampaignOrderId !== null);
  const [outcome, setOutcome] = useState<CampaignOutcome | null>(null);
  const isShown = useRef(false);
  // After a reload that found a payment to check, nothing opens by itself.
  const hasOpened = useRef(isChecking);

  const settle = (end: CampaignOutcome | null) => {
    if (end?.kind === 'declined' || end?.kind === 'trialUsed')
      dispatch(api.util.invalidateTags(['Campaign']));
    if (!isShown.current) return;
    setOutcome(end);
    if (end) follow(end);
  };

  const resume = async () => settle(await dispatch(resumeCampaignPayment()));

  const resumeAfterReload = useEffectEvent(() => {
    if (isChecking) void resume();
  });

  useEffect(() => {
    isShown.current = true;
    resumeAfterReload();
    return () => {
      isShown.current = false;
    };
  }, []);

  const pay = async (order: Order) => {
    hasOpened.current = true;
    setOutcome(null);
    settle(await dispatch(startCampaignPayment(order)));
  };

  return (
    <Frame title={TITLE}>
      {isChecking ? (
        <PaymentCheck
          isLate={outcome?.kind === 'paymentLate'}
          email={null}
          onCheckAgain={() => {
            setOutcome(null);
            void resume();
          }}
          onLeave={() => {
            setOutcome(null);
            dispatch(campaignCheckEnded());
          }}
        />
      ) : (
        <Offer
          outcome={outcome}
          onReady={(start) => {
            if (!hasOpened.current) start();
          }}
          onPay={pay}
        />
      )}
    </Frame>
  );
}

interface OfferProps {
  /** How the last try ended. */
  outcome: CampaignOutcome | null;
  /** There is an order to pay; `start` opens the dialog for it. */
  onReady: (start: () => void) => void;
  /** Resolves when the try has ended. */
  onPay: (order: Order) => Promise<void>;
}

function Offer({ outcome, onReady, onPay }: OfferProps) {
  const [parameters] = useSearchParams();
  const { offer, order, isLoading, hasFailed, retry } = useCampaign(parameters.get(PARTNER_PARAMETER));
  const [isPaying, setIsPaying] = useState(false);
  const chargeId = useId();

  const pay = async () => {
    if (order === null) return;
    setIsPaying(true);
    await onPay(order);
    setIsPaying(false);
  };

  const openByItself = useEffectEvent(() => onReady(() => void pay()));

  const hasFailedOnce = outcome !== null && outcome.kind !== 'paymentClosed';
  const canPay = order !== null;
  useEffect(() => {
    if (canPay) openByItself();
  }, [canPay]);

  return (
    <Parts>
      <Title>
        <ScreenTitle>{TITLE}</ScreenTitle>
        <Lead>{PAY_TEXTS.lead}</Lead>
      </Title>
      {isLoading && <CardSkeleton height={250} label={SHOP_TEXTS.loading} />}
      {hasFailed && (
        <ErrorNotice
          title={PAY_TEXTS.loadFailed.title}
          text={PAY_TEXTS.loadFailed.text}
          onRetry={retry}
          retryLabel={SHOP_TEXTS.retry}
        >
          <SupportLink>{SHOP_TEXTS.support}</SupportLink>
        </ErrorNotice>
      )}
      {offer && !hasFailed && (
        <>
          <PriceCard
            monthly={offer.recurrence.amount}
            currency={offer.currency}
            price={PAY_TEXTS.price(offer.amount, offer.currency)}
          />
          <Terms>
            <ChargeTerms
              id={chargeId}
              charge={PAY_TEXTS.charge({
                now: offer.amount,
                monthly: offer.recurrence.amount,
                currency: offer.currency,
                startDate: offer.recurrence.startDate,
              })}
              why={PAY_TEXTS.why}
            />
            <PaymentNotice
              outcome={outcome}
              toFullPrice={
                <TextLink to={PATHS.shop}>
                  {PAY_TEXTS.toFullPrice(offer.recurrence.amount, offer.currency)}
                </TextLink>
              }
            />
            <PrimaryButton
              loading={isPaying || order === null}
              loadingLabel={SHOP_TEXTS.paying}
              aria-describedby={chargeId}
              onClick={() => void pay()}
            >
              {hasFailedOnce ? PAY_TEXTS.payAgain : PAY_TEXTS.pay(offer.amount, offer.currency)}
            </PrimaryButton>
            <Note>
              {PAY_TEXTS.agreement.before} <TextLink to={PATHS.offer}>{PAY_TEXTS.agreement.link}</TextLink>.
            </Note>
          </Terms>
        </>
      )}
    </Parts>
  );
}

const Parts = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 24 });

const Title = styled('div')({ display: 'grid', gap: 12 });

const Terms = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 });
