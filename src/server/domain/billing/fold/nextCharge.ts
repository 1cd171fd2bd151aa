/** Changes the date of the next charge of a subscription agreement. */
import { addMonths, dayOfMonth } from '../../../../shared/moscowDays';
import { addUtcMonths } from '../../../../shared/utcMonths';
import { addDays, later } from '../billingCalendar';
import { PROVIDER_HORIZON_MONTHS } from '../chargeDates';
import { isLastOfMonth, isSameCharge, monthPaidAt, SAME_CALENDAR_MS, type Schedule } from '../chargeSchedule';
import { CLOCK_SKEW_MS } from '../eventOrder';
import type { Agreement } from '../subscriptionState';
import { deriveAccessUntil, type FoldState } from './foldState';

/**
 * Moves the next charge to another date, of which the card provider must be notified. The card provider's report on
 * the old charge date is discarded.
 */
export function moveCharge(agreement: Agreement, to: Date, at: Date): void {
  const wasDueAt = agreement.nextChargeAt;
  if (agreement.chargedBy === 'merchant') {
    agreement.nextChargeAt = to;
    agreement.providerNextChargeAt = null;
    agreement.failedCharge = null;
    agreement.failures = 0;
    agreement.hasFailedForGood = false;
    return;
  }
  if (to > wasDueAt && at.getTime() >= wasDueAt.getTime() - CLOCK_SKEW_MS) agreement.movedFromDue = wasDueAt;
  agreement.nextChargeAt = to;
  agreement.movedTo = to;
  agreement.startAt = to;
  agreement.correctedFrom = null;
  agreement.resumesAt =
    to > addUtcMonths(at, PROVIDER_HORIZON_MONTHS)
      ? // The date keeps one day of safety margin to the card provider's limit.
        addDays(addUtcMonths(to, -PROVIDER_HORIZON_MONTHS), 1)
      : null;
  agreement.providerNextChargeAt = null;
  agreement.failedCharge = null;
}

/**
 * Returns the beginning of the month that ends on the charge date of a subscription agreement, but not before the end of
 * access. The month of a late charge began on its charge date, because access continued until the charge. `earlierDate` is
 * that charge date if it is not on the anchor day, otherwise null.
 */
export function beginOfMonth(
  state: FoldState,
  { nextChargeAt, anchorDay }: Agreement,
  earlierDate: Date | null,
): Date {
  return later(earlierDate ?? addMonths(nextChargeAt, -1, anchorDay), deriveAccessUntil(state));
}

/**
 * Returns the schedule after a month that is paid at `at`, and the charge date of that month if it is earlier than its
 * anchor day, because it was announced before the anchor day changed.
 */
export function scheduleAfter(
  state: FoldState,
  agreement: Agreement,
  at: Date,
): { schedule: Schedule; earlierDate: Date | null } {
  const accessUntil = deriveAccessUntil(state);
  const isCovered = accessUntil !== null && accessUntil > agreement.nextChargeAt;
  const covered: Schedule = isCovered
    ? {
        nextChargeAt: accessUntil,
        anchorDay: dayOfMonth(accessUntil),
        runDay: runDayOfEnd(state, accessUntil),
      }
    : agreement;
  const { from, until } = monthPaidAt(covered, at);
  const { anchorDay, runDay } = covered;
  return {
    schedule: { nextChargeAt: until, anchorDay, runDay },
    earlierDate: from < addMonths(until, -1, anchorDay) ? from : null,
  };
}

/** Returns the day of the month from which months after the end of access are counted, which may be a clamped date. */
function runDayOfEnd(state: FoldState, accessUntil: Date): number {
  const day = dayOfMonth(accessUntil);
  return isLastOfMonth(accessUntil) ? Math.max(day, state.runDay ?? day) : day;
}

/**
 * Sets the charge date of a new subscription agreement to the charge date of the agreement that it continues, unless
 * the new agreement's own charge date is later.
 */
export function takeOverSchedule(
  agreement: Agreement,
  { nextChargeAt, anchorDay, runDay }: Schedule,
  at: Date,
): void {
  const lateBy = agreement.nextChargeAt.getTime() - nextChargeAt.getTime();
  if (lateBy <= SAME_CALENDAR_MS) Object.assign(agreement, { anchorDay, runDay });
  if (lateBy < -SAME_CALENDAR_MS) moveCharge(agreement, nextChargeAt, at);
}

/**
 * Charges the new card on the date to which the charge of the old card is postponed, and keeps the original date for
 * the later charges. Returns false, and changes nothing, if the order does not name the postponed date.
 */
export function takeOverPostponed(agreement: Agreement, earlier: Agreement): boolean {
  const { nextChargeAt: offered } = agreement;
  if (earlier.postponedTo === null || !isSameCharge(offered, earlier.postponedTo)) return false;
  agreement.nextChargeAt = earlier.nextChargeAt;
  agreement.anchorDay = earlier.anchorDay;
  agreement.runDay = earlier.runDay;
  agreement.postponedTo = offered;
  agreement.providerNextChargeAt = offered;
  return true;
}
