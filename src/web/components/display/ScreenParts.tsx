/** The parts of a screen under each other. */
import { styled } from '@mui/material/styles';

export const ScreenParts = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 24,
});
