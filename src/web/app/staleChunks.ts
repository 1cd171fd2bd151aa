/**
 * A new version was deployed while this tab was open: the chunks that its code names are gone. One
 * reload brings the new document. Guarded by how this document came, which even a browser without
 * storage knows: a chunk that is still missing right after a reload goes to the error screen, so
 * nothing ever loops.
 */

/** A document that came by a reload is not reloaded again for this long, ms. */
export const RELOAD_PAUSE_MS = 5 * 60_000;

interface Page {
  addEventListener(type: string, listener: (event: Event) => void): void;
  location: { reload(): void };
  performance: { now(): number; getEntriesByType(type: string): object[] };
}

/** Listens to the build's own event for a chunk that cannot be loaded (Vite, «Load Error Handling»). */
export function reloadOnStaleChunk(page: Page): void {
  page.addEventListener('vite:preloadError', (event) => {
    const [navigation] = page.performance.getEntriesByType('navigation');
    const cameByReload = navigation !== undefined && 'type' in navigation && navigation.type === 'reload';
    if (cameByReload && page.performance.now() < RELOAD_PAUSE_MS) return;
    event.preventDefault();
    page.location.reload();
  });
}
