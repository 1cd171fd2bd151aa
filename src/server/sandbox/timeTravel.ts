/**
 * Moves the sandbox clock forward as real time would. The sandbox clock stops at every due time in chronological order,
 * and all work due at that time completes before the clock moves on.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { MovableClock } from './movableClock';

/** Source of scheduled work, for example the card provider's recurring payments or the product's jobs. */
export interface TimeSource {
  /** Returns the time of the next work, which may be in the past, or null if no work is scheduled. */
  nextDueAt(): Promise<Date | null>;
  /** Runs all work that is due now. Resolves when the work and its effects have completed. */
  runDue(): Promise<void>;
}

/** Progress of a clock move: the current time and the target time. */
export interface Progress {
  now: Date;
  end: Date;
}

export interface TimeTravel {
  /**
   * Moves the sandbox clock to `target(now)` and runs all work that becomes due on the way. Calls `notify` before each
   * step. Returns the time that the sandbox clock shows at the end of the move.
   */
  advance(target: (now: Date) => Date, notify?: (progress: Progress) => void): Promise<Date>;
}

/** Maximum real time to wait for work that another process is running, in ms. */
const PATIENCE_MS = 5000;
const PAUSE_MS = 25;

/**
 * Creates the object that moves the sandbox clock, one move at a time.
 *
 * @example
 * const travel = createTimeTravel(clock, [provider, product]);
 * await travel.advance((now) => addDays(now, 30));
 */
export function createTimeTravel(
  clock: MovableClock,
  sources: readonly TimeSource[],
  { patienceMs = PATIENCE_MS } = {},
): TimeTravel {
  let queue: Promise<unknown> = Promise.resolve();

  function oneAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = queue.then(work);
    queue = result.catch(() => undefined);
    return result;
  }

  async function dueMoments(): Promise<number[]> {
    const moments: number[] = [];
    for (const source of sources) {
      const at = await source.nextDueAt();
      if (at) moments.push(at.getTime());
    }
    return moments;
  }

  /** Runs due work until no more work is due. Returns false if some work stays due although `runDue` was called. */
  async function settle(): Promise<boolean> {
    let before = '';
    for (let waitedMs = 0; waitedMs <= patienceMs;) {
      for (const source of sources) await source.runDue();
      const now = clock.now().getTime();
      const due = (await dueMoments()).filter((at) => at <= now);
      if (due.length === 0) return true;
      const after = JSON.stringify(due);
      if (after === before) {
        await pause(PAUSE_MS);
        waitedMs += PAUSE_MS;
      }
      before = after;
    }
    return false;
  }

  return {
    advance: (target, notify = () => undefined) =>
      oneAtATime(async () => {
        const end = target(clock.now());
        for (;;) {
          notify({ now: clock.now(), end });
          const settled = await settle();
          const moments = await dueMoments();
          const now = clock.now().getTime();
          // Real time also advances, so new work may have become due since the last check.
          if (settled && moments.some((at) => at <= now)) continue;
          if (now >= end.getTime()) return clock.now();
          const ahead = moments.filter((at) => at > now);
          await clock.moveTo(new Date(Math.min(end.getTime(), ...ahead)));
        }
      }),
  };
}
