/** A customer withdraws the stored card (376-FZ). */
import type { Deps } from '../../deps';
import { cardRemovalKey } from '../../domain/billing/ledgerEvents';
import { summarize } from '../../domain/billing/status';
import { change, type Decide } from './change/change';
import { type SubscriptionView, viewSubscription } from './readSubscription';

/**
 * Withdraws the stored card. Every recurring payment of the account ends, here at once and at the card provider through
 * the outbox. A further charge is rejected if the provider asks before it, and a charge that is made is refunded. The
 * mask of the card is forgotten. Access lasts to the paid end. Changes nothing without a card and a recurring payment.
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
