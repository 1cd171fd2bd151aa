/** Screen between two other screens, which names the operation that is running. */
import { styled } from '@mui/material/styles';
import { LoadingDots } from '../controls/LoadingDots';
import { Frame } from './Frame';

/** Shows `what` as the message and as the document title. */
export function OpeningScreen({ what }: { what: string }) {
  return (
    <Frame title={what} footer={false}>
      <OpeningWords what={what} />
    </Frame>
  );
}

/** Shows a loading text without the page header and footer, for use inside a screen. */
export function OpeningWords({ what }: { what: string }) {
  return (
    <Words role="status">
      <LoadingDots />
      <p>{what}</p>
    </Words>
  );
}

const Words = styled('div')(({ theme: { vars } }) => ({
  display: 'grid',
  justifyItems: 'start',
  gap: 10,
  paddingTop: 12,
  fontSize: '1.5rem',
  color: vars.palette.accent.text,
  '& > p': { margin: 0, fontSize: '1.0625rem', color: vars.palette.text.secondary },
}));
