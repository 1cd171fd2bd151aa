/** Reserves space for content until it is known whether the agent's role may read the content. */
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

const Place = styled('div')({
  display: 'contents',
  '&[data-known="false"]': { visibility: 'hidden' },
});

/**
 * Hides its children until `isKnown` is true, and reserves their space to avoid layout shifts and to keep scroll
 * restoration working.
 */
export function HiddenUntilKnown({ isKnown, children }: { isKnown: boolean; children: ReactNode }) {
  return <Place data-known={isKnown}>{children}</Place>;
}
