/** Describes the failure of a due charge, for the email to the customer and for staff. */
import { type DeclineReason, isTriedAgain } from '../../../shared/declines';
import { addDays } from './billingCalendar';
import { CHARGE_NOTICE_DAYS } from './chargeDates';
import type { Agreement } from './subscriptionState';

export interface FailedCharge {
  /** Transaction id of the first attempt. */
  firstTransactionId: string;
  /** Reason of the last attempt. */
  reason: DeclineReason;
  /** Whether the charge is tried again. */
  willRetry: boolean;
  /** Time of the next attempt, or null if no time is known. */
  retryAt: Date | null;
}

/**
 * Returns the failure of the charge that is due, or null if no due charge has failed. `nextChargeAt` is the date of the
 * next charge, or null if the grace period is over. A charge that the card provider postponed by more than
 * `CHARGE_NOTICE_DAYS` is no longer due.
 */
export function deriveFailedCharge(
  { failedCharge, nextChargeAt: dueAt, providerNextChargeAt, chargedBy, hasFailedForGood }: Agreement,
  nextChargeAt: Date | null,
  now: Date,
): FailedCharge | null {
  if (failedCharge === null) return null;
  if (nextChargeAt === null) return { ...failedCharge, willRetry: false, retryAt: null };
  if (chargedBy === 'provider' && nextChargeAt > addDays(dueAt, CHARGE_NOTICE_DAYS)) return null;
  const willRetry = chargedBy === 'merchant' ? !hasFailedForGood : isTriedAgain(failedCharge.reason);
  const isAhead = providerNextChargeAt !== null && providerNextChargeAt > now;
  return { ...failedCharge, willRetry, retryAt: willRetry && isAhead ? providerNextChargeAt : null };
}
