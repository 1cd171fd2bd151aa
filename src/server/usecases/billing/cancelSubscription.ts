/** A customer cancels the recurrence. */
import type { Deps } from '../../deps';
import { cancelKey } from '../../domain/billing/facts';
import { summarize } from '../../domain/billing/status';
import { change, type Decide } from './change/change';
import { type SubscriptionView, viewSubscription } from './readSubscription';

/**
 * From the answer on nothing is charged any more: the provider is commanded through the outbox until it
 * has obeyed, its Check of a further charge is refused, and a charge that comes all the same
 * goes back. Access lasts to the paid end. Cancelling what is cancelled changes nothing.
 */
export async function cancelSubscription(
  deps: Deps,
  input: { accountId: number; by: 'customer' | 'staff' },
): Promise<SubscriptionView> {
  const { accountId, by } = input;
  const now = deps.clock.now();
  const decide: Decide = ({ state: { agreement }, state }) =>
    agreement !== null && summarize(state).recurring
      ? [{ key: cancelKey(agreement.orderId, now), fact: { kind: 'cancelled', by } }]
      : null;
  const { after } = await deps.db.transaction((tx) => change(tx, accountId, decide, now));
  deps.wakeOutbox();
  return viewSubscription(summarize(after), now);
}
