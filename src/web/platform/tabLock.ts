/** Mutual exclusion between the tabs of a browser, based on the Web Locks API. */
import { abortAfter } from './abortAfter';
import { logWarning } from './log';
import type { TabLock } from './platform';

/**
 * Maximum time in ms to wait for the lock. The limit prevents a frozen tab that holds the lock from blocking other
 * tabs.
 */
const PATIENCE_MS = 5_000;

/**
 * Creates the lock. If the browser has no Web Locks, or another tab holds the lock too long, the function runs without
 * the lock.
 */
export function createTabLock(page: Window, patienceMs = PATIENCE_MS): TabLock {
  return {
    run: async <Result>(name: string, story: () => Promise<Result>): Promise<Result> => {
      if (!('locks' in page.navigator)) return story();
      const running: Promise<Result>[] = [];
      const begin = () => {
        const run = running[0] ?? story();
        running[0] = run;
        return run;
      };
      try {
        await page.navigator.locks.request(name, { signal: abortAfter(patienceMs) }, begin);
      } catch {
        // If the function itself failed, its error is returned to the caller by the statement below.
        if (running.length === 0)
          logWarning('The tab lock was not acquired in time, so the tab continues without it', {
            lock: name,
          });
      }
      return begin();
    },
  };
}
