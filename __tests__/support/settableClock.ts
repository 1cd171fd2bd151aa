/** A clock whose time changes only when a test changes it. */
import type { Clock } from '../../src/server/ports/clock';

/** Initial time of the clock of the test servers. */
export const TEST_START = '2026-11-21T09:00:00.000Z';

export interface SettableClock extends Clock {
  set(to: Date | string): void;
  /** Moves the clock forward by the given number of ms. */
  advance(by: number): void;
}

export function settableClock(start: Date | string): SettableClock {
  let now = new Date(start);
  return {
    now: () => new Date(now),
    set: (to) => {
      now = new Date(to);
    },
    advance: (by) => {
      now = new Date(now.getTime() + by);
    },
  };
}
