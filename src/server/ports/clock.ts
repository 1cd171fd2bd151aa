/** Clock interface. Server code takes the time from a parameter. Only `systemClock` reads the system clock. */
export interface Clock {
  /** Returns the current time. */
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
