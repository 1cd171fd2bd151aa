/**
 * Opens the order with which a customer changes the card of the recurring payment without canceling the subscription.
 */
import type { Deps } from '../../deps';
import { type CardChange, cardChangeAt } from '../../domain/billing/cardChange';
import type { OrderRow } from '../../store/orders';
import { lockState } from './change/change';
import { offerOrder } from './openOrder';

interface OpenedCardChange {
  change: CardChange;
  /** Order that is paid with the new card, or null if the card cannot be changed now. */
  order: OrderRow | null;
  /** Masked number of the current card, for example «•••• 4242». */
  cardMask: string | null;
}

/**
 * Opens the order of a card change, or returns the open order with updated terms. Once the order is paid, the
 * subscription continues with the new card, and the old recurring payment ends (`domain/billing/fold.ts`).
 */
export async function openCardChange(
  deps: Deps,
  { accountId }: { accountId: number },
): Promise<OpenedCardChange> {
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const state = await lockState(tx, accountId);
    const change = cardChangeAt(state, now);
    const order =
      change.kind === 'offered'
        ? await offerOrder(tx, { accountId, provider: deps.cardProvider.name }, change.offer, now)
        : null;
    return { change, order, cardMask: state.cardMask };
  });
}
