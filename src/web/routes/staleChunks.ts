/**
 * A new version was deployed while this tab was open: the chunks that its code names are gone. One
 * reload of the address that was asked for brings the new document. Guarded by how this document
 * came, which even a browser without storage knows: a chunk that is still missing right after a
 * reload stays on the error screen, so nothing ever loops.
 */

/** A document that came by a reload is not reloaded again for this long, ms. */
export const RELOAD_PAUSE_MS = 5 * 60_000;

interface Page {
  addEventListener(type: string, listener: () => void): void;
  performance: { now(): number; getEntriesByType(type: string): object[] };
}

let preloads = 0;
let isChunkLost = false;

/** Loads a chunk ahead of its need: its failure interrupts nobody, who may be typing just now. */
export function preloadQuietly(load: () => Promise<unknown>): void {
  preloads += 1;
  void load()
    .catch(() => undefined)
    .finally(() => {
      preloads -= 1;
    });
}

/** Listens to the build's own event for a chunk that cannot be loaded (Vite, «Load Error Handling»). */
export function watchForLostChunks(page: Page): void {
  isChunkLost = false;
  page.addEventListener('vite:preloadError', () => {
    if (preloads === 0) isChunkLost = true;
  });
}

/** Whether the error on the screen may be mended by a reload: a chunk was lost, and none was made just now. */
export function isMendedByReload(page: Pick<Page, 'performance'>): boolean {
  if (!isChunkLost) return false;
  const [navigation] = page.performance.getEntriesByType('navigation');
  const cameByReload = navigation !== undefined && 'type' in navigation && navigation.type === 'reload';
  return !cameByReload || page.performance.now() >= RELOAD_PAUSE_MS;
}
