/**
 * Returns false during prerendering and hydration, and true afterwards. Use it for content that a prerendered page
 * cannot contain, such as the current date.
 */
import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

export function useIsInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
