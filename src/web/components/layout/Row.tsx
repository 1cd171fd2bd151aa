/** Parts beside each other, which wrap where they do not fit. */
import { styled } from '@mui/material/styles';

interface RowProps {
  /** Space between the parts: px, or a CSS length. */
  gap: number | string;
  justify?: 'flex-start' | 'flex-end' | 'space-between';
}

// `gap` and `justify` are no attributes of an element.
const options = {
  shouldForwardProp: (name: PropertyKey) => name !== 'gap' && name !== 'justify' && name !== 'as',
};

const style = ({ gap, justify = 'flex-start' }: RowProps) =>
  ({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: justify, gap }) as const;

export const Row = styled('div', options)<RowProps>(style);
