/**
 * Steps of the analytics: days, weeks from Monday to Sunday, and calendar months. All days are Moscow days in the format
 * `yyyy-mm-dd`.
 */
import { addToDay } from './moscowDays';

export const ANALYTICS_STEPS = ['day', 'week', 'month'] as const;
/** Length of a step of a period. A week starts on Monday. */
export type AnalyticsStep = (typeof ANALYTICS_STEPS)[number];

export const DAYS_OF_WEEK = 7;

/** Returns the first day of the month of `day`. */
export const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

/** Returns the last day of the month of `day`. */
export function lastOfMonth(day: string): string {
  return addToDay(firstOfMonth(addToDay(firstOfMonth(day), 31)), -1);
}

/** Returns the Monday of the week of `day`. */
export function toMonday(day: string): string {
  const daysAfterSunday = new Date(`${day}T00:00:00.000Z`).getUTCDay();
  return addToDay(day, -((daysAfterSunday + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK));
}

/** Returns the first day of the step that contains `day`. */
export function startOfStep(day: string, step: AnalyticsStep): string {
  if (step === 'day') return day;
  return step === 'week' ? toMonday(day) : firstOfMonth(day);
}

/** Returns the last day of the step that contains `day`. */
export function endOfStep(day: string, step: AnalyticsStep): string {
  if (step === 'day') return day;
  return step === 'week' ? addToDay(toMonday(day), DAYS_OF_WEEK - 1) : lastOfMonth(day);
}
