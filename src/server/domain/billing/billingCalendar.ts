/** Calculates dates for billing. Calendar months are counted in Moscow time (`shared/moscowDays.ts`). */

const DAY_MS = 86_400_000;

/** Returns the time `days` × 24 hours after `moment`. */
export function addDays(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * DAY_MS);
}

/** Returns the start of the UTC day (00:00 UTC) that contains `moment`. */
export function startOfDay(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / DAY_MS) * DAY_MS);
}

/** Returns a date rounded down to whole seconds, because the card provider's dates have whole seconds. */
export function wholeSeconds(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / 1000) * 1000);
}

/** Returns the later of two dates. A null date counts as earlier than every other date. */
export function later(a: Date, b: Date | null): Date {
  return b !== null && b > a ? b : a;
}
