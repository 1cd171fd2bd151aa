/** Parts under each other. */
import { styled } from '@mui/material/styles';

export interface StackProps {
  /** Space between the parts: px, or a CSS length. */
  gap: number | string;
}

// `gap` is no attribute of an element.
const options = { shouldForwardProp: (name: PropertyKey) => name !== 'gap' && name !== 'as' };

const style = ({ gap }: StackProps) => ({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap });

export const Stack = styled('div', options)<StackProps>(style);

/** The same as a form. */
export const FormStack = styled('form', options)<StackProps>(style);

/** The same as a list without bullets. */
export const PlainList = styled(
  'ul',
  options,
)<StackProps>((props) => ({
  ...style(props),
  margin: 0,
  padding: 0,
  listStyle: 'none',
}));
