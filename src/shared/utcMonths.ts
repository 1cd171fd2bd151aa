/** Calendar months in UTC, which is how the card provider counts them. */

/**
 * Returns the moment `months` calendar months later in UTC, on `anchorDay` or, if that month is shorter, on its last
 * day. The time of day stays.
 */
export function addUtcMonths(moment: Date, months: number, anchorDay = moment.getUTCDate()): Date {
  const result = new Date(moment);
  result.setUTCDate(1);
  result.setUTCMonth(result.getUTCMonth() + months);
  const daysInMonth = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate();
  result.setUTCDate(Math.min(anchorDay, daysInMonth));
  return result;
}
