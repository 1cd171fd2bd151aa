/** Reads an account's subscription for screens and other use cases. */
import type { SubscriptionStatus } from '../../../../shared/subscriptionStatus';
import { offeredFrom } from '../../../domain/billing/orders';
import {
  hasPaymentMethod,
  NO_SUBSCRIPTION,
  renewsAtGone,
  statusAt,
  type SubscriptionSummary,
} from '../../../domain/billing/status';
import type { Database } from '../../../store/database';
import { findSubscription, findSubscriptions } from '../../../store/subscriptions';

export interface SubscriptionView {
  status: SubscriptionStatus;
  isActive: boolean;
  /** Amount of the next charge, or the monthly price if there is no next charge. */
  amountKopecks: number;
  currency: 'RUB';
  /** Date of the next charge if the subscription is ACTIVE, otherwise the end of access. */
  expirationDate: Date | null;
  /** Whether an ACTIVE subscription is in its grace period, because the due charge was not reported yet. */
  isChargeOverdue: boolean;
  firstPaymentActivated: boolean;
  /** Masked card number, for example «•••• 4242». */
  cardMask: string | null;
  /** Whether a card or another payment method is stored or will be charged, so that the customer can remove it. */
  hasPaymentMethod: boolean;
  /** Whether the subscription will be charged again. */
  recurring: boolean;
  /**
   * Earliest date on which the customer can renew, if the remaining paid or granted access is too long for a renewal
   * now; otherwise null.
   */
  renewableFrom: Date | null;
  totalPaidKopecks: number;
  /** Whether the card cannot be charged, because its card provider is gone. The customer must enter a card again. */
  needsCard: boolean;
}

export function viewSubscription(summary: SubscriptionSummary, now: Date): SubscriptionView {
  const { status, isActive, expirationDate } = statusAt(summary, now);
  return {
    status,
    isActive,
    amountKopecks: summary.amountKopecks,
    currency: 'RUB',
    expirationDate,
    isChargeOverdue: status === 'ACTIVE' && summary.accessUntil !== null && summary.accessUntil <= now,
    firstPaymentActivated: summary.firstPaymentActivated,
    cardMask: summary.cardMask,
    hasPaymentMethod: hasPaymentMethod(summary),
    recurring: status === 'ACTIVE',
    renewableFrom: offeredFrom(summary, now),
    totalPaidKopecks: summary.totalPaidKopecks,
    needsCard: status === 'ACTIVE' && renewsAtGone(summary),
  };
}

/** Returns the subscription of an account. An account without ledger events is NOT_ACTIVE. */
export async function readSubscription(
  db: Database,
  accountId: number,
  now: Date,
): Promise<SubscriptionView> {
  return viewSubscription(await findSubscription(db, accountId), now);
}

/** Returns the subscriptions of several accounts, which are read with one SQL query. */
export async function readSubscriptions(
  db: Database,
  accountIds: readonly number[],
  now: Date,
): Promise<Map<number, SubscriptionView>> {
  const known = await findSubscriptions(db, accountIds);
  return new Map(accountIds.map((id) => [id, viewSubscription(known.get(id) ?? NO_SUBSCRIPTION, now)]));
}
