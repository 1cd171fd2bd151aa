/** The subscription of an account as screens and other use cases see it. */
import type { SubscriptionStatus } from '../../../shared/subscriptionStatus';
import { offeredFrom } from '../../domain/billing/orders';
import { NO_SUBSCRIPTION, statusAt, type SubscriptionSummary } from '../../domain/billing/status';
import type { Database } from '../../store/database';
import { findSubscription, findSubscriptions } from '../../store/subscriptions';

export interface SubscriptionView {
  status: SubscriptionStatus;
  isActive: boolean;
  /** The next charge, or what a month costs. */
  amountKopecks: number;
  currency: 'RUB';
  /** Next charge while ACTIVE, else the end of access. */
  expirationDate: Date | null;
  /** ACTIVE on trust: what was paid is used up, and the charge that was due has not come. */
  isChargeOverdue: boolean;
  firstPaymentActivated: boolean;
  /** «•••• 4242» */
  cardMask: string | null;
  /** There will be a next charge. */
  recurring: boolean;
  /** So much is paid or given already that it can be renewed from then on only; null: at once. */
  renewableFrom: Date | null;
  totalPaidKopecks: number;
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
    recurring: status === 'ACTIVE',
    renewableFrom: offeredFrom(summary, now),
    totalPaidKopecks: summary.totalPaidKopecks,
  };
}

/** An account without any event reads NOT_ACTIVE. */
export async function readSubscription(
  db: Database,
  accountId: number,
  now: Date,
): Promise<SubscriptionView> {
  return viewSubscription(await findSubscription(db, accountId), now);
}

/** The same for a list of accounts, in one query. */
export async function readSubscriptions(
  db: Database,
  accountIds: readonly number[],
  now: Date,
): Promise<Map<number, SubscriptionView>> {
  const known = await findSubscriptions(db, accountIds);
  return new Map(accountIds.map((id) => [id, viewSubscription(known.get(id) ?? NO_SUBSCRIPTION, now)]));
}
