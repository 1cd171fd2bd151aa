/** How far the payment of an order has come, by verified provider events only. */
import { setTimeout as wait } from 'node:timers/promises';
import type { DeclineReason } from '../../../shared/declines';
import type { Deps } from '../../deps';
import { claimUnsettledOrder, findOrder, findOwnOrder, type OrderRow, updateOrder } from '../../store/orders';
import { reconcileOrder } from './intake/reconcileOrders';

export interface OrderProgress {
  state: 'open' | 'paid' | 'declined';
  declineReason: DeclineReason | null;
  /** Why our own answer declined it, if it did. */
  rejection?: NonNullable<OrderRow['rejection']>;
}

const LEASE_MS = 10_000;
/** A card provider that is silent keeps nobody at a screen waiting longer, ms: the screen asks again. */
const PATIENCE_MS = 4_000;

function progressOf(order: OrderRow): OrderProgress {
  const { declineReason, rejection } = order;
  if (rejection !== null) return { state: 'declined', declineReason, rejection };
  if (order.paidTransactionId !== null) return { state: 'paid', declineReason: null };
  return { state: declineReason === null ? 'open' : 'declined', declineReason };
}

/** Polls for as long as somebody waits for it; what comes later counts as well. */
async function pollFor(patienceMs: number, deps: Deps, order: OrderRow): Promise<void> {
  let isWaitedFor = true;
  const polled = reconcileOrder(deps, order).catch((error: unknown) => {
    if (isWaitedFor) throw error;
    deps.logger.error({ orderId: order.id, error }, 'an order could not be polled');
  });
  const answered = new AbortController();
  const late = wait(patienceMs, undefined, { signal: answered.signal, ref: false });
  try {
    await Promise.race([polled, late]);
  } finally {
    isWaitedFor = false;
    answered.abort();
    await late.catch(() => undefined);
  }
}

/**
 * Somebody who asks about an attempt that should be over by now is waiting: the provider is polled
 * at once, in case its notification was lost.
 */
async function askedFor(deps: Deps, order: OrderRow, patienceMs: number): Promise<OrderProgress> {
  const now = deps.clock.now();
  const isWaitedFor = order.attemptTransactionId !== null && order.paidTransactionId === null;
  const claimed = isWaitedFor
    ? await claimUnsettledOrder(deps.db, order.id, now, new Date(now.getTime() + LEASE_MS))
    : null;
  if (claimed === null) return progressOf(order);
  await pollFor(patienceMs, deps, claimed);
  return progressOf((await findOrder(deps.db, order.id)) ?? order);
}

/** Null when the account has no such order. */
export async function readOrder(
  deps: Deps,
  input: { accountId: number; orderId: string },
  patienceMs = PATIENCE_MS,
): Promise<OrderProgress | null> {
  const order = await findOwnOrder(deps.db, input.accountId, input.orderId);
  return order === null ? null : askedFor(deps, order, patienceMs);
}

/** The same for a campaign order, whose payer has no account to ask with. Null for any other order. */
export async function readCampaignOrder(deps: Deps, orderId: string): Promise<OrderProgress | null> {
  const order = await findOrder(deps.db, orderId);
  if (order?.kind !== 'campaign') return null;
  if (order.attemptTransactionId === null && order.reconcileAt === null && order.paidTransactionId === null) {
    // The page asks only after its dialog has ended: there was an attempt of which nothing was heard.
    await updateOrder(deps.db, order.id, { reconcileAt: new Date(deps.clock.now().getTime() + LEASE_MS) });
  }
  return askedFor(deps, order, PATIENCE_MS);
}
