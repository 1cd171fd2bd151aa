/** Puts the emails on their way that time alone calls for: a charge is near. */
import type { Deps } from '../../deps';
import { listEmailDue } from '../../store/subscriptions';
import { change } from '../../usecases/billing/change/change';

const BATCH = 200;

/** Several instances may run it: an email has a key, and leaves once. */
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
