/** Determines the expiry of access that is shown to customers. */
import { renewsAtGone, statusAt } from '../../domain/billing/status';
import type { Database } from '../../store/database';
import { findSubscription } from '../../store/subscriptions';

/** Access of an account without the grace period of an overdue payment. */
export interface PromisedAccess {
  until: Date;
  /** Whether the access is renewed by a charge without an action of the customer. */
  renews: boolean;
}

/** Returns the promised access, or null if the access has expired. */
export async function promisedAccess(
  db: Database,
  accountId: number,
  now: Date,
): Promise<PromisedAccess | null> {
  const subscription = await findSubscription(db, accountId);
  const status = statusAt(subscription, now);
  const until = status.isActive ? (status.expirationDate ?? status.changesAt) : null;
  return until === null ? null : { until, renews: subscription.recurring && !renewsAtGone(subscription) };
}

/** Returns the expiry of access without the grace period of an overdue payment, or null if the access has expired. */
export async function promisedUntil(db: Database, accountId: number, now: Date): Promise<Date | null> {
  return (await promisedAccess(db, accountId, now))?.until ?? null;
}
