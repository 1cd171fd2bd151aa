/** Centred paragraph for a link or a short text. */
import { styled } from '@mui/material/styles';

export const CenteredLine = styled('p')({ margin: 0, textAlign: 'center' });
