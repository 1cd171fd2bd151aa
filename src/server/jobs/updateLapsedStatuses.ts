/** Keeps the stored status right where time alone changed it: searches read it. */
import type { Deps } from '../deps';
import { lockAccount } from '../store/accounts';
import { listLapsed } from '../store/subscriptions';
import { refreshSubscription } from '../billing/change/recordSubscriptionEvents';

const BATCH = 200;

export async function updateLapsedStatuses(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  for (;;) {
    const accountIds = await listLapsed(deps.db, now, BATCH);
    for (const accountId of accountIds) {
      await deps.db.transaction(async (tx) => {
        await lockAccount(tx, accountId);
        await refreshSubscription(tx, accountId, now);
      });
    }
    if (accountIds.length < BATCH) return;
  }
}
