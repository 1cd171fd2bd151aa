/** Applies reported events that wait in the ledger for the payment they refer to. */
import type { Deps } from '../../../deps';
import type { AccountRow } from '../../../store/accounts';
import type { Database } from '../../../store/database';
import { listWaiting } from '../../../store/ledger';
import { change } from '../ledger/change';
import { deriveEffect } from './deriveEffect';
import { reviveEvent } from './storedEvents';

/**
 * Applies events that were reported before the payment to which they refer, so that the order of arrival does not
 * change the result.
 */
export async function applyWaiting(
  tx: Database,
  deps: Deps,
  account: AccountRow,
  payment: { transactionId: string; orderId: string | null },
  now: Date,
): Promise<void> {
  const { name: provider } = deps.cardProvider;
  for (const { payload, receivedAt } of await listWaiting(tx, { provider, ...payment })) {
    const event = reviveEvent(payload);
    const { ledgerEvents, apply } = await deriveEffect(tx, deps, account, event, receivedAt);
    await apply?.();
    if (ledgerEvents.length > 0) await change(tx, account.id, ledgerEvents, now);
    // A waiting refund may refer to a charge that was itself waiting.
    if (event.kind === 'paid' && event.transactionId !== payment.transactionId) {
      await applyWaiting(tx, deps, account, { transactionId: event.transactionId, orderId: null }, now);
    }
  }
}
