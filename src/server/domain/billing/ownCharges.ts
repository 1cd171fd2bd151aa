/** Decides when this server charges a saved payment method, for card providers that schedule no charges themselves. */
import { addDays, later } from './billingCalendar';
import {
  ANNOUNCED_BEFORE_MS,
  CHARGE_GRACE_DAYS,
  POSTPONED_BY_DAYS,
  POSTPONED_FOR_DAYS_MAX,
} from './chargeDates';
import { EMAIL_KEYS, type LedgerEvent, postponementKey } from './ledgerEvents';
import {
  type Agreement,
  deriveChargeAt,
  graceAfterOutage,
  ordersContinuedBy,
  presentOutage,
  type SubscriptionState,
} from './subscriptionState';

/**
 * Maximum difference in ms between the charge dates of an order and of the order that it continues with another card
 * (`cardChange.ts`), for all changes of card before one charge.
 */
const SAME_DATE_MS = 60_000;

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
export function findOwnCharge({ agreement }: Pick<SubscriptionState, 'agreement'>): OwnCharge | null {
  if (agreement === null || agreement.chargedBy === 'provider') return null;
  const { begun, ended, hasFailedForGood, nextChargeAt, failures } = agreement;
  if (!begun || ended !== null || hasFailedForGood || presentOutage(agreement) !== null) return null;
  return { agreement, chargeAt: nextChargeAt, dueAt: deriveChargeAt(agreement), attempt: failures + 1 };
}

/**
 * Returns whether an email must announce the date of the attempt. Other attempts follow a decline, whose email announces
 * them.
 */
export const needsNotice = ({ agreement, attempt, dueAt }: OwnCharge): boolean =>
  attempt === 1 || dueAt.getTime() === agreement.postponedTo?.getTime();

/** Emails without which an attempt must not be made. */
export interface RequiredEmails {
  /** Keys of the emails, one of which is sufficient. */
  keys: string[];
  /** Time by which the email must have been accepted. */
  acceptedBy: Date;
}

/**
 * Returns the emails one of which must precede an attempt at `now`. A customer who changes the card shortly before the
 * charge got the email about the charge of the old card.
 */
export function emailsBefore(
  charge: OwnCharge,
  { agreements }: Pick<SubscriptionState, 'agreements'>,
  now: Date,
): RequiredEmails {
  const { agreement, dueAt } = charge;
  if (!needsNotice(charge)) {
    const { provider, failedCharge } = agreement;
    const keys =
      failedCharge === null ? [] : [EMAIL_KEYS.chargeFailed(provider, failedCharge.firstTransactionId)];
    return { keys, acceptedBy: now };
  }
  const dates = [dueAt, new Date(dueAt.getTime() - SAME_DATE_MS)];
  const keys = [...ordersContinuedBy(agreements, agreement)].flatMap((orderId) =>
    dates.map((date) => EMAIL_KEYS.chargeUpcoming(orderId, date)),
  );
  return { keys: [...new Set(keys)], acceptedBy: new Date(now.getTime() - ANNOUNCED_BEFORE_MS) };
}

/**
 * Returns the time when access ends unless the charge is made or postponed. From then on, no attempt is made without
 * another announcement.
 */
export function deriveAccessEnd(
  { agreement }: OwnCharge,
  { accessUntil }: Pick<SubscriptionState, 'accessUntil'>,
): Date {
  const { nextChargeAt, postponedTo } = agreement;
  const graceFrom = later(later(nextChargeAt, accessUntil), postponedTo);
  return later(addDays(graceFrom, CHARGE_GRACE_DAYS), graceAfterOutage(agreement));
}

/**
 * Returns the date to which a charge is postponed that lacks its email or was not made before access ended, or null if the charge was due too long ago to be
 * postponed again.
 */
export function postponedTo({ chargeAt }: OwnCharge, now: Date): Date | null {
  return now < addDays(chargeAt, POSTPONED_FOR_DAYS_MAX) ? addDays(now, POSTPONED_BY_DAYS) : null;
}

/**
 * Returns the ledger event that postpones a charge that this server has not made before access ended, or null if there is no
 * such charge. Without this event, an outage of the server would end the subscription.
 */
export function buildOverduePostponement(
  state: SubscriptionState,
  now: Date,
): Pick<LedgerEvent, 'key' | 'data'> | null {
  const charge = findOwnCharge(state);
  const to = charge === null || now < deriveAccessEnd(charge, state) ? null : postponedTo(charge, now);
  if (charge === null || to === null) return null;
  const { orderId } = charge.agreement;
  return {
    key: postponementKey(orderId, now),
    data: { kind: 'chargePostponed', orderId, to: to.toISOString() },
  };
}
