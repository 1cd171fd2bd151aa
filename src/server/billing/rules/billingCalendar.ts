/** Calendar arithmetic of billing, in UTC. */

const DAY_MS = 86_400_000;

/** `days` times 24 hours later. */
export function addDays(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * DAY_MS);
}

/**
 * `months` calendar months later, on the anchor day of the subscription or, where the month is
 * shorter, on its last day: 31 January + 1 = 28 or 29 February, and from there with anchor 31
 * + 1 = 31 March. The time of day stays.
 */
export function addMonths(moment: Date, months: number, anchorDay = moment.getUTCDate()): Date {
  const result = new Date(moment);
  result.setUTCDate(1);
  result.setUTCMonth(result.getUTCMonth() + months);
  const daysInMonth = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate();
  result.setUTCDate(Math.min(anchorDay, daysInMonth));
  return result;
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
