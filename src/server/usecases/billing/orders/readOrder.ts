/** Reads the payment progress of an order, based only on verified provider events. */
import { setTimeout as wait } from 'node:timers/promises';
import type { DeclineReason } from '../../../../shared/declines';
import type { Deps } from '../../../deps';
import {
  claimUnsettledOrder,
  findOrder,
  findOwnOrder,
  type OrderRow,
  restoreSchedule,
  updateOrder,
} from '../../../store/orders';
import { limitIn } from '../../../throttle/limits';
import { countTry } from '../../../throttle/throttle';
import { listCardProviders } from '../cardProviders/cardProviders';
import { reconcileOrder, recordPaymentsOfOrder } from '../providerEvents/reconcileOrders';
import { type BrowserDeps, depsForBrowser, type Visitor } from './browserCalls';

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

/**
 * Time in ms since a payment attempt of a campaign order for which its decline reason is returned. A payment in the
 * payment widget ends after one hour.
 */
const CAMPAIGN_REASON_MS = 2 * 3_600_000;

function deriveProgress(order: OrderRow): OrderProgress {
  const { declineReason, rejection } = order;
  if (rejection !== null) return { state: 'declined', declineReason, rejection };
  if (order.paidTransactionId !== null) return { state: 'paid', declineReason: null };
  return { state: declineReason === null ? 'open' : 'declined', declineReason };
}

/**
 * Waits for a poll of the order at the card provider for at most `patienceMs`. A result that arrives later is still
 * recorded.
 */
async function pollFor(
  patienceMs: number,
  deps: BrowserDeps,
  order: OrderRow,
  poll: () => Promise<unknown>,
): Promise<void> {
  let isWaitedFor = true;
  const polled = poll().catch((error: unknown) => {
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
 * Returns whether the payment may be read although no poll of its order is due. The payer's page asks for the order only
 * after the payment widget was closed. If the payment widget does not report why a payment was declined, only the card
 * provider knows the reason until its notification arrives.
 */
async function mayReadNow(deps: Deps, { id, provider, declineReason }: OrderRow): Promise<boolean> {
  const cardProvider = listCardProviders(deps).find(({ name }) => name === provider);
  const isReported = cardProvider?.capabilities.widgetReportsDeclines ?? true;
  if (isReported || declineReason !== null) return false;
  const limit = limitIn(deps.settings.mode, 'paymentReadsOfOrder');
  return (await countTry(deps.db, ['paymentReadsOfOrder', id], limit, deps.clock.now())).allowed;
}

/**
 * Polls the order once. If the budget for requests of browsers leaves no call, the poll does not count as a poll of the
 * schedule, and the scheduled poll follows at the end of the lease.
 */
async function reconcileForBrowser(deps: BrowserDeps, claimed: OrderRow): Promise<void> {
  await reconcileOrder(deps, claimed, { isForBrowser: true });
  if (!deps.wasOverBudget()) return;
  const { reconcileAt, reconcileTries } = claimed;
  await restoreSchedule(deps.db, claimed.id, { reconcileAt, reconcileTries });
}

/**
 * Returns the payment progress of an order. If the latest payment attempt should have finished by now, polls the card
 * provider first, in case a notification was lost or is late.
 */
async function askedFor(
  everyVisitor: Deps,
  order: OrderRow,
  visitor: Visitor,
  patienceMs: number,
): Promise<OrderProgress> {
  const deps = depsForBrowser(everyVisitor, visitor, order.id);
  const now = deps.clock.now();
  if (order.attemptTransactionId === null || order.paidTransactionId !== null) return deriveProgress(order);
  const claimed = await claimUnsettledOrder(deps.db, order.id, now, new Date(now.getTime() + LEASE_MS));
  if (claimed !== null) await pollFor(patienceMs, deps, order, () => reconcileForBrowser(deps, claimed));
  else if (await mayReadNow(deps, order))
    await pollFor(patienceMs, deps, order, () => recordPaymentsOfOrder(deps, order, { isForBrowser: true }));
  else return deriveProgress(order);
  return deriveProgress((await findOrder(deps.db, order.id)) ?? order);
}

/** Returns the payment progress of an account's order, or null if the account has no such order. */
export async function readOrder(
  deps: Deps,
  input: { accountId: number; orderId: string; ip: string },
  patienceMs = PATIENCE_MS,
): Promise<OrderProgress | null> {
  const { accountId, orderId, ip } = input;
  const order = await findOwnOrder(deps.db, accountId, orderId);
  return order === null ? null : askedFor(deps, order, { accountId, ip }, patienceMs);
}

/**
 * Returns the payment progress of a campaign order, whose payer may have no account yet. Returns null for any order
 * that is not a campaign order. The caller is not signed in, but knows the random order id, which no customer URL and no
 * email contains. Only the page that ordered needs the decline reason, so the reason is returned for two hours.
 */
export async function readCampaignOrder(
  deps: Deps,
  { orderId, ip }: { orderId: string; ip: string },
): Promise<OrderProgress | null> {
  const order = await findOrder(deps.db, orderId);
  if (order?.kind !== 'campaign') return null;
  if (order.attemptTransactionId === null && order.reconcileAt === null && order.paidTransactionId === null) {
    // The campaign page queries the order only after its payment dialog was closed, so the card provider has not
    // reported an existing payment attempt.
    await updateOrder(deps.db, order.id, { reconcileAt: new Date(deps.clock.now().getTime() + LEASE_MS) });
  }
  const progress = await askedFor(deps, order, { accountId: null, ip }, PATIENCE_MS);
  const sinceMs = deps.clock.now().getTime() - (order.attemptedAt?.getTime() ?? 0);
  return sinceMs < CAMPAIGN_REASON_MS ? progress : { ...progress, declineReason: null };
}
