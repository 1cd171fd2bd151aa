/** Computes the access periods that payments buy. */
import { dayOfMonth } from '../../../../shared/moscowDays';
import { later } from '../billingCalendar';
import {
  deriveRunDay,
  firstPeriodEnd,
  isSameCharge,
  isSameMoment,
  providerChargeAfter,
} from '../chargeSchedule';
import { paymentKey } from '../ledgerEvents';
import type { Segment } from '../segments';
import type { NewPayment } from './agreements';
import { deriveAccessUntil, type FoldState } from './foldState';
import { beginOfMonth, moveCharge, scheduleAfter } from './nextCharge';

/** Returns the expiry of a first payment's access period, which must not be before the first charge of its order. */
export function buyFirstPeriod({ at, data, agreement }: NewPayment, from: Date): Date {
  const start = new Date(data.recurringPaymentStartAt);
  const bought = firstPeriodEnd(from, data.trialDays);
  const until = isSameCharge(bought, start) ? start : later(bought, start);
  agreement.runDay = data.trialDays === null ? deriveRunDay(until, from) : dayOfMonth(until);
  if (until > agreement.nextChargeAt) {
    // The offer was made before the payer was known or before a gift was activated. The charge is moved so that no
    // day is paid for twice.
    agreement.anchorDay = dayOfMonth(until);
    moveCharge(agreement, until, at);
  }
  return until;
}

/**
 * Returns the access period that a charge buys: one month from the charge date, or one month from the end of a gift that
 * ends later. The card provider counts months in UTC and reports no next date after a charge. The
 * next charge is therefore moved if the card provider's charge date would differ from this server's charge date.
 */
export function buyMonth(state: FoldState, { at, agreement }: NewPayment): Pick<Segment, 'from' | 'until'> {
  const accessUntil = deriveAccessUntil(state);
  const isCovered = accessUntil !== null && accessUntil > agreement.nextChargeAt;
  const { schedule, earlierDate } = scheduleAfter(state, agreement, at);
  Object.assign(agreement, schedule);
  const month = { from: beginOfMonth(state, agreement, earlierDate), until: agreement.nextChargeAt };
  agreement.providerNextChargeAt = null;
  agreement.failedCharge = null;
  agreement.movedFromDue = null;
  agreement.movedTo = null;
  agreement.correctedFrom = null;
  agreement.resumesAt = null;
  agreement.postponedTo = null;
  if (agreement.chargedBy === 'merchant') {
    agreement.failures = 0;
    agreement.hasFailedForGood = false;
    return month;
  }
  const theirs = providerChargeAfter(agreement.startAt, at);
  const isCorrected = !isSameMoment(theirs, agreement.nextChargeAt);
  if (isCovered || isCorrected) moveCharge(agreement, agreement.nextChargeAt, at);
  if (isCorrected) agreement.correctedFrom = theirs;
  return month;
}

/** Records the access period that a payment bought. */
export function addPaidPeriod(
  state: FoldState,
  { agreement, payment }: NewPayment,
  { from, until }: Pick<Segment, 'from' | 'until'>,
): void {
  state.segments.push({ source: 'payment', key: paymentKey(payment), from, until });
  state.anchorDay = agreement.anchorDay;
  state.runDay = agreement.runDay;
  state.lastGrant = 'payment';
  // Anyone can pay for a campaign trial with any email address, so it must not use up the free trial of that address.
  if (payment.role === 'first' && payment.orderKind === 'campaign') state.hadCampaign = true;
  else state.firstPaymentActivated = true;
}
