/**
 * The calendar of Moscow, which has no daylight saving time. Figures are summed by its days, and months of a
 * subscription are counted in it, because the offer promises «the same day of the next month».
 */
import { addUtcMonths } from './utcMonths';

const AHEAD_MS = 3 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

/** Returns a moment whose UTC fields (day, month, hour …) are those of `moment` in Moscow. */
export function shiftToMoscow(moment: Date | number): Date {
  return new Date(new Date(moment).getTime() + AHEAD_MS);
}

/** Returns the day of the month in Moscow, from 1. */
export function dayOfMonth(moment: Date): number {
  return shiftToMoscow(moment).getUTCDate();
}

/**
 * Returns the moment `months` calendar months later in Moscow, on `anchorDay` or, if that month is shorter, on its last
 * day: 31 January + 1 = 28 or 29 February, and from there with anchor 31 + 1 = 31 March. The time of day stays.
 */
export function addMonths(moment: Date, months: number, anchorDay = dayOfMonth(moment)): Date {
  return new Date(addUtcMonths(shiftToMoscow(moment), months, anchorDay).getTime() - AHEAD_MS);
}

/** The day (`yyyy-mm-dd`) that a moment falls on in Moscow. */
export function moscowDay(moment: Date | number): string {
  return shiftToMoscow(moment).toISOString().slice(0, 10);
}

/** Returns midnight in Moscow at which a day (`yyyy-mm-dd`) begins. */
export function startOfMoscowDay(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) - AHEAD_MS);
}

/** The day some days later, or earlier. */
export function addToDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** How many days a period has, both its ends among them; 0 or less when it ends before it begins. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00.000Z`) - Date.parse(`${from}T00:00:00.000Z`)) / DAY_MS) + 1;
}
