/** Removes a customer's stored card, as 376-FZ requires. */
import type { Deps } from '../../deps';
import { cardRemovalKey } from '../../domain/billing/ledgerEvents';
import { summarize } from '../../domain/billing/status';
import { change, type Decide } from './change/change';
import { type SubscriptionView, viewSubscription } from './readSubscription';

/**
 * Removes the stored card. All recurring payments of the account end, here at once and at the card provider through the
 * outbox. Until then, a further charge is rejected if the provider asks first, and refunded otherwise. The card mask is
 * deleted. Access lasts until the end of the paid period. Changes nothing if there is neither a card nor a recurring
 * payment.
 */
export async function removeCard(deps: Deps, input: { accountId: number }): Promise<SubscriptionView> {
  const { accountId } = input;
  const now = deps.clock.now();
  const decide: Decide = ({ state }) =>
    state.cardMask === null && !summarize(state).recurring
      ? null
      : [{ key: cardRemovalKey(accountId, now), data: { kind: 'cardRemoved' } }];
  const { after } = await deps.db.transaction((tx) => change(tx, accountId, decide, now));
  deps.wakeOutbox();
  return viewSubscription(summarize(after), now);
}
