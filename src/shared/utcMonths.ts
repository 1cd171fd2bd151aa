/** Adds calendar months in UTC, because the card provider counts months in UTC. */

/**
 * Returns the date `months` calendar months after `moment` in UTC, on the day of the month `anchorDay`. In a month
 * without that day, the result is the last day of the month. The time of day does not change.
 */
export function addUtcMonths(moment: Date, months: number, anchorDay = moment.getUTCDate()): Date {
  const result = new Date(moment);
  result.setUTCDate(1);
  result.setUTCMonth(result.getUTCMonth() + months);
  const daysInMonth = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate();
  result.setUTCDate(Math.min(anchorDay, daysInMonth));
  return result;
}
