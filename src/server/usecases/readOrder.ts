/** How far the payment of an order has come, by verified provider events only. */
import type { Deps } from '../deps';
import { claimUnsettledOrder, findOwnOrder, type OrderRow } from '../store/orders';
import { reconcileOrder } from './reconcileOrders';

export interface OrderProgress {
  state: 'open' | 'paid' | 'declined';
  declineReasonCode: number | null;
}

const LEASE_MS = 10_000;

function progressOf(order: OrderRow): OrderProgress {
  if (order.paidTransactionId !== null) return { state: 'paid', declineReasonCode: null };
  const { declineReasonCode } = order;
  return { state: declineReasonCode === null ? 'open' : 'declined', declineReasonCode };
}

/**
 * Null when the account has no such order. Somebody who asks about an attempt that should be over
 * by now is waiting: the provider is asked at once, in case its notification was lost.
 */
export async function readOrder(
  deps: Deps,
  input: { accountId: number; orderId: string },
): Promise<OrderProgress | null> {
  const order = await findOwnOrder(deps.db, input.accountId, input.orderId);
  if (order === null) return null;
  const now = deps.clock.now();
  const isWaitedFor = order.attemptTransactionId !== null && order.paidTransactionId === null;
  const claimed = isWaitedFor
    ? await claimUnsettledOrder(deps.db, order.id, now, new Date(now.getTime() + LEASE_MS))
    : null;
  if (claimed === null) return progressOf(order);
  await reconcileOrder(deps, claimed);
  return progressOf((await findOwnOrder(deps.db, input.accountId, input.orderId)) ?? order);
}
