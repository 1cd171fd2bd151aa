/**
 * Moving the sandbox's clock forward the way time itself would: every moment at which something is
 * due is visited in its order, with the clock standing there, and what it sets off is waited for.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { MovableClock } from './movableClock';

/** Somebody who waits for the clock: the card provider's recurring payments, the product's jobs. */
export interface TimeSource {
  /** When it next has something to do; null for never. May be in the past. */
  nextDueAt(): Promise<Date | null>;
  /** Does what is due now and resolves when all that it set off has arrived. */
  runDue(): Promise<void>;
}

/** How far the clock has come on its way. */
export interface Progress {
  now: Date;
  end: Date;
}

export interface TimeTravel {
  /**
   * Goes forward to `target(now)` through everything due on the way, and tells of each step. Returns where it landed.
   */
  advance(target: (now: Date) => Date, notify?: (progress: Progress) => void): Promise<Date>;
}

/** Work that another runner holds is waited for this long in real time, ms, before time goes on. */
const PATIENCE_MS = 5000;
const PAUSE_MS = 25;

/** Calls are served one at a time. */
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

  /** True when nothing is due any more; false when something stays due in spite of being run. */
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
          // Time goes on by itself too: something may have become due since it was looked for.
          if (settled && moments.some((at) => at <= now)) continue;
          if (now >= end.getTime()) return clock.now();
          const ahead = moments.filter((at) => at > now);
          await clock.moveTo(new Date(Math.min(end.getTime(), ...ahead)));
        }
      }),
  };
}
