/** Small button that looks like a link, for example to copy a value or to open a dialog. */
import { styled } from '@mui/material/styles';

export const TextButton = styled('button')(({ theme: { vars } }) => ({
  minHeight: 24,
  padding: '2px 0',
  border: 0,
  borderRadius: 4,
  font: 'inherit',
  textAlign: 'start',
  overflowWrap: 'anywhere',
  color: vars.palette.link.main,
  background: 'none',
  textDecoration: 'underline',
  textUnderlineOffset: '0.22em',
  textDecorationThickness: 1,
  cursor: 'pointer',
}));
