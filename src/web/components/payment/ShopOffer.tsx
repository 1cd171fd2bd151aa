/** States the immediate charge and the recurring charge, asks for consent, and shows the payment button. */
import { type ReactNode, useId, useRef, useState } from 'react';
import type { ShopVariant } from '../../../shared/contract/shop';
import { useIsInBrowser } from '../../hooks/useIsInBrowser';
import { type Charge, CONSENT_TEXTS, SHOP_TEXTS } from '../../texts/shop';
import { PrimaryButton } from '../controls/PrimaryButton';
import { Note } from '../display/Heading';
import { Stack } from '../layout/Stack';
import { ChargeTerms } from './ChargeTerms';
import { ConsentTick } from './ConsentTick';

/** Sample date in the hidden placeholder. Any date can be used, because all formatted dates have a similar width. */
const SOME_DAY = '2026-11-29T09:00:00.000Z';

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
  /**
   * Callback of the payment button. Callback of the payment button. `wording` is the exact text that the customer
   * consented to.
   */
  onPay: (wording: string) => void;
  /** Notice between the payment terms and the payment button, which explains why the last payment attempt failed. */
  children?: ReactNode;
}

export function ShopOffer({
  charge,
  kind,
  variant,
  isPaying,
  needsSignIn,
  onSignIn,
  onPay,
  children,
}: ShopOfferProps) {
  const chargeId = useId();
  const tick = useRef<HTMLInputElement>(null);
  const isTrial = kind === 'trial';
  const termsOf = isTrial ? SHOP_TEXTS.trialCharge : SHOP_TEXTS.renewalCharge;
  const isDayKnown = useIsInBrowser();
  const terms = termsOf(isDayKnown ? charge : { ...charge, startDate: null });
  const laterTerms = isDayKnown ? '' : SHOP_TEXTS.fromDay(SOME_DAY);
  const trialWhy =
    variant === 'mobile' ? `${SHOP_TEXTS.mobileLonger} ${SHOP_TEXTS.trialWhy}` : SHOP_TEXTS.trialWhy;
  const why = isTrial ? trialWhy : SHOP_TEXTS.renewalWhy;
  const wording = `${terms}. ${why} ${CONSENT_TEXTS.label} ${CONSENT_TEXTS.link}.`;
  // A change of the payment terms invalidates the customer's consent.
  const [agreedTo, setAgreedTo] = useState<string | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const isGiven = agreedTo === wording;

  const press = () => {
    if (needsSignIn) onSignIn();
    else if (isGiven) onPay(wording);
    else {
      setIsMissing(true);
      tick.current?.focus();
    }
  };

  return (
    <Stack gap={16}>
      <ChargeTerms id={chargeId} charge={terms} unknownEnd={laterTerms} why={why} />
      {children}
      {!needsSignIn && (
        <ConsentTick
          ref={tick}
          termsId={chargeId}
          isGiven={isGiven}
          isMissing={isMissing && !isGiven}
          onChange={(isTicked) => {
            setAgreedTo(isTicked ? wording : null);
            setIsMissing(false);
          }}
        />
      )}
      <PrimaryButton
        loading={isPaying}
        loadingLabel={SHOP_TEXTS.paying}
        aria-describedby={chargeId}
        onClick={press}
      >
        {kind === 'trial'
          ? SHOP_TEXTS.trial(variant)
          : kind === 'resumes'
            ? SHOP_TEXTS.renew
            : SHOP_TEXTS.fullPrice(charge.monthly, charge.currency)}
      </PrimaryButton>
      {needsSignIn && <Note>{SHOP_TEXTS.signInFirst}</Note>}
    </Stack>
  );
}
