/** Cancels a customer's subscription. */
import type { Deps } from '../../deps';
import { cancelKey } from '../../domain/billing/ledgerEvents';
import { summarize } from '../../domain/billing/status';
import { change, type Decide } from './change/change';
import { type SubscriptionView, viewSubscription } from './readSubscription';

/**
 * Cancels the recurring payment of a subscription. The outbox retries the cancel command to the card provider until the
 * command succeeds. Before the card provider has cancelled the recurring payment, a further charge is rejected in the
 * authorization request, or refunded if there is no such request. Access lasts until the end of the paid period. This
 * function changes nothing if the subscription is already cancelled.
 */
export async function cancelSubscription(
  deps: Deps,
  input: { accountId: number; by: 'customer' | 'staff' },
): Promise<SubscriptionView> {
  const { accountId, by } = input;
  const now = deps.clock.now();
  const decide: Decide = ({ state: { agreement }, state }) =>
    agreement !== null && summarize(state).recurring
      ? [{ key: cancelKey(agreement.orderId, now), data: { kind: 'cancelled', by } }]
      : null;
  const { after } = await deps.db.transaction((tx) => change(tx, accountId, decide, now));
  deps.wakeOutbox();
  return viewSubscription(summarize(after), now);
}
