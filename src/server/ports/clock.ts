/**
 * Clock interface. Server code gets its clock as a parameter, and only `systemClock` reads the clock of the operating
 * system.
 */
export interface Clock {
  /** Returns the current time. */
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
