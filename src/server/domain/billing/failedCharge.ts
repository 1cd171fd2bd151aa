/** Describes the failure of a due charge, for the email to the customer and for staff. */
import { type DeclineReason, isTriedAgain } from '../../../shared/declines';
import { addDays, later } from './billingCalendar';
import { CHARGE_NOTICE_DAYS } from './chargeDates';
import type { Agreement } from './fold';

export interface FailedCharge {
  /** Transaction id of the first attempt. */
  firstTransactionId: string;
  /** Reason of the last attempt. */
  reason: DeclineReason;
  /** Whether the card provider retries the charge. */
  willRetry: boolean;
  /** Time of the next attempt, or null if the card provider reported no time. */
  retryAt: Date | null;
}

/**
 * Returns the failure of the charge that is due, or null if no due charge has failed. `nextChargeAt` is the date of the
 * next charge. A charge that was postponed by more than `CHARGE_NOTICE_DAYS` is no longer due.
 */
export function failedChargeOf(
  {
    failedCharge,
    nextChargeAt: dueAt,
    providerNextChargeAt,
    chargedBy,
    hasFailedForGood,
    postponedTo,
  }: Agreement,
  nextChargeAt: Date,
  now: Date,
): FailedCharge | null {
  if (failedCharge === null || nextChargeAt > addDays(later(dueAt, postponedTo), CHARGE_NOTICE_DAYS))
    return null;
  // The charge was postponed after the failure, and is announced again.
  if (!hasFailedForGood && nextChargeAt.getTime() === postponedTo?.getTime()) return null;
  const willRetry = chargedBy === 'merchant' ? !hasFailedForGood : isTriedAgain(failedCharge.reason);
  const isAhead = providerNextChargeAt !== null && providerNextChargeAt > now;
  return { ...failedCharge, willRetry, retryAt: willRetry && isAhead ? providerNextChargeAt : null };
}
