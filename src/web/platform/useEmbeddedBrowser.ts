/** The app around the page, for components: a finished page knows none, and the browser's own comes right after it. */
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
