/** How far the payment of an order has come, by verified provider events only. */
import type { Deps } from '../../deps';
import { claimUnsettledOrder, findOrder, findOwnOrder, type OrderRow, updateOrder } from '../../store/orders';
import { reconcileOrder } from '../intake/reconcileOrders';

export interface OrderProgress {
  state: 'open' | 'paid' | 'declined';
  declineReasonCode: number | null;
  /** Why our own answer declined it, if it did. */
  refusal?: NonNullable<OrderRow['refusal']>;
}

const LEASE_MS = 10_000;

function progressOf(order: OrderRow): OrderProgress {
  const { declineReasonCode, refusal } = order;
  if (refusal !== null) return { state: 'declined', declineReasonCode, refusal };
  if (order.paidTransactionId !== null) return { state: 'paid', declineReasonCode: null };
  return { state: declineReasonCode === null ? 'open' : 'declined', declineReasonCode };
}

/**
 * Somebody who asks about an attempt that should be over by now is waiting: the provider is polled
 * at once, in case its notification was lost.
 */
async function askedFor(deps: Deps, order: OrderRow): Promise<OrderProgress> {
  const now = deps.clock.now();
  const isWaitedFor = order.attemptTransactionId !== null && order.paidTransactionId === null;
  const claimed = isWaitedFor
    ? await claimUnsettledOrder(deps.db, order.id, now, new Date(now.getTime() + LEASE_MS))
    : null;
  if (claimed === null) return progressOf(order);
  await reconcileOrder(deps, claimed);
  return progressOf((await findOrder(deps.db, order.id)) ?? order);
}

/** Null when the account has no such order. */
export async function readOrder(
  deps: Deps,
  input: { accountId: number; orderId: string },
): Promise<OrderProgress | null> {
  const order = await findOwnOrder(deps.db, input.accountId, input.orderId);
  return order === null ? null : askedFor(deps, order);
}

/** The same for a campaign order, whose payer has no account to ask with. Null for any other order. */
export async function readCampaignOrder(deps: Deps, orderId: string): Promise<OrderProgress | null> {
  const order = await findOrder(deps.db, orderId);
  if (order?.kind !== 'campaign') return null;
  if (order.attemptTransactionId === null && order.reconcileAt === null && order.paidTransactionId === null) {
    // The page asks only after its dialog has ended: there was an attempt of which nothing was heard.
    await updateOrder(deps.db, order.id, { reconcileAt: new Date(deps.clock.now().getTime() + LEASE_MS) });
  }
  return askedFor(deps, order);
}
