/** Opens the order with which a customer changes the card of the renewal without canceling it. */
import type { Deps } from '../../deps';
import { type CardChange, cardChangeAt } from '../../domain/billing/cardChange';
import type { OrderRow } from '../../store/orders';
import { lockState } from './change/change';
import { offerOrder } from './openOrder';

interface OpenedCardChange {
  change: CardChange;
  /** Order that the new card pays, or null if the card cannot be changed now. */
  order: OrderRow | null;
  /** Mask of the current card, for example «•••• 4242». */
  cardMask: string | null;
}

/**
 * Opens the order of a card change, or shows the open order again with current terms. Nothing changes until the order is
 * paid: the renewal then continues with the new card, and the old recurring payment ends (`domain/billing/fold.ts`).
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
