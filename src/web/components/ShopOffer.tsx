/**
 * What is charged now and later, the button that pays, and the agreement (spec section 2, /shop;
 * consent is asked for in so many words before the button).
 */
import { styled } from '@mui/material/styles';
import { useId, type ReactNode } from 'react';
import type { ShopVariant } from '../../shared/contract/shop';
import { PATHS } from '../routes/paths';
import { SHOP_TEXTS, type Charge } from '../texts/shop';
import { PrimaryButton } from './PrimaryButton';
import { TextLink } from './TextLink';

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
      <ChargeText id={chargeId}>
        <strong>{isRenewal ? SHOP_TEXTS.renewalCharge(charge) : SHOP_TEXTS.trialCharge(charge)}</strong>
        <span>{isRenewal ? SHOP_TEXTS.renewalWhy : SHOP_TEXTS.trialWhy}</span>
      </ChargeText>
      {children}
      <PrimaryButton
        loading={isPaying}
        loadingLabel={SHOP_TEXTS.paying}
        aria-describedby={chargeId}
        onClick={onPay}
      >
        {isRenewal ? SHOP_TEXTS.renew : SHOP_TEXTS.trial(variant)}
      </PrimaryButton>
      <Agreement>
        {needsSignIn ? (
          SHOP_TEXTS.signInFirst
        ) : (
          <>
            {SHOP_TEXTS.agreement.before} <TextLink to={PATHS.offer}>{SHOP_TEXTS.agreement.link}</TextLink>.
          </>
        )}
      </Agreement>
    </Offer>
  );
}

const Offer = styled('div')({ display: 'grid', gap: 16 });

const ChargeText = styled('p')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  display: 'grid',
  gap: 4,
  margin: 0,
  padding: '2px 0 2px 16px',
  textWrap: 'pretty',
  borderLeft: `3px solid ${vars.palette.accent.fill}`,
  color: vars.palette.text.secondary,
  '& strong': { ...typography.body1, fontWeight: 600, color: vars.palette.text.primary },
}));

const Agreement = styled('p')(({ theme: { vars, typography } }) => ({
  ...typography.caption,
  margin: 0,
  color: vars.palette.text.secondary,
  textWrap: 'pretty',
}));
