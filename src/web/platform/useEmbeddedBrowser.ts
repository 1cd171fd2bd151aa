/**
 * Hook that returns the app that embeds the page. The hook returns null during prerendering and hydration, and
 * the detected app right afterwards.
 */
import { useSyncExternalStore } from 'react';
import type { EmbeddedBrowser } from './embeddedBrowser';
import { usePlatform } from './PlatformContext';

const never = () => () => undefined;

export function useEmbeddedBrowser(): EmbeddedBrowser | null {
  const { embeddedBrowser } = usePlatform();
  return useSyncExternalStore(
    never,
    () => embeddedBrowser,
    () => null,
  );
}
