/** ISO 8601 durations, as far as a clock may be moved by one: forward, in calendar and clock units. */
import { addUtcMonths } from '../../shared/utcMonths';
import { addDays } from '../domain/billing/billingCalendar';

export interface Duration {
  years: number;
  months: number;
  weeks: number;
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
}

const PATTERN =
  /^P(?!$)(?:(\d{1,7})Y)?(?:(\d{1,7})M)?(?:(\d{1,7})W)?(?:(\d{1,7})D)?(?:T(?!$)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:[.,]\d{1,9})?)S)?)?$/;

/** Null for what is not a duration; a negative one is none here. */
export function parseDuration(text: string): Duration | null {
  const match = PATTERN.exec(text);
  if (!match) return null;
  const part = (index: number) => Number((match[index] ?? '0').replace(',', '.'));
  return {
    years: part(1),
    months: part(2),
    weeks: part(3),
    days: part(4),
    hours: part(5),
    minutes: part(6),
    seconds: part(7),
  };
}

const SECOND_MS = 1000;

/**
 * The moment a duration later, UTC. Years and months go by the calendar and stay within the month
 * (31 January and one month: the last day of February). An invalid Date beyond what a date holds.
 */
export function addDuration(start: Date, duration: Duration): Date {
  const byCalendar = addUtcMonths(start, duration.years * 12 + duration.months);
  const byDays = addDays(byCalendar, duration.weeks * 7 + duration.days);
  const clockMs = Math.round((duration.hours * 3600 + duration.minutes * 60 + duration.seconds) * SECOND_MS);
  return new Date(byDays.getTime() + clockMs);
}
