/** Until when customers were promised access. */
import { statusAt } from '../../domain/billing/status';
import type { Database } from '../../store/database';
import { findSubscription } from '../../store/subscriptions';

/** The grace of an overdue charge left out; null: the access is over. */
export async function promisedUntil(db: Database, accountId: number, now: Date): Promise<Date | null> {
  const status = statusAt(await findSubscription(db, accountId), now);
  return status.isActive ? (status.expirationDate ?? status.changesAt) : null;
}
