/** One tab of this browser at a time, by the Web Locks of the browser. */
import { logWarning } from './log';
import type { TabLock } from './platform';

/** A tab that is frozen while it holds the lock must not stop the others, ms. */
const PATIENCE_MS = 5_000;

/** Where the browser has no locks, or another tab keeps one for too long, the story runs without. */
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
        await page.navigator.locks.request(name, { signal: AbortSignal.timeout(patienceMs) }, begin);
      } catch {
        // The story's own failure reaches the caller below.
        if (running.length === 0) logWarning('A tab goes on without the lock', { lock: name });
      }
      return begin();
    },
  };
}
