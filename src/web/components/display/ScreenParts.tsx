/** Vertical layout of the sections of a screen. */
import { styled } from '@mui/material/styles';

export const ScreenParts = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 24,
});
