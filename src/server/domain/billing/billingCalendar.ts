/** Moments and days of billing. Calendar months are counted in Moscow (`shared/moscowDays.ts`). */

const DAY_MS = 86_400_000;

/** `days` times 24 hours later. */
export function addDays(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * DAY_MS);
}

/** Midnight, UTC, of the same day. */
export function startOfDay(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / DAY_MS) * DAY_MS);
}

/** Without its milliseconds: the card provider's times have whole seconds. */
export function wholeSeconds(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / 1000) * 1000);
}

/** The later one; a missing one is earlier than any. */
export function later(a: Date, b: Date | null): Date {
  return b !== null && b > a ? b : a;
}
