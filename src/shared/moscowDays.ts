/** Days by the calendar of Moscow, which keeps no summer time: what is summed by day is summed by these. */

const AHEAD_MS = 3 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

/** The day (`yyyy-mm-dd`) that a moment falls on in Moscow. */
export function moscowDay(moment: Date | number): string {
  return new Date(new Date(moment).getTime() + AHEAD_MS).toISOString().slice(0, 10);
}

/** The day some days later, or earlier. */
export function addToDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** How many days a period has, both its ends among them; 0 or less when it ends before it begins. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00.000Z`) - Date.parse(`${from}T00:00:00.000Z`)) / DAY_MS) + 1;
}
