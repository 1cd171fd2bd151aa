/** A customer cancels the recurrence. */
import { summarize } from '../rules/subscription';
import type { Deps } from '../../deps';
import { kickOutbox } from '../../outbox/deliverOutbox';
import { lockAccount } from '../../store/accounts';
import { viewSubscription, type SubscriptionView } from './readSubscription';
import { foldAccount, recordDecision } from '../change/recordSubscriptionEvents';

/**
 * From the answer on nothing is charged any more: the provider is told through the outbox until it
 * has understood, its Check of a further charge is refused, and a charge that comes all the same
 * goes back. Access lasts to the paid end. Cancelling what is cancelled changes nothing.
 */
export async function cancelSubscription(
  deps: Deps,
  input: { accountId: number; by: 'customer' | 'staff' },
): Promise<SubscriptionView> {
  const { accountId, by } = input;
  const now = deps.clock.now();
  const state = await deps.db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const before = await foldAccount(tx, accountId);
    if (!summarize(before).recurring) return before;
    const { orderId } = before.agreement ?? { orderId: '' };
    const key = `cancelled:${orderId}:${now.toISOString()}`;
    return recordDecision(tx, accountId, { key, fact: { kind: 'cancelled', by } }, now);
  });
  kickOutbox(deps);
  return viewSubscription(summarize(state), now);
}
