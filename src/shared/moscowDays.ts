/**
 * Calendar of the Moscow time zone, which has no daylight saving time. Daily rollups use Moscow days. The months of a
 * subscription are counted in Moscow time because the public offer promises «the same day of the next month».
 */
import { addUtcMonths } from './utcMonths';

const AHEAD_MS = 3 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

/** Last day of the month that every month has. */
export const EVERY_MONTH_HAS = 28;

/** Returns a date whose UTC fields (day, month, hour and so on) equal the fields of `moment` in Moscow time. */
export function shiftToMoscow(moment: Date | number): Date {
  return new Date(new Date(moment).getTime() + AHEAD_MS);
}

/** Returns the day of the month in Moscow time, from 1 to 31. */
export function dayOfMonth(moment: Date): number {
  return shiftToMoscow(moment).getUTCDate();
}

/**
 * Returns the date `months` calendar months after `moment` in Moscow time, on the day of the month `anchorDay`. In a
 * month without that day, the result is the last day of the month. The time of day does not change. For example, 31
 * January plus one month is 28 or 29 February, and 28 February plus one month with `anchorDay` 31 is 31 March.
 */
export function addMonths(moment: Date, months: number, anchorDay = dayOfMonth(moment)): Date {
  return new Date(addUtcMonths(shiftToMoscow(moment), months, anchorDay).getTime() - AHEAD_MS);
}

/** Returns the Moscow day of a date, as `yyyy-mm-dd`. */
export function moscowDay(moment: Date | number): string {
  return shiftToMoscow(moment).toISOString().slice(0, 10);
}

/** Returns the midnight in Moscow at the start of a day given as `yyyy-mm-dd`. */
export function startOfMoscowDay(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) - AHEAD_MS);
}

/**
 * Returns the day that is `days` days after `day`, or before `day` if `days` is negative. Days have the format
 * `yyyy-mm-dd`.
 * @example addToDay('2026-02-28', 1) // '2026-03-01'
 */
export function addToDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/**
 * Returns the number of days in the period from `from` to `to`, both included. Returns 0 or a negative number if `to`
 * is before `from`.
 * @example daysBetween('2026-02-01', '2026-02-03') // 3
 */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00.000Z`) - Date.parse(`${from}T00:00:00.000Z`)) / DAY_MS) + 1;
}
