/** Ordered list of steps with large numbers. */
import { styled } from '@mui/material/styles';

export const NumberedSteps = styled('ol')(({ theme: { vars, typography } }) => ({
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
