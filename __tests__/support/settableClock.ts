/** Time as a parameter: stands still until a test moves it. */
import type { Clock } from '../../src/server/ports/clock';

/** Where the servers of the tests begin. */
export const TEST_START = '2026-11-21T09:00:00.000Z';

export interface SettableClock extends Clock {
  set(to: Date | string): void;
  /** ms. */
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
