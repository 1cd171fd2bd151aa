/**
 * Calendar of the fake card provider, in UTC. The card provider's calendar is separate from the product's billing
 * calendar, because the provider counts months by its own rules.
 */

const DAY_MS = 86_400_000;

/** Returns the time `days` × 24 hours after `moment`. */
export function addDays(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * DAY_MS);
}

/**
 * Returns the time `months` calendar months after `moment`, in UTC. The day of the month is kept. If the target month
 * is shorter, the result is the last day of the target month.
 */
export function addMonths(moment: Date, months: number): Date {
  const result = new Date(moment);
  result.setUTCDate(1);
  result.setUTCMonth(result.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate();
  result.setUTCDate(Math.min(moment.getUTCDate(), lastDay));
  return result;
}

/** Returns a time without its milliseconds, because times at the card provider have whole seconds. */
export function wholeSeconds(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / 1000) * 1000);
}
