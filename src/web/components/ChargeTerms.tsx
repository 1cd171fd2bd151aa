/** What is charged now and later, said before the button that pays, and what the press agrees to. */
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { PATHS } from '../routes/paths';
import { SHOP_TEXTS } from '../texts/shop';
import { TextLink } from './TextLink';

interface ChargeTermsProps {
  /** For the button's description. */
  id: string;
  charge: string;
  why: string;
}

export function ChargeTerms({ id, charge, why }: ChargeTermsProps) {
  return (
    <Terms id={id}>
      <strong>{charge}</strong>
      <span>{why}</span>
    </Terms>
  );
}

/** Stands under the button. `children` replaces the words while there is nothing to agree to. */
export function PaymentAgreement({ children }: { children?: ReactNode }) {
  return (
    <Agreement>
      {children ?? (
        <>
          {SHOP_TEXTS.agreement.before} <TextLink to={PATHS.offer}>{SHOP_TEXTS.agreement.link}</TextLink>.
        </>
      )}
    </Agreement>
  );
}

const Terms = styled('p')(({ theme: { vars, typography } }) => ({
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
