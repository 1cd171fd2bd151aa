/** Puts the letters on their way that time alone calls for: a charge is near. */
import type { Deps } from '../deps';
import { lockAccount } from '../store/accounts';
import { listLetterDue } from '../store/subscriptions';
import { refreshSubscription } from '../billing/change/recordSubscriptionEvents';

const BATCH = 200;

/** Several instances may run it: a letter has a key, and leaves once. */
export async function mailDueLetters(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = deps.clock.now();
  for (;;) {
    const accountIds = await listLetterDue(deps.db, now, BATCH);
    for (const accountId of accountIds) {
      await deps.db.transaction(async (tx) => {
        await lockAccount(tx, accountId);
        await refreshSubscription(tx, accountId, now);
      });
    }
    if (accountIds.length < BATCH) return;
  }
}
