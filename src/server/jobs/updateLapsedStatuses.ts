/** Keeps the stored status right where time alone changed it: searches read it. */
import { change } from '../billing/change/change';
import type { Deps } from '../deps';
import { listLapsed } from '../store/subscriptions';

const BATCH = 200;

export async function updateLapsedStatuses(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  for (;;) {
    const accountIds = await listLapsed(deps.db, now, BATCH);
    for (const accountId of accountIds) {
      await deps.db.transaction((tx) => change(tx, accountId, [], now));
    }
    if (accountIds.length < BATCH) return;
  }
}
