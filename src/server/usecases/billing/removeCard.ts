/** A customer withdraws the stored card (376-FZ). */
import type { Deps } from '../../deps';
import { cardRemovalKey } from '../../domain/billing/facts';
import { summarize } from '../../domain/billing/status';
import { change, type Decide } from './change/change';
import { type SubscriptionView, viewSubscription } from './readSubscription';

/**
 * From the answer on the card is not charged: every recurrence of the account ends, here at once
 * and at the provider through the outbox, a further charge is refused at its Check, and one that
 * comes all the same goes back. The mask of the card is forgotten. Access lasts to the paid end.
 * Without a card and a recurrence nothing changes.
 */
export async function removeCard(deps: Deps, input: { accountId: number }): Promise<SubscriptionView> {
  const { accountId } = input;
  const now = deps.clock.now();
  const decide: Decide = ({ state }) =>
    state.cardMask === null && !summarize(state).recurring
      ? null
      : [{ key: cardRemovalKey(accountId, now), fact: { kind: 'cardRemoved' } }];
  const { after } = await deps.db.transaction((tx) => change(tx, accountId, decide, now));
  deps.wakeOutbox();
  return viewSubscription(summarize(after), now);
}
