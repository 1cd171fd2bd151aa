/** Waits for deliveries in the background, and runs a job that claims rows with SKIP LOCKED without any of them. */
import type { Deps } from '../../src/server/deps';

/** Resolves when the test server delivers no message. Starts no delivery. */
export async function deliveriesEnd({ memory }: Deps): Promise<void> {
  for (;;) {
    const rounds = Object.values(memory.delivery.lanes).flatMap(({ running, next }) => [
      ...(running === null ? [] : [running]),
      ...(next === null ? [] : [next]),
    ]);
    if (rounds.length === 0) return;
    await Promise.allSettled(rounds);
  }
}

/**
 * Runs a job once the deliveries that the test has started in the background are done. On PostgreSQL a job does not
 * claim rows that a delivery has locked. In production the next run claims them, but a test runs the job once.
 */
export async function runAlone(job: (deps: Deps) => Promise<unknown>, deps: Deps): Promise<void> {
  await deliveriesEnd(deps);
  await job(deps);
}
