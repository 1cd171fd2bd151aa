/** Removes a customer's stored card, as 376-FZ requires. */
import type { Deps } from '../../../deps';
import { cardRemovalKey } from '../../../domain/billing/ledgerEvents';
import { hasPaymentMethod, summarize } from '../../../domain/billing/status';
import { change, type Decide } from '../ledger/change';
import { type SubscriptionView, viewSubscription } from '../subscriptions/readSubscription';

/**
 * Removes the stored card and its mask. Ends all recurring payments of the account in the ledger at once, and enqueues
 * the commands that end them at the card provider. Before the card provider has ended a recurring payment, a further
 * charge is rejected in the authorization request, or refunded if there is no such request. Access lasts until the end
 * of the paid period. This function changes nothing if the account has neither a card nor a recurring payment.
 */
export async function removeCard(deps: Deps, input: { accountId: number }): Promise<SubscriptionView> {
  const { accountId } = input;
  const now = deps.clock.now();
  const decide: Decide = ({ state }) =>
    hasPaymentMethod(summarize(state))
      ? [{ key: cardRemovalKey(accountId, now), data: { kind: 'cardRemoved' } }]
      : null;
  const { after } = await deps.db.transaction((tx) => change(tx, accountId, decide, now));
  deps.wakeOutbox();
  return viewSubscription(summarize(after), now);
}
