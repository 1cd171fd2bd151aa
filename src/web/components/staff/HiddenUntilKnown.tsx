/** Reserves space for content until it is known whether the agent's role may read the content. */
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

const Place = styled('div')({
  display: 'contents',
  '&[data-known="false"]': { visibility: 'hidden' },
});

/**
 * Hides its children but reserves their space until `isKnown` is true. This avoids layout shifts and keeps scroll
 * restoration working.
 */
export function HiddenUntilKnown({ isKnown, children }: { isKnown: boolean; children: ReactNode }) {
  return <Place data-known={isKnown}>{children}</Place>;
}
