/** Horizontal layout whose children wrap if they do not fit. */
import { styled } from '@mui/material/styles';

interface RowProps {
  /** Horizontal gap between the children, in px or as a CSS length. */
  gap: number | string;
  justify?: 'flex-start' | 'flex-end' | 'space-between';
}

// Keeps `gap` and `justify` from being forwarded to the DOM element as attributes.
const options = {
  shouldForwardProp: (name: PropertyKey) => name !== 'gap' && name !== 'justify' && name !== 'as',
};

const style = ({ gap, justify = 'flex-start' }: RowProps) =>
  ({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: justify, gap }) as const;

export const Row = styled('div', options)<RowProps>(style);
