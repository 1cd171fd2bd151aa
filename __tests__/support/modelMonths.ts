/** Months in Moscow time, for the model of subscriptions, which shares no code with the product. Times are ms since 1970. */
const DAY = 86_400_000;
const MOSCOW_AHEAD = 3 * 3_600_000;

/** Returns the day of the month in Moscow. */
export const moscowDayOfMonth = (at: number): number => new Date(at + MOSCOW_AHEAD).getUTCDate();

/** Returns the same time of day on day `anchorDay` of a later month in Moscow, or on the last day of a shorter month. */
export function monthsLater(at: number, months: number, anchorDay: number): number {
  const local = new Date(at + MOSCOW_AHEAD);
  const [year, month] = [local.getUTCFullYear(), local.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const timeOfDay = (at + MOSCOW_AHEAD) % DAY;
  return Date.UTC(year, month, Math.min(anchorDay, lastDay)) + timeOfDay - MOSCOW_AHEAD;
}
