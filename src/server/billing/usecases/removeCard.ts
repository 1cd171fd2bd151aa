/** A customer withdraws the stored card (376-FZ). */
import { kickOutbox } from '../../delivery/deliverOutbox';
import type { Deps } from '../../deps';
import { change, type Decide } from '../change/change';
import { cardRemovalKey } from '../rules/facts';
import { summarize } from '../rules/status';
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
  kickOutbox(deps);
  return viewSubscription(summarize(after), now);
}
