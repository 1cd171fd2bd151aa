/** What comes one after the other, numbered. */
import { styled } from '@mui/material/styles';

interface StepsProps {
  label: string;
  steps: readonly string[];
}

export function Steps({ label, steps }: StepsProps) {
  return (
    <List aria-label={label}>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </List>
  );
}

const List = styled('ol')(({ theme: { vars, typography } }) => ({
  ...typography.body1,
  display: 'grid',
  gap: 14,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  counterReset: 'step',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: '30px minmax(0, 1fr)',
    gap: 14,
    counterIncrement: 'step',
    textWrap: 'pretty',
  },
  '& > li::before': {
    content: 'counter(step)',
    display: 'grid',
    placeItems: 'center',
    height: 30,
    borderRadius: '50%',
    fontSize: '0.9375rem',
    fontWeight: 650,
    color: vars.palette.accent.text,
    backgroundColor: vars.palette.surface.main,
    boxShadow: `inset 0 0 0 1px ${vars.palette.surface.line}`,
  },
}));
