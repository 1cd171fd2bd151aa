/** What is charged now and later, said before the button that pays. */
import { styled } from '@mui/material/styles';
import { LaterText } from '../display/LaterText';

interface ChargeTermsProps {
  /** For the button's description. */
  id: string;
  charge: string;
  /** The end of `charge` that nobody can know yet: its place is kept. */
  unknownEnd?: string;
  why: string;
}

export function ChargeTerms({ id, charge, unknownEnd = '', why }: ChargeTermsProps) {
  return (
    <Terms id={id}>
      <strong>
        {charge}
        {/* The prerendering server may be in another time zone, in whose words the end is longer or shorter. */}
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
