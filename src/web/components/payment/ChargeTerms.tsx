/** States the immediate charge and the recurring charge, before the payment button. */
import { styled } from '@mui/material/styles';
import { LaterText } from '../display/LaterText';

interface ChargeTermsProps {
  /** Id of this element, to which the payment button refers by `aria-describedby`. */
  id: string;
  charge: string;
  /** Invisible placeholder that reserves space for the end of the text `charge` while the end is not known yet. */
  unknownEnd?: string;
  why: string;
}

export function ChargeTerms({ id, charge, unknownEnd = '', why }: ChargeTermsProps) {
  return (
    <Terms id={id}>
      <strong>
        <span>{charge}</span>
        {/* The placeholder text may differ after hydration, because the server that prerenders the page may be in another time zone. */}
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
