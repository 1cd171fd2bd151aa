/** A customer cancels the recurring payment. */
import type { Deps } from '../../deps';
import { cancelKey } from '../../domain/billing/ledgerEvents';
import { summarize } from '../../domain/billing/status';
import { change, type Decide } from './change/change';
import { type SubscriptionView, viewSubscription } from './readSubscription';

/**
 * Cancels the recurring payment. Once this has returned, the outbox repeats the command to the card provider until it
 * is done, a further charge is rejected if the provider asks before it, and a charge that is made is refunded. Access
 * lasts to the paid end. Changes nothing if the subscription is canceled already.
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
