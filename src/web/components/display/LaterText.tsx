/** The end of a sentence that nobody can know yet: its place is kept. */
import { styled } from '@mui/material/styles';

export const LaterText = styled('span')({ visibility: 'hidden' });
