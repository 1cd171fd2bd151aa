/** Adapter of the page's document. The document is reloaded only if the server responds. */
import { isStaffPath } from '../../shared/linkedPaths';
import { abortAfter } from './abortAfter';
import type { PageDocument } from './platform';

/** Minimum time before a document that was loaded by a reload is automatically reloaded again, in ms. */
export const RELOAD_PAUSE_MS = 5 * 60_000;

/** Timeout in ms for the server's response to the check before a reload. */
const DEADLINE_MS = 10_000;

interface Page {
  location: Pick<Location, 'href' | 'pathname' | 'reload' | 'replace'>;
  performance: { now(): number; getEntriesByType(type: string): object[] };
}

export function createPageDocument(page: Page, fetcher: typeof fetch): PageDocument {
  const isOfStaff = isStaffPath(page.location.pathname);
  return {
    async reload() {
      try {
        const { ok } = await fetcher(page.location.href, {
          method: 'HEAD',
          cache: 'no-store',
          signal: abortAfter(DEADLINE_MS),
        });
        if (ok) page.location.reload();
        return ok;
      } catch {
        return false;
      }
    },
    mayReloadByItself() {
      const [navigation] = page.performance.getEntriesByType('navigation');
      const cameByReload = navigation !== undefined && 'type' in navigation && navigation.type === 'reload';
      return !cameByReload || page.performance.now() >= RELOAD_PAUSE_MS;
    },
    mayShow: (path) => isStaffPath(path) === isOfStaff,
    replace: (path) => page.location.replace(path),
  };
}
