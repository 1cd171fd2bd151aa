/** Vertical layout. */
import { styled } from '@mui/material/styles';

export interface StackProps {
  /** Gap between the children, in px or as a CSS length. */
  gap: number | string;
}

// Keeps `gap` from being forwarded to the DOM element as an attribute.
const options = { shouldForwardProp: (name: PropertyKey) => name !== 'gap' && name !== 'as' };

const style = ({ gap }: StackProps) => ({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap });

export const Stack = styled('div', options)<StackProps>(style);

/** Vertical layout on a `<form>` element. */
export const FormStack = styled('form', options)<StackProps>(style);

/** Vertical layout on a `<ul>` element without bullets. */
export const PlainList = styled(
  'ul',
  options,
)<StackProps>((props) => ({
  ...style(props),
  margin: 0,
  padding: 0,
  listStyle: 'none',
}));
