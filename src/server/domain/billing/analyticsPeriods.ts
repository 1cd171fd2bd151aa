/** Periods of the owner's analytics. All days are Moscow days in the format `yyyy-mm-dd`. */
import {
  type AnalyticsStep,
  DAYS_OF_WEEK,
  endOfStep,
  firstOfMonth,
  lastOfMonth,
} from '../../../shared/analyticsSteps';
import { addToDay, daysBetween } from '../../../shared/moscowDays';

/** Period of whole days. Both days belong to the period. */
export interface DayPeriod {
  from: string;
  to: string;
}

/** Divides a period into steps. The first and the last step may be cut by the ends of the period. */
export function splitIntoSteps({ from, to }: DayPeriod, step: AnalyticsStep): DayPeriod[] {
  const steps: DayPeriod[] = [];
  for (let start = from; start <= to;) {
    const end = endOfStep(start, step);
    steps.push({ from: start, to: end < to ? end : to });
    start = addToDay(end, 1);
  }
  return steps;
}

function monthsBefore(day: string, months: number): string {
  const year = Number(day.slice(0, 4));
  const month = Number(day.slice(5, 7)) - 1 - months;
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}

/**
 * Returns the period with which a period is compared. A period that starts with a month is compared with as many months
 * before, up to the same day of the month. Any other period is compared with as many days before. If the steps are
 * weeks, the number of days is rounded up to whole weeks.
 * @example previousPeriod({ from: '2026-11-01', to: '2026-11-25' }, 'day') // 2026-10-01 to 2026-10-25
 * @example previousPeriod({ from: '2026-11-19', to: '2026-11-25' }, 'day') // 2026-11-12 to 2026-11-18
 */
export function previousPeriod({ from, to }: DayPeriod, step: AnalyticsStep): DayPeriod {
  if (from === firstOfMonth(from) && step !== 'week') {
    const months =
      (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 +
      Number(to.slice(5, 7)) -
      Number(from.slice(5, 7)) +
      1;
    const last = lastOfMonth(monthsBefore(to, months));
    const sameDay = `${last.slice(0, 8)}${to.slice(8)}`;
    return {
      from: monthsBefore(from, months),
      to: to === lastOfMonth(to) || sameDay > last ? last : sameDay,
    };
  }
  const days = daysBetween(from, to);
  const shift = step === 'week' ? Math.ceil(days / DAYS_OF_WEEK) * DAYS_OF_WEEK : days;
  return { from: addToDay(from, -shift), to: addToDay(to, -shift) };
}
