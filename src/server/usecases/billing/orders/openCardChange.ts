/**
 * Opens the order with which a customer changes the card of the recurring payment without canceling the subscription.
 */
import type { Deps } from '../../../deps';
import { type CardChange, cardChangeAt } from '../../../domain/billing/cardChange';
import { isGone } from '../../../store/goneProviders';
import type { OrderRow } from '../../../store/orders';
import { hasOpenCharge } from '../../../store/requestedPayments';
import { lockState } from '../ledger/change';
import { offerOrder } from './openOrder';

interface OpenedCardChange {
  /** Terms of the card change. `paused` means that the card provider of new orders is marked as gone. */
  change: CardChange | { kind: 'paused' };
  /** Order that is paid with the new card, or null if the card cannot be changed now. */
  order: OrderRow | null;
  /** Masked number of the current card, for example «•••• 4242». */
  cardMask: string | null;
  /** Day of the month of the renewal's charges, in Moscow time; null if there is no renewal. */
  dayOfMonth: number | null;
}

/**
 * Opens the order of a card change, or returns the open order with updated terms. Once the order is paid, the
 * subscription continues with the new card, and the old recurring payment ends (`domain/billing/fold/cardChanges.ts`).
 */
export async function openCardChange(
  deps: Deps,
  { accountId }: { accountId: number },
): Promise<OpenedCardChange> {
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const state = await lockState(tx, accountId);
    const change = cardChangeAt(state, now);
    const { cardMask } = state;
    const dayOfMonth = state.agreement?.anchorDay ?? null;
    if (change.kind !== 'offered') return { change, order: null, cardMask, dayOfMonth };
    const { name: provider } = deps.cardProvider;
    if (await isGone(tx, provider)) return { change: { kind: 'paused' }, order: null, cardMask, dayOfMonth };
    // The customer pays with another card only once it is known whether the charge of the present card succeeded.
    if (await hasOpenCharge(tx, accountId))
      return { change: { kind: 'chargeDue' }, order: null, cardMask, dayOfMonth };
    return {
      change,
      order: await offerOrder(
        tx,
        { accountId, provider, schedule: deps.settings.receiptTerms },
        change.offer,
        now,
      ),
      cardMask,
      dayOfMonth,
    };
  });
}
