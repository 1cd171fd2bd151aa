/** Cancels a customer's subscription. */
import type { Deps } from '../../deps';
import { cancelKey } from '../../domain/billing/ledgerEvents';
import { summarize } from '../../domain/billing/status';
import { change, type Decide } from './change/change';
import { type SubscriptionView, viewSubscription } from './readSubscription';

/**
 * Cancels the recurring payment. The outbox retries the command to the card provider until it succeeds. Until then, a
 * further charge is rejected if the provider asks first, and refunded otherwise. Access lasts until the end of the paid
 * period. Changes nothing if the subscription is already cancelled.
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
