/** States the charges, asks for consent to them, and shows the payment button. */
import { useId, useRef, useState } from 'react';
import type { TypedPhone } from '../../flows/payment/savePhone';
import type { Elements } from '../../platform/elements';
import { usePlatform } from '../../platform/PlatformContext';
import { CONSENT_TEXTS, SHOP_TEXTS } from '../../texts/shop';
import { PrimaryButton } from '../controls/PrimaryButton';
import { Note } from '../display/Heading';
import { Stack } from '../layout/Stack';
import { ChargeTerms } from './ChargeTerms';
import { ConsentTick } from './ConsentTick';
import { PayerPhone, readPhone } from './PayerPhone';
import type { PhoneInput } from './PhoneField';

interface ConsentedPaymentProps {
  /** Charge now and recurring charge. */
  terms: string;
  /** Invisible placeholder for the end of `terms` that is not known yet. */
  unknownEnd?: string;
  why: string;
  /** Whether the card dialog is open or loading. */
  isPaying: boolean;
  /** Text of the payment button. */
  label: string;
  /** Signs in a visitor, because sign-in comes before consent and payment. Null if the visitor is signed in. */
  onSignIn?: (() => void) | null;
  /** Stored phone number for the receipt; null or undefined if there is none. */
  storedPhone: string | null | undefined;
  /**
   * `wording` is the exact text that the customer consented to. `phone` is the number for the receipt, or undefined if
   * receipts contain none.
   */
  onPay: (wording: string, phone: TypedPhone | undefined) => void;
  /** Notice between the charge and the button that explains why the last attempt failed. */
  children?: Elements;
}

export function ConsentedPayment({
  terms,
  unknownEnd = '',
  why,
  isPaying,
  label,
  onSignIn = null,
  storedPhone,
  onPay,
  children,
}: ConsentedPaymentProps) {
  const chargeId = useId();
  const tick = useRef<HTMLInputElement>(null);
  const phone = useRef<PhoneInput>(null);
  const { receiptPhone: asksPhone } = usePlatform().configuration;
  const wording = `${terms}. ${why} ${CONSENT_TEXTS.label} ${CONSENT_TEXTS.link}.`;
  // A change of the terms invalidates the consent.
  const [agreedTo, setAgreedTo] = useState<string | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const isGiven = agreedTo === wording;

  const press = () => {
    if (onSignIn !== null) {
      onSignIn();
      return;
    }
    const typedPhone = readPhone(asksPhone, phone.current);
    setIsMissing(!isGiven);
    if (typedPhone === null) return;
    if (isGiven) onPay(wording, typedPhone);
    else tick.current?.focus();
  };

  return (
    <Stack gap={16}>
      <ChargeTerms id={chargeId} charge={terms} unknownEnd={unknownEnd} why={why} />
      {children}
      {onSignIn === null && asksPhone && <PayerPhone stored={storedPhone} ref={phone} />}
      {onSignIn === null && (
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
        {label}
      </PrimaryButton>
      {onSignIn !== null && <Note>{SHOP_TEXTS.signInFirst}</Note>}
    </Stack>
  );
}
