/** Reads the payment progress of an order, based only on verified provider events. */
import { setTimeout as wait } from 'node:timers/promises';
import type { DeclineReason } from '../../../shared/declines';
import type { Deps } from '../../deps';
import { claimUnsettledOrder, findOrder, findOwnOrder, type OrderRow, updateOrder } from '../../store/orders';
import { reconcileOrder } from './intake/reconcileOrders';

export interface OrderProgress {
  state: 'open' | 'paid' | 'declined';
  declineReason: DeclineReason | null;
  /** Reason why this server rejected the payment in its response to the authorization request. */
  rejection?: NonNullable<OrderRow['rejection']>;
}

const LEASE_MS = 10_000;
/**
 * Maximum time that a request waits for the card provider, in ms. If the card provider takes longer, the client must
 * repeat the request.
 */
const PATIENCE_MS = 4_000;

function progressOf(order: OrderRow): OrderProgress {
  const { declineReason, rejection } = order;
  if (rejection !== null) return { state: 'declined', declineReason, rejection };
  if (order.paidTransactionId !== null) return { state: 'paid', declineReason: null };
  return { state: declineReason === null ? 'open' : 'declined', declineReason };
}

/**
 * Polls the order at the card provider and waits for at most `patienceMs`. A result that arrives later is still
 * recorded.
 */
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
 * Returns the payment progress of an order. If the latest payment attempt should have finished by now, polls the card
 * provider first, in case a notification was lost.
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

/** Returns the payment progress of an account's order, or null if the account has no such order. */
export async function readOrder(
  deps: Deps,
  input: { accountId: number; orderId: string },
  patienceMs = PATIENCE_MS,
): Promise<OrderProgress | null> {
  const order = await findOwnOrder(deps.db, input.accountId, input.orderId);
  return order === null ? null : askedFor(deps, order, patienceMs);
}

/**
 * Returns the payment progress of a campaign order, whose payer may have no account yet. Returns null for any order
 * that is not a campaign order.
 */
export async function readCampaignOrder(deps: Deps, orderId: string): Promise<OrderProgress | null> {
  const order = await findOrder(deps.db, orderId);
  if (order?.kind !== 'campaign') return null;
  if (order.attemptTransactionId === null && order.reconcileAt === null && order.paidTransactionId === null) {
    // The campaign page queries the order only after its payment dialog was closed, so the card provider has not
    // reported an existing payment attempt.
    await updateOrder(deps.db, order.id, { reconcileAt: new Date(deps.clock.now().getTime() + LEASE_MS) });
  }
  return askedFor(deps, order, PATIENCE_MS);
}
