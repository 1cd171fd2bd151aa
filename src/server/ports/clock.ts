/** Time is always a parameter: nothing on the server reads the machine's clock but this adapter. */
export interface Clock {
  /** Now. */
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
