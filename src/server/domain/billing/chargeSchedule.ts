/**
 * Computes charge dates and the months that charges pay, by this server's calendar and by the card provider's calendar.
 */
import { addMonths, dayOfMonth } from '../../../shared/moscowDays';
import { addUtcMonths } from '../../../shared/utcMonths';
import { addDays } from './billingCalendar';
import { CLOCK_SKEW_MS } from './eventOrder';
import type { Agreement } from './subscriptionState';

/**
 * Maximum difference between two dates that count as dates of the same charge, in ms. The tolerance covers the time
 * between the offer and the payment.
 */
const SAME_CHARGE_MS = 12 * 3_600_000;

/** Maximum number of days of a month. */
const DAYS_MAX = 31;

/**
 * Maximum difference at which a date of the card provider and a date of this server count as equal, in ms. The card
 * provider reports dates in whole seconds.
 */
export const SAME_CALENDAR_MS = 60_000;

/** Returns whether a date of the card provider and a date of this server count as equal. */
export const isSameMoment = (a: Date, b: Date): boolean =>
  Math.abs(a.getTime() - b.getTime()) <= SAME_CALENDAR_MS;

/** Returns whether two dates are dates of the same charge. */
export const isSameCharge = (a: Date, b: Date): boolean =>
  Math.abs(a.getTime() - b.getTime()) < SAME_CHARGE_MS;

/**
 * Returns when the card provider charges next after a charge, by the provider's own calendar: the start date of the
 * recurring payment plus whole months in UTC.
 */
export function providerChargeAfter(startAt: Date, chargedAt: Date): Date {
  const months = (date: Date): number => date.getUTCFullYear() * 12 + date.getUTCMonth();
  let count = Math.max(0, months(chargedAt) - months(startAt));
  while (addUtcMonths(startAt, count).getTime() <= chargedAt.getTime() + SAME_CHARGE_MS) count += 1;
  return addUtcMonths(startAt, count);
}

/**
 * Returns the end of the period that a first payment buys from `from` on. If `trialDays` is null, the payment buys one
 * month.
 */
export function firstPeriodEnd(from: Date, trialDays: number | null): Date {
  return trialDays === null ? addMonths(from, 1) : addDays(from, trialDays);
}

/**
 * Returns the day of the month, in Moscow time, on which the month began that ends on `end` and was sold from `from` on.
 * The day may be later than the day of `end`, if `end` was clamped to the end of its month. The order may have been
 * offered some hours before `from`.
 */
export function deriveRunDay(end: Date, from: Date): number {
  const day = dayOfMonth(end);
  // A date that is not the last day of its month was not clamped.
  if (!isLastOfMonth(end)) return day;
  const latest = from.getTime() + CLOCK_SKEW_MS;
  for (let later = DAYS_MAX; later > day; later -= 1) {
    const begin = addMonths(end, -1, later);
    if (dayOfMonth(begin) === later && begin.getTime() <= latest) return later;
  }
  return day;
}

/** Returns whether a date is on the last day of its month, so that it may have been clamped. */
export const isLastOfMonth = (date: Date): boolean =>
  addMonths(date, 0, DAYS_MAX).getTime() === date.getTime();

/** Charge date of a subscription agreement, and the days of the month from which its months are counted. */
export type Schedule = Pick<Agreement, 'nextChargeAt' | 'anchorDay' | 'runDay'>;

/** Returns the month that is paid at `at`, from one charge date to the next one by this server's calendar. */
export function monthPaidAt(
  { nextChargeAt, anchorDay }: Pick<Agreement, 'nextChargeAt' | 'anchorDay'>,
  at: Date,
): { from: Date; until: Date } {
  let from = nextChargeAt;
  let until = addMonths(from, 1, anchorDay);
  while (until <= at) {
    from = until;
    until = addMonths(from, 1, anchorDay);
  }
  return { from, until };
}

/** Returns the date of the charge that follows a charge at `at`, in whole months of this server's calendar. */
export const chargeAfter = (agreement: Pick<Agreement, 'nextChargeAt' | 'anchorDay'>, at: Date): Date =>
  monthPaidAt(agreement, at).until;
