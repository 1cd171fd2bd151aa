/** Enqueues emails that become due by time alone, such as the announcement of an upcoming charge. */
import type { Deps } from '../../deps';
import { listEmailDue } from '../../store/subscriptions';
import { change } from '../../usecases/billing/ledger/change';

const BATCH = 200;

/**
 * Enqueues all due emails. Several server instances may run this job concurrently, because each email is deduplicated
 * by its key.
 */
export async function mailDueEmails(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = deps.clock.now();
  for (;;) {
    const accountIds = await listEmailDue(deps.db, now, BATCH);
    for (const accountId of accountIds) {
      await deps.db.transaction((tx) => change(tx, accountId, [], now));
    }
    if (accountIds.length < BATCH) return;
  }
}
