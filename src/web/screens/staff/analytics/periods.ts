/** Periods of the analytics screen: reads the period from the URL and divides it into steps. */
import { ANALYTICS_MAX_DAYS, type AnalyticsOfDay } from '../../../../shared/contract/staffAnalytics';
import { toKopecks, toRubles } from '../../../../shared/money';
import { addToDay, daysBetween } from '../../../../shared/moscowDays';
import { isCalendarDay } from '../../../../shared/validation';
import { STAFF_ANALYTICS_TEXTS } from '../../../texts/staff/analytics';

export interface Period {
  from: string;
  to: string;
}

const DEFAULT_DAYS = 30;

const endingToday = (today: string, days: number): Period => ({ from: addToDay(today, 1 - days), to: today });
const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

/** Returns the predefined periods with their labels. */
export function choicesOf(today: string): readonly (Period & { label: string })[] {
  const lastOfBefore = addToDay(firstOfMonth(today), -1);
  return [
    ...[7, DEFAULT_DAYS, 90].map((days) => ({
      label: STAFF_ANALYTICS_TEXTS.last(days),
      ...endingToday(today, days),
    })),
    { label: STAFF_ANALYTICS_TEXTS.thisMonth, from: firstOfMonth(today), to: today },
    { label: STAFF_ANALYTICS_TEXTS.lastMonth, from: firstOfMonth(lastOfBefore), to: lastOfBefore },
    { label: STAFF_ANALYTICS_TEXTS.lastYear, ...endingToday(today, 365) },
  ];
}

/** Returns the period from the URL, and an error message for each invalid date. */
export function periodOf(
  query: URLSearchParams,
  today: string,
): { period: Period; problems: { from: string | null; to: string | null } } {
  const usual = endingToday(today, DEFAULT_DAYS);
  const period = { from: query.get('from') ?? usual.from, to: query.get('to') ?? usual.to };
  const problemOf = (day: string): string | null =>
    /^\d{4}-\d{2}-\d{2}$/.test(day) && isCalendarDay(day) ? null : STAFF_ANALYTICS_TEXTS.notUnderstood;
  const problems = { from: problemOf(period.from), to: problemOf(period.to) };
  if (problems.from !== null || problems.to !== null) return { period, problems };
  const days = daysBetween(period.from, period.to);
  if (days < 1) problems.to = STAFF_ANALYTICS_TEXTS.endsEarly;
  if (days > ANALYTICS_MAX_DAYS) problems.to = STAFF_ANALYTICS_TEXTS.tooLong(ANALYTICS_MAX_DAYS);
  return { period, problems };
}

export type Step = 'day' | 'month';

/** Maximum number of days in a plot with one step per day. Longer periods have one step per month. */
const MOST_DAYS = 92;

export const stepOf = (days: number): Step => (days <= MOST_DAYS ? 'day' : 'month');

/** Returns dd.mm for a day (`yyyy-mm-dd`) and mm.yyyy for a month. */
export function labelOf(day: string, step: Step): string {
  const [year, month, date] = day.split('-');
  return step === 'month' ? `${month ?? ''}.${year ?? ''}` : `${date ?? ''}.${month ?? ''}`;
}

/** Metrics that describe a state instead of events. The value of a month is the value at the end of the month. */
const STANDING = ['active', 'cancelled', 'gifted', 'paying', 'monthly'] as const;
const AMOUNTS = ['paid', 'refunded', 'chargedBack'] as const;
const COUNTS = [
  ...(['payments', 'refunds', 'chargebacks', 'failedCharges', 'failedFirstPayments', 'trialsBegun'] as const),
  ...(['trialsConverted', 'trialsCharged', 'joined', 'left', 'giftsUsed'] as const),
];

function joined(a: AnalyticsOfDay, b: AnalyticsOfDay): AnalyticsOfDay {
  const sum = { ...a };
  for (const name of COUNTS) sum[name] = a[name] + b[name];
  for (const name of AMOUNTS) sum[name] = toRubles(toKopecks(a[name]) + toKopecks(b[name]));
  for (const name of STANDING) sum[name] = b[name];
  return sum;
}

/** Groups the days into steps. `day` of a step is the first day of the step within the period. */
export function inSteps(days: readonly AnalyticsOfDay[], step: Step): AnalyticsOfDay[] {
  if (step === 'day') return [...days];
  const steps: AnalyticsOfDay[] = [];
  for (const day of days) {
    const last = steps.at(-1);
    if (last !== undefined && firstOfMonth(last.day) === firstOfMonth(day.day))
      steps[steps.length - 1] = joined(last, day);
    else steps.push(day);
  }
  return steps;
}
