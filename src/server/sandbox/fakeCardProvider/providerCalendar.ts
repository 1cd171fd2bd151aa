/**
 * Calendar of the fake card provider, in UTC. The provider's calendar is separate from the product's billing
 * calendar, because the provider counts months by its own rules.
 */

const DAY_MS = 86_400_000;

/** Returns the moment `days` × 24 hours later. */
export function addDays(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * DAY_MS);
}

/**
 * Returns the moment `months` calendar months later in UTC. The day of the month is kept or, if the target month is
 * shorter, becomes its last day.
 */
export function addMonths(moment: Date, months: number): Date {
  const result = new Date(moment);
  result.setUTCDate(1);
  result.setUTCMonth(result.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate();
  result.setUTCDate(Math.min(moment.getUTCDate(), lastDay));
  return result;
}

/** Returns the moment without its milliseconds, because the provider's times have whole seconds. */
export function wholeSeconds(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / 1000) * 1000);
}
