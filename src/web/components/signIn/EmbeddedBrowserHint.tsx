/**
 * Hint in in-app browsers. A page in the product's own native shell has none, because the shell is the application in which the
 * customer wants to stay. Its content is in a chunk of its own, which other browsers never load. The page works without the
 * hint, so a lost chunk is ignored.
 */
import { lazy, Suspense } from 'react';
import { usePlatform } from '../../platform/PlatformContext';
import { useEmbeddedBrowser } from '../../platform/useEmbeddedBrowser';
import type { EmbeddedBrowserHintProps } from './OutOfEmbeddedBrowser';

const OutOfEmbeddedBrowser = lazy(() =>
  import('./OutOfEmbeddedBrowser').catch(() => ({ default: () => null })),
);

export function EmbeddedBrowserHint(props: EmbeddedBrowserHintProps) {
  const { nativeShell } = usePlatform();
  const embeddedBrowser = useEmbeddedBrowser();
  if (embeddedBrowser === null || (props.path !== undefined && nativeShell.isPresent())) return null;
  return (
    <Suspense fallback={null}>
      <OutOfEmbeddedBrowser {...props} embeddedBrowser={embeddedBrowser} />
    </Suspense>
  );
}
