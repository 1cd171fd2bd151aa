/** Grid of the cards of the analytics screen. */
import { styled } from '@mui/material/styles';

export const Cards = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 330px), 1fr))',
  gap: 12,
});
