/**
 * Hint in in-app browsers. Its content is in a chunk of its own, which other browsers never load. The page works without the
 * hint, so a lost chunk is ignored.
 */
import { lazy, Suspense } from 'react';
import { useEmbeddedBrowser } from '../../platform/useEmbeddedBrowser';
import type { EmbeddedBrowserHintProps } from './OutOfEmbeddedBrowser';

const OutOfEmbeddedBrowser = lazy(() =>
  import('./OutOfEmbeddedBrowser').catch(() => ({ default: () => null })),
);

export function EmbeddedBrowserHint(props: EmbeddedBrowserHintProps) {
  const embeddedBrowser = useEmbeddedBrowser();
  if (embeddedBrowser === null) return null;
  return (
    <Suspense fallback={null}>
      <OutOfEmbeddedBrowser {...props} embeddedBrowser={embeddedBrowser} />
    </Suspense>
  );
}
