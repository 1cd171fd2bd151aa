/** Framed surface that stacks its children vertically. */
import { styled } from '@mui/material/styles';
import { RADIUS } from '../../../shared/designTokens';
import { Stack } from '../layout/Stack';

export const Card = styled(Stack)(({ theme: { vars } }) => ({
  padding: 'clamp(20px, 5vw, 28px)',
  border: `1px solid ${vars.palette.surface.line}`,
  borderRadius: RADIUS.card,
  backgroundColor: vars.palette.surface.main,
}));
