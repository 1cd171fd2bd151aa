/** Screen `/pay`, the campaign page, which opens the card dialog automatically. */
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Order } from '../../../shared/contract/shop';
import { PrimaryButton } from '../../components/controls/PrimaryButton';
import { TextLink } from '../../components/controls/TextLink';
import { Lead, Note, ScreenTitle } from '../../components/display/Heading';
import { CardSkeleton } from '../../components/display/Skeletons';
import { CallFailure } from '../../components/failures/CallFailure';
import { Frame } from '../../components/frame/Frame';
import { SupportLink } from '../../components/frame/SupportLink';
import { Stack } from '../../components/layout/Stack';
import { ChargeTerms } from '../../components/payment/ChargeTerms';
import { PaymentCheck } from '../../components/payment/PaymentCheck';
import { PaymentNotice } from '../../components/payment/PaymentNotice';
import { PriceCard } from '../../components/payment/PriceCard';
import { usePayment } from '../../components/payment/usePayment';
import type { PaymentOutcome } from '../../flows/payment/pay';
import { PATHS } from '../../navigation/paths';
import { PAY_TEXTS } from '../../texts/pay';
import { SHOP_TEXTS } from '../../texts/shop';
import { useCampaign } from './useCampaign';

/** Query parameter with the name of the partner. */
const PARTNER_PARAMETER = 'i';

const TITLE = PAY_TEXTS.title;

export default function Pay() {
  const { outcome, pay, check } = usePayment('campaign');
  // The card dialog does not open automatically if a reload resumed a payment check.
  const hasOpened = useRef(check !== null);
  return (
    <Frame title={TITLE}>
      {check ? (
        <PaymentCheck {...check} email={null} />
      ) : (
        <Offer
          outcome={outcome}
          onReady={(start) => {
            if (!hasOpened.current) start();
          }}
          onPay={(order) => {
            hasOpened.current = true;
            return pay({ payer: 'campaign', order });
          }}
        />
      )}
    </Frame>
  );
}

interface OfferProps {
  /** Outcome of the last payment attempt, or null before the first payment attempt. */
  outcome: PaymentOutcome | null;
  /** Callback that runs when an order is ready to be paid. `start` opens the card dialog for this order. */
  onReady: (start: () => void) => void;
  /** Starts a payment attempt. The returned promise resolves when the payment attempt has ended. */
  onPay: (order: Order) => Promise<void>;
}

function Offer({ outcome, onReady, onPay }: OfferProps) {
  const [parameters] = useSearchParams();
  const { offer, order, isLoading, hasFailed, error, retry } = useCampaign(parameters.get(PARTNER_PARAMETER));
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
    <Stack gap={24}>
      <Stack gap={12}>
        <ScreenTitle>{TITLE}</ScreenTitle>
        <Lead>{PAY_TEXTS.lead}</Lead>
      </Stack>
      {isLoading && <CardSkeleton height={250} label={SHOP_TEXTS.loading} />}
      {hasFailed && (
        <CallFailure
          title={PAY_TEXTS.loadFailed.title}
          error={error}
          next={PAY_TEXTS.loadFailed.next}
          onRetry={retry}
          retryLabel={SHOP_TEXTS.retry}
        >
          <SupportLink>{SHOP_TEXTS.support}</SupportLink>
        </CallFailure>
      )}
      {offer && !hasFailed && (
        <>
          <PriceCard
            monthly={offer.recurringPayment.amount}
            currency={offer.currency}
            price={PAY_TEXTS.price(offer.amount, offer.currency)}
          />
          <Stack gap={16}>
            <ChargeTerms
              id={chargeId}
              charge={PAY_TEXTS.charge({
                now: offer.amount,
                monthly: offer.recurringPayment.amount,
                currency: offer.currency,
                startDate: offer.recurringPayment.startDate,
              })}
              why={PAY_TEXTS.why}
            />
            <PaymentNotice
              outcome={outcome}
              toFullPrice={
                <TextLink to={PATHS.shop}>
                  {PAY_TEXTS.toFullPrice(offer.recurringPayment.amount, offer.currency)}
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
          </Stack>
        </>
      )}
    </Stack>
  );
}
