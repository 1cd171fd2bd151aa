/** Puts the letters on their way that time alone calls for: a charge is near. */
import type { Deps } from '../../deps';
import { listLetterDue } from '../../store/subscriptions';
import { change } from '../../usecases/billing/change/change';

const BATCH = 200;

/** Several instances may run it: a letter has a key, and leaves once. */
export async function mailDueLetters(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = deps.clock.now();
  for (;;) {
    const accountIds = await listLetterDue(deps.db, now, BATCH);
    for (const accountId of accountIds) {
      await deps.db.transaction((tx) => change(tx, accountId, [], now));
    }
    if (accountIds.length < BATCH) return;
  }
}
