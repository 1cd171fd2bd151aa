/** Periods of the analytics screen: reads the period from the URL, and describes the steps of a period. */
import {
  type AnalyticsStep,
  DAYS_OF_WEEK,
  endOfStep,
  firstOfMonth,
  startOfStep,
  toMonday,
} from '../../../../shared/analyticsSteps';
import { ANALYTICS_MAX_DAYS } from '../../../../shared/contract/staffAnalytics';
import { addToDay, daysBetween } from '../../../../shared/moscowDays';
import { OFFER_TERMS } from '../../../../shared/offerTerms';
import { isCalendarDay } from '../../../../shared/validation';
import { STAFF_ANALYTICS_TEXTS as TEXTS } from '../../../texts/staff/analytics';

export interface Period {
  from: string;
  to: string;
}

const DEFAULT_DAYS = 30;
const WEEKS = 13;
const MONTHS = 12;

const endingToday = (today: string, days: number): Period => ({ from: addToDay(today, 1 - days), to: today });

function firstOfMonthBefore(today: string, months: number): string {
  let first = firstOfMonth(today);
  for (let month = 0; month < months; month += 1) first = firstOfMonth(addToDay(first, -1));
  return first;
}

/** Returns the predefined periods with their labels. */
export function buildChoices(today: string): readonly (Period & { label: string })[] {
  const lastOfBefore = addToDay(firstOfMonth(today), -1);
  return [
    ...[DAYS_OF_WEEK, DEFAULT_DAYS].map((days) => ({ label: TEXTS.last(days), ...endingToday(today, days) })),
    {
      label: TEXTS.lastWeeks(WEEKS),
      from: addToDay(toMonday(today), -DAYS_OF_WEEK * (WEEKS - 1)),
      to: today,
    },
    { label: TEXTS.thisMonth, from: firstOfMonth(today), to: today },
    { label: TEXTS.lastMonth, from: firstOfMonth(lastOfBefore), to: lastOfBefore },
    { label: TEXTS.lastMonths(MONTHS), from: firstOfMonthBefore(today, MONTHS - 1), to: today },
  ];
}

/** Returns the period from the URL, and an error message for each invalid date. */
export function parsePeriod(
  query: URLSearchParams,
  today: string,
): { period: Period; problems: { from: string | null; to: string | null } } {
  const usual = endingToday(today, DEFAULT_DAYS);
  const period = { from: query.get('from') ?? usual.from, to: query.get('to') ?? usual.to };
  const findProblem = (day: string): string | null =>
    /^\d{4}-\d{2}-\d{2}$/.test(day) && isCalendarDay(day) ? null : TEXTS.notUnderstood;
  const problems = { from: findProblem(period.from), to: findProblem(period.to) };
  if (problems.from !== null || problems.to !== null) return { period, problems };
  const days = daysBetween(period.from, period.to);
  if (days < 1) problems.to = TEXTS.endsEarly;
  if (days > ANALYTICS_MAX_DAYS) problems.to = TEXTS.tooLong(ANALYTICS_MAX_DAYS);
  return { period, problems };
}

/** Maximum number of days in a chart with one step per day, and with one step per week. */
const MOST_DAYS = 45;
const MOST_DAYS_OF_WEEKS = 190;

/** Returns the length of a step that gives a readable number of steps. */
export function chooseStep({ from, to }: Period): AnalyticsStep {
  const days = daysBetween(from, to);
  if (days <= MOST_DAYS) return 'day';
  return days <= MOST_DAYS_OF_WEEKS ? 'week' : 'month';
}

const dayAndMonth = (day: string): string => `${day.slice(8)}.${day.slice(5, 7)}`;

/** Returns a day (`yyyy-mm-dd`) as `dd.mm.yy`. */
const formatDate = (day: string): string => `${dayAndMonth(day)}.${day.slice(2, 4)}`;

/** Returns the days of a period as `dd.mm.yy – dd.mm.yy`, or one date for a period of one day. */
export const formatDates = ({ from, to }: Period): string =>
  from === to ? formatDate(from) : `${formatDate(from)} – ${formatDate(to)}`;

/** Returns the days of a step, or mm.yyyy for a whole month. */
export function formatStepDates(step: Period, length: AnalyticsStep): string {
  const isWholeMonth =
    length === 'month' && step.from === firstOfMonth(step.from) && step.to === endOfStep(step.from, 'month');
  return isWholeMonth ? formatLabel(step, 'month') : formatDates(step);
}

/** Returns the short label of a step: dd.mm of its first day, or mm.yyyy of its month. */
export function formatLabel({ from }: Period, step: AnalyticsStep): string {
  return step === 'month' ? `${from.slice(5, 7)}.${from.slice(0, 4)}` : dayAndMonth(from);
}

/** Returns why the figures of a step are not final or not those of a whole day, week or month; otherwise null. */
export function explainPartial({ from, to }: Period, step: AnalyticsStep, today: string): string | null {
  if (from <= today && endOfStep(from, step) >= today && to >= today) return TEXTS.inProgress;
  return from === startOfStep(from, step) && to === endOfStep(to, step) ? null : TEXTS.cut;
}

/** Days after a trial started within which its first monthly charge is expected, including repeated attempts. */
const CONVERSION_DAYS =
  Math.max(OFFER_TERMS.webTrialDays, OFFER_TERMS.mobileTrialDays, OFFER_TERMS.campaignTrialDays) + 3;

/** Returns whether trials that started in the week of `monday` may still be charged for the first time. */
export function hasRunningTrials(monday: string, today: string): boolean {
  return addToDay(endOfStep(monday, 'week'), CONVERSION_DAYS) >= today;
}
