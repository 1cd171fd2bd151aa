/** States the charge now and the recurring charge, asks for consent, and shows the payment button of the shop. */
import type { ShopVariant } from '../../../shared/contract/shop';
import type { TypedPhone } from '../../flows/payment/savePhone';
import { useIsInBrowser } from '../../hooks/useIsInBrowser';
import type { Elements } from '../../platform/elements';
import { type Charge, SHOP_TEXTS, SOME_DAY } from '../../texts/shop';
import { ConsentedPayment } from './ConsentedPayment';

interface ShopOfferProps {
  charge: Charge;
  /**
   * Kind of the offer. `trial` charges the trial price now, `fullPrice` charges the full price now, and `resumes`
   * charges the full price to a customer who has paid before.
   */
  kind: 'trial' | 'fullPrice' | 'resumes';
  variant: ShopVariant;
  /** Whether the card dialog is open or loading. */
  isPaying: boolean;
  /** Whether the visitor is signed out. Sign-in comes before consent and payment. */
  needsSignIn: boolean;
  onSignIn: () => void;
  /** Stored phone number for the receipt; null or undefined if there is none. */
  storedPhone: string | null | undefined;
  /**
   * Callback of the payment button. `wording` is the exact text that the customer consented to. `phone` is the number for the
   * receipt, or undefined if receipts contain none.
   */
  onPay: (wording: string, phone: TypedPhone | undefined) => void;
  /** Notice between the payment terms and the payment button, which explains why the last payment attempt failed. */
  children?: Elements;
}

export function ShopOffer({
  charge,
  kind,
  variant,
  isPaying,
  needsSignIn,
  onSignIn,
  storedPhone,
  onPay,
  children,
}: ShopOfferProps) {
  const isTrial = kind === 'trial';
  const formatTerms = isTrial ? SHOP_TEXTS.trialCharge : SHOP_TEXTS.renewalCharge;
  const isDayKnown = useIsInBrowser();
  const trialWhy =
    variant === 'mobile' ? `${SHOP_TEXTS.mobileLonger} ${SHOP_TEXTS.trialWhy}` : SHOP_TEXTS.trialWhy;
  return (
    <ConsentedPayment
      terms={formatTerms(isDayKnown ? charge : { ...charge, startDate: null })}
      unknownEnd={isDayKnown ? '' : SHOP_TEXTS.fromDay(SOME_DAY)}
      why={isTrial ? trialWhy : SHOP_TEXTS.renewalWhy}
      isPaying={isPaying}
      label={
        kind === 'trial'
          ? SHOP_TEXTS.trial(variant)
          : kind === 'resumes'
            ? SHOP_TEXTS.renew
            : SHOP_TEXTS.fullPrice(charge.monthly, charge.currency)
      }
      onSignIn={needsSignIn ? onSignIn : null}
      storedPhone={storedPhone}
      onPay={onPay}
    >
      {children}
    </ConsentedPayment>
  );
}
