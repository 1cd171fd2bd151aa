/**
 * Parses the ISO 8601 durations by which the sandbox clock can move. The clock can move only forward, in calendar and
 * clock units.
 */
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

/** Parses a duration. Returns null if the text is not a duration or if the duration is negative. */
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
 * Returns the time that is one duration after `start`, in UTC. Years and months are added by the calendar and never
 * skip a month, so 31 January plus one month is the last day of February. Returns an invalid `Date` if the result
 * exceeds the range of `Date`.
 */
export function addDuration(start: Date, duration: Duration): Date {
  const byCalendar = addUtcMonths(start, duration.years * 12 + duration.months);
  const byDays = addDays(byCalendar, duration.weeks * 7 + duration.days);
  const clockMs = Math.round((duration.hours * 3600 + duration.minutes * 60 + duration.seconds) * SECOND_MS);
  return new Date(byDays.getTime() + clockMs);
}
