/** Groups a title with the text directly below it. */
import { styled } from '@mui/material/styles';

export const TitleGroup = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 12,
});
