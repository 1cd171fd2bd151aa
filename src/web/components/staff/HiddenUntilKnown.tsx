/** Reserves the place of content while it is not known whether the role of the agent may read it. */
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

const Place = styled('div')({
  display: 'contents',
  '&[data-known="false"]': { visibility: 'hidden' },
});

/** Hides its children, but keeps their place, until `isKnown`: nothing moves, and the scroll position can be restored. */
export function HiddenUntilKnown({ isKnown, children }: { isKnown: boolean; children: ReactNode }) {
  return <Place data-known={isKnown}>{children}</Place>;
}
