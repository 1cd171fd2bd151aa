/** States the charge now and the recurring charge, shown before the payment button. */
import { styled } from '@mui/material/styles';
import { LaterText } from '../display/LaterText';

interface ChargeTermsProps {
  /** Element id, referenced by the payment button's `aria-describedby`. */
  id: string;
  charge: string;
  /** Invisible placeholder that reserves the space of the end of `charge` while that end is not known yet. */
  unknownEnd?: string;
  why: string;
}

export function ChargeTerms({ id, charge, unknownEnd = '', why }: ChargeTermsProps) {
  return (
    <Terms id={id}>
      <strong>
        {charge}
        {/* The prerendering server may be in another time zone, so the placeholder text may differ after hydration. */}
        {unknownEnd !== '' && <LaterText suppressHydrationWarning>{unknownEnd}</LaterText>}
      </strong>
      <span>{why}</span>
    </Terms>
  );
}

const Terms = styled('p')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 4,
  margin: 0,
  padding: '2px 0 2px 16px',
  textWrap: 'balance',
  borderLeft: `3px solid ${vars.palette.accent.fill}`,
  color: vars.palette.text.secondary,
  '& strong': { ...typography.body1, fontWeight: 600, color: vars.palette.text.primary },
}));
