/** Icon button of the staff console. Callers must pass the accessible name of the icon button as `aria-label`. */
import { styled } from '@mui/material/styles';
import { CONSOLE_RADIUS } from './consoleStyles';

export const SquareButton = styled('button')(({ theme: { vars } }) => ({
  display: 'grid',
  placeItems: 'center',
  width: 32,
  height: 32,
  padding: 0,
  border: `1px solid ${vars.palette.surface.line}`,
  borderRadius: CONSOLE_RADIUS,
  color: vars.palette.text.primary,
  backgroundColor: vars.palette.surface.main,
  cursor: 'pointer',
  '&:hover': { backgroundColor: vars.palette.surface.raised },
  '&[aria-disabled]': { color: vars.palette.text.secondary, opacity: 0.5, cursor: 'default' },
  '@media print': { display: 'none' },
}));
