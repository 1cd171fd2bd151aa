/** Stops a running server in three steps: announce the shutdown, drain requests, close. */
import { setTimeout as wait } from 'node:timers/promises';
import type { ListeningServer } from '../http/listen';

/** Timeout for closing one resource, in ms. A hanging connection must not keep the process alive. */
const CLOSE_DEADLINE_MS = 1500;

/** Shutdown state of a server. `/readyz` reports to load balancers whether the shutdown has been announced. */
export interface Stopping {
  isStopping: () => boolean;
  /**
   * Announces the shutdown, keeps serving for `drainSeconds`, and then lets pending requests finish. Stops the jobs
   * at the same time.
   */
  stopServing(
    listening: ListeningServer,
    jobs: { stop(): Promise<void> },
    drainSeconds: number,
  ): Promise<void>;
}

export function createStopping(): Stopping {
  let isStopping = false;
  return {
    isStopping: () => isStopping,
    async stopServing(listening, jobs, drainSeconds) {
      isStopping = true;
      const jobsStopped = jobs.stop();
      await wait(drainSeconds * 1000);
      await Promise.all([listening.close(), jobsStopped]);
    },
  };
}

/** Closes a resource. If closing exceeds the timeout, the resource is closed when the process ends. */
export async function closeInTime(close: () => Promise<void>): Promise<void> {
  const late = new AbortController();
  await Promise.race([
    close(),
    wait(CLOSE_DEADLINE_MS, undefined, { signal: late.signal }).catch(() => undefined),
  ]);
  late.abort();
}
