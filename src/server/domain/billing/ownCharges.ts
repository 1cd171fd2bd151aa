/** Decides when this server charges a saved payment method, for card providers that schedule no charges themselves. */
import { addDays } from './billingCalendar';
import { POSTPONED_BY_DAYS, POSTPONED_FOR_DAYS_MAX } from './chargeDates';
import { type Agreement, chargeOf, ordersContinuedBy, type SubscriptionState } from './fold';
import { EMAIL_KEYS } from './ledgerEvents';

/** Number of days after its date from which a charge is late. A late charge is announced again. */
const LATE_DAYS = 3;

/** Charge of a saved payment method that this server must make. */
export interface OwnCharge {
  agreement: Agreement;
  /** Charge date of the subscription agreement, which identifies the paid month. */
  chargeAt: Date;
  /** Time from which the next attempt is made. The time is later than `chargeAt` after a decline or a postponement. */
  dueAt: Date;
  /** Number of the next attempt, starting at 1. */
  attempt: number;
}

/** Returns the next charge that this server must make for an account, or null if no charge follows or the card provider is gone. */
export function ownChargeOf({ agreement }: Pick<SubscriptionState, 'agreement'>): OwnCharge | null {
  if (agreement === null || agreement.chargedBy === 'provider') return null;
  const { begun, ended, hasFailedForGood, goneMark, nextChargeAt, failures } = agreement;
  if (!begun || ended !== null || hasFailedForGood || goneMark !== null) return null;
  return { agreement, chargeAt: nextChargeAt, dueAt: chargeOf(agreement), attempt: failures + 1 };
}

/**
 * Returns the keys of the emails that may have announced a charge. A customer who changes the card shortly before the
 * charge got the email about the charge of the old card.
 */
export function announcementsOf(
  { agreement, dueAt }: OwnCharge,
  { agreements }: Pick<SubscriptionState, 'agreements'>,
): string[] {
  return [...ordersContinuedBy(agreements, agreement)].map((orderId) =>
    EMAIL_KEYS.chargeUpcoming(orderId, dueAt),
  );
}

/** Returns whether the customer must get an email before the charge. The email about a decline announces the retries. */
export const needsNotice = ({ agreement, attempt, dueAt }: OwnCharge): boolean =>
  attempt === 1 || dueAt.getTime() === agreement.postponedTo?.getTime();

/** Returns whether a charge is so late that it must be announced again. */
export const isLate = ({ dueAt }: OwnCharge, now: Date): boolean => now > addDays(dueAt, LATE_DAYS);

/**
 * Returns the date to which a late or unannounced charge is postponed, or null if the charge was due too long ago to be
 * postponed again.
 */
export function postponedTo({ chargeAt }: OwnCharge, now: Date): Date | null {
  return now < addDays(chargeAt, POSTPONED_FOR_DAYS_MAX) ? addDays(now, POSTPONED_BY_DAYS) : null;
}
