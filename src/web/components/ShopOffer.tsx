/**
 * What is charged now and later, the button that pays, and the agreement (spec section 2, /shop;
 * consent is asked for in so many words before the button).
 */
import { styled } from '@mui/material/styles';
import { useId, type ReactNode } from 'react';
import type { ShopVariant } from '../../shared/contract/shop';
import { SHOP_TEXTS, type Charge } from '../texts/shop';
import { ChargeTerms, PaymentAgreement } from './ChargeTerms';
import { PrimaryButton } from './PrimaryButton';

interface ShopOfferProps {
  charge: Charge;
  /** The first payment was made before: the full price is charged now. */
  isRenewal: boolean;
  variant: ShopVariant;
  /** The card dialog is open or on its way. */
  isPaying: boolean;
  /** Nobody is signed in: the sign-in comes before the payment. */
  needsSignIn: boolean;
  onPay: () => void;
  /** Stands between the charge and the button: why the last try failed. */
  children?: ReactNode;
}

export function ShopOffer({
  charge,
  isRenewal,
  variant,
  isPaying,
  needsSignIn,
  onPay,
  children,
}: ShopOfferProps) {
  const chargeId = useId();
  return (
    <Offer>
      <ChargeTerms
        id={chargeId}
        charge={isRenewal ? SHOP_TEXTS.renewalCharge(charge) : SHOP_TEXTS.trialCharge(charge)}
        why={isRenewal ? SHOP_TEXTS.renewalWhy : SHOP_TEXTS.trialWhy}
      />
      {children}
      <PrimaryButton
        loading={isPaying}
        loadingLabel={SHOP_TEXTS.paying}
        aria-describedby={chargeId}
        onClick={onPay}
      >
        {isRenewal ? SHOP_TEXTS.renew : SHOP_TEXTS.trial(variant)}
      </PrimaryButton>
      <PaymentAgreement>{needsSignIn ? SHOP_TEXTS.signInFirst : undefined}</PaymentAgreement>
    </Offer>
  );
}

const Offer = styled('div')({ display: 'grid', gap: 16 });
