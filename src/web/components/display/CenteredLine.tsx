/** A link or a few words in the middle of a line of their own. */
import { styled } from '@mui/material/styles';

export const CenteredLine = styled('p')({ margin: 0, textAlign: 'center' });
