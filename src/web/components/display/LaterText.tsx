/**
 * Invisible placeholder for the end of a sentence whose data is not loaded yet. The placeholder reserves space to avoid
 * a layout shift.
 */
import { styled } from '@mui/material/styles';

export const LaterText = styled('span')({ visibility: 'hidden' });
