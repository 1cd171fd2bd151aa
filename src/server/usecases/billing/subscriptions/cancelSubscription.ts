/** Cancels a customer's subscription. */
import type { Deps } from '../../../deps';
import { cancelKey } from '../../../domain/billing/ledgerEvents';
import { summarize } from '../../../domain/billing/status';
import type { Database } from '../../../store/database';
import { change, type Decide } from '../ledger/change';
import { type SubscriptionView, viewSubscription } from './readSubscription';

/**
 * Records in the caller's transaction that the customer cancelled the recurring payment. The caller must call `wakeOutbox` after
 * the commit, so that the command is sent to the card provider. Returns the state of the subscription.
 */
export async function cancelRenewal(tx: Database, { accountId }: { accountId: number }, now: Date) {
  const decide: Decide = ({ state: { agreement }, state }) =>
    agreement !== null && summarize(state).recurring
      ? [{ key: cancelKey(agreement.orderId, now), data: { kind: 'cancelled', by: 'customer' } }]
      : null;
  return (await change(tx, accountId, decide, now)).after;
}

/**
 * Cancels the recurring payment of a subscription. The outbox retries the cancel command to the card provider until the
 * command succeeds. Before the card provider has cancelled the recurring payment, a further charge is rejected in the
 * authorization request, or refunded if there is no such request. Access lasts until the end of the paid period. This
 * function changes nothing if the subscription is already cancelled.
 */
export async function cancelSubscription(
  deps: Deps,
  input: { accountId: number },
): Promise<SubscriptionView> {
  const now = deps.clock.now();
  const after = await deps.db.transaction((tx) => cancelRenewal(tx, input, now));
  deps.wakeOutbox();
  return viewSubscription(summarize(after), now);
}
