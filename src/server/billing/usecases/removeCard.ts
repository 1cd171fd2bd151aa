/** A customer withdraws the stored card (376-FZ). */
import { summarize } from '../rules/subscription';
import type { Deps } from '../../deps';
import { kickOutbox } from '../../outbox/deliverOutbox';
import { lockAccount } from '../../store/accounts';
import { viewSubscription, type SubscriptionView } from './readSubscription';
import { foldAccount, recordDecision } from '../change/recordSubscriptionEvents';

/**
 * From the answer on the card is not charged: every recurrence of the account ends, here at once
 * and at the provider through the outbox, a further charge is refused at its Check, and one that
 * comes all the same goes back. The mask of the card is forgotten. Access lasts to the paid end.
 * Without a card and a recurrence nothing changes.
 */
export async function removeCard(deps: Deps, input: { accountId: number }): Promise<SubscriptionView> {
  const { accountId } = input;
  const now = deps.clock.now();
  const state = await deps.db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const before = await foldAccount(tx, accountId);
    if (before.cardMask === null && !summarize(before).recurring) return before;
    const key = `card-removed:${String(accountId)}:${now.toISOString()}`;
    return recordDecision(tx, accountId, { key, fact: { kind: 'cardRemoved' } }, now);
  });
  kickOutbox(deps);
  return viewSubscription(summarize(state), now);
}
