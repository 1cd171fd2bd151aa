/**
 * Screen `/pay`, the campaign page, which opens the card dialog automatically. The page first asks for the email address of the
 * subscription if the card dialog shows payments that the server opens, and for the phone number if receipts contain it.
 */
import { lazy, Suspense, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Order } from '../../../shared/contract/shop';
import { PrimaryButton } from '../../components/controls/PrimaryButton';
import { TextLink } from '../../components/controls/TextLink';
import { Lead, Note, ScreenTitle } from '../../components/display/Heading';
import { CardSkeleton } from '../../components/display/Skeletons';
import { Frame } from '../../components/frame/Frame';
import { Stack } from '../../components/layout/Stack';
import { ChargeTerms } from '../../components/payment/ChargeTerms';
import { OfferFailure } from '../../components/payment/OfferFailure';
import { PayerPhone, readPhone } from '../../components/payment/PayerPhone';
import { PaymentCheck } from '../../components/payment/PaymentCheck';
import { PaymentNotice } from '../../components/payment/PaymentNotice';
import type { PhoneInput } from '../../components/payment/PhoneField';
import { PriceCard } from '../../components/payment/PriceCard';
import { usePayment } from '../../components/payment/usePayment';
import type { PaymentOutcome } from '../../flows/payment/pay';
import type { TypedPhone } from '../../flows/payment/savePhone';
import { useIsInBrowser } from '../../hooks/useIsInBrowser';
import { PATHS } from '../../navigation/paths';
import { loadChunk } from '../../platform/chunks';
import { usePlatform } from '../../platform/PlatformContext';
import { FLOW_TEXTS } from '../../texts/flows';
import { PAY_TEXTS } from '../../texts/pay';
import { SHOP_TEXTS, SOME_DAY } from '../../texts/shop';
import { useCampaign } from './useCampaign';

/** Query parameter with the name of the partner. */
const PARTNER_PARAMETER = 'i';

const TITLE = PAY_TEXTS.title;

/** Form that few pages need, and that loads the text field of MUI. */
const AddressForm = lazy(async () => {
  const { AddressForm: form } = await loadChunk(() => import('../../components/controls/AddressForm'));
  return { default: form };
});

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
          onPay={(order, typed) => {
            hasOpened.current = true;
            return pay({ payer: 'campaign', order, ...typed });
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
  /**
   * Starts a payment attempt. `typed` contains what the page asks for. The returned promise resolves when the payment attempt
   * has ended.
   */
  onPay: (order: Order, typed: { email: string | undefined; phone: TypedPhone | undefined }) => Promise<void>;
}

function Offer({ outcome, onReady, onPay }: OfferProps) {
  const [parameters] = useSearchParams();
  const { offer, isDayKnown, order, hasFailed, error, retry } = useCampaign(
    parameters.get(PARTNER_PARAMETER),
  );
  const [isPaying, setIsPaying] = useState(false);
  /** Whether the address was edited after the last payment attempt. */
  const [isEdited, setIsEdited] = useState(false);
  const chargeId = useId();
  // A prerendered page must not contain a component that is loaded lazily.
  const isInBrowser = useIsInBrowser();
  const { cardWidget, receiptPhone: asksPhone } = usePlatform().configuration;
  const asksEmail = cardWidget.dialect === 'token';
  const asks = asksEmail || asksPhone === true;
  const phoneField = useRef<PhoneInput>(null);

  const pay = async (email?: string) => {
    const phone = readPhone(asksPhone, phoneField.current);
    if (order === null || phone === null) return;
    setIsPaying(true);
    await onPay(order, { email, phone });
    setIsPaying(false);
  };

  const openByItself = useEffectEvent(() => onReady(() => void pay()));

  const hasFailedOnce =
    outcome !== null && outcome.kind !== 'paymentClosed' && outcome.kind !== 'addressUnsupported';
  const payLabel = ({ amount, currency }: Order) =>
    hasFailedOnce ? PAY_TEXTS.payAgain : PAY_TEXTS.pay(amount, currency);
  const canPay = order !== null;
  useEffect(() => {
    if (canPay && !asks) openByItself();
  }, [canPay, asks]);

  return (
    <Stack gap={24}>
      <Stack gap={12}>
        <ScreenTitle>{TITLE}</ScreenTitle>
        <Lead>{PAY_TEXTS.lead}</Lead>
      </Stack>
      {hasFailed && <OfferFailure error={error} texts={PAY_TEXTS.loadFailed} onRetry={retry} />}
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
                startDate: isDayKnown ? offer.recurringPayment.startDate : null,
                dayOfMonth: offer.recurringPayment.dayOfMonth ?? null,
              })}
              unknownEnd={isDayKnown ? '' : SHOP_TEXTS.fromDay(SOME_DAY)}
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
            {asks && !isInBrowser ? (
              <CardSkeleton height={160} label={SHOP_TEXTS.loading} />
            ) : asksEmail ? (
              <Suspense fallback={<CardSkeleton height={160} label={SHOP_TEXTS.loading} />}>
                <AddressForm
                  label={PAY_TEXTS.email}
                  submit={payLabel(offer)}
                  busyLabel={SHOP_TEXTS.paying}
                  describedBy={chargeId}
                  isBusy={isPaying || order === null}
                  problem={
                    outcome?.kind === 'addressUnsupported' && !isEdited ? FLOW_TEXTS.addressUnsupported : null
                  }
                  onEdit={() => setIsEdited(true)}
                  onAddress={(email) => {
                    setIsEdited(false);
                    void pay(email);
                  }}
                >
                  {asksPhone && <PayerPhone ref={phoneField} />}
                </AddressForm>
              </Suspense>
            ) : (
              <>
                {asksPhone && <PayerPhone ref={phoneField} />}
                <PrimaryButton
                  loading={isPaying || order === null}
                  loadingLabel={isPaying ? SHOP_TEXTS.paying : SHOP_TEXTS.loading}
                  aria-describedby={chargeId}
                  onClick={() => void pay()}
                >
                  {payLabel(offer)}
                </PrimaryButton>
              </>
            )}
            <Note>
              {PAY_TEXTS.agreement.before} <TextLink to={PATHS.offer}>{PAY_TEXTS.agreement.link}</TextLink>.
            </Note>
          </Stack>
        </>
      )}
    </Stack>
  );
}
