/** How a running server ends: announced first, then drained, then stopped. */
import { setTimeout as wait } from 'node:timers/promises';
import type { ListeningServer } from '../http/listen';

/** What a closing part may take, ms: a connection that hangs keeps no process. */
const CLOSE_DEADLINE_MS = 1500;

/** Whether the end has been announced; load balancers ask by way of `/readyz`. */
export interface Stopping {
  isStopping: () => boolean;
  /**
   * Announces the end, goes on answering for `drainSeconds`, lets requests under way finish, and stops the jobs
   * beside all of that.
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

/** Closes a part; after the deadline it is left to the end of the process. */
export async function closeInTime(close: () => Promise<void>): Promise<void> {
  const late = new AbortController();
  await Promise.race([
    close(),
    wait(CLOSE_DEADLINE_MS, undefined, { signal: late.signal }).catch(() => undefined),
  ]);
  late.abort();
}
