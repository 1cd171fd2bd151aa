/** Determines the expiry of access that is shown to customers. */
import { statusAt } from '../../domain/billing/status';
import type { Database } from '../../store/database';
import { findSubscription } from '../../store/subscriptions';

/** Returns the expiry of access without the grace period of an overdue payment, or null if the access has expired. */
export async function promisedUntil(db: Database, accountId: number, now: Date): Promise<Date | null> {
  const status = statusAt(await findSubscription(db, accountId), now);
  return status.isActive ? (status.expirationDate ?? status.changesAt) : null;
}
