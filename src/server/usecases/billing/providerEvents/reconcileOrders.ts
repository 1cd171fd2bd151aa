/** Polls the card providers for orders with unsettled payments, because notifications may be lost. */
import type { Deps } from '../../../deps';
import { CLOCK_SKEW_MS } from '../../../domain/billing/eventOrder';
import { ORDER_LIFETIME_MS } from '../../../domain/billing/orders';
import {
  type ProviderPayment,
  ProviderRejected,
  ProviderUnavailable,
  type UnscheduledCardProvider,
} from '../../../ports/cardProvider';
import { claimUnsettledOrders, findOrder, type OrderRow, updateOrder } from '../../../store/orders';
import { listRequestedOfOrder } from '../../../store/requestedPayments';
import { depsOfProvider } from '../cardProviders/cardProviders';
import { daysBetween, listPaymentsOfDay, memoizedPaymentsOfDay, type PaymentsOfDay } from './paymentsOfDay';
import { reconcileOverdueCharges } from './reconcileCharges';
import { recordPayment } from './recordPolled';

const BATCH = 20;
const LEASE_MS = 60_000;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 6 * 3_600_000;

/** Time in ms after an order expires, after which no payment of the order can still be pending. */
const LATE_PAYMENT_MS = 3_600_000;

/** Number of latest payments of an order that each poll reads. */
const LATEST_PAYMENTS = 3;

/**
 * Number of latest days whose payments are listed if a browser causes the poll. The payer has just left the payment
 * widget, and a request of a browser may cause three calls.
 */
const BROWSER_DAYS = 2;

/** Options of a poll. `listDayPayments` lists the payments of a day, by default from the card provider. */
interface Poll {
  listDayPayments?: PaymentsOfDay;
  /** Whether a request of a browser causes the poll. The scheduled polls then read what the poll leaves out. */
  isForBrowser?: boolean;
}

/**
 * Returns the days on which payment attempts of an order are possible. The shop does not show an order again after its
 * first payment attempt, so no attempt is older than the last time the shop showed the order.
 */
function attemptDays(order: OrderRow, now: Date): Date[] {
  const earliest = order.offeredAt.getTime() - CLOCK_SKEW_MS;
  const latest = order.offeredAt.getTime() + ORDER_LIFETIME_MS + LATE_PAYMENT_MS;
  return daysBetween(new Date(earliest), new Date(Math.min(latest, now.getTime() + CLOCK_SKEW_MS)));
}

/**
 * Reads the latest payments that this server opened for an order and whose outcome is not known. Payments before them are
 * read once they have ended, so that a payer who opens many payments does not multiply the calls of each poll.
 */
async function readRequestedPayments(
  deps: Deps,
  provider: UnscheduledCardProvider,
  order: OrderRow,
  { isForBrowser }: Poll,
): Promise<ProviderPayment[]> {
  const payments: ProviderPayment[] = [];
  const ended = new Date(deps.clock.now().getTime() - LATE_PAYMENT_MS);
  const open = (await listRequestedOfOrder(deps.db, order.id)).filter(
    ({ kind, outcome, transactionId }) => kind === 'widget' && outcome === null && transactionId !== null,
  );
  const read = isForBrowser
    ? open.slice(0, 1)
    : open.filter(({ requestedAt }, index) => index < LATEST_PAYMENTS || requestedAt < ended);
  for (const { transactionId } of read) {
    if (transactionId === null) continue;
    const payment = await provider.readPayment(transactionId);
    if (payment !== null) payments.push(payment);
  }
  return payments;
}

/**
 * Returns the payments of an order. A search by order returns only the last payment of the order. If the last payment
 * took no money, an earlier attempt may have succeeded, so the payment lists of the days of the attempts are read as
 * well. These lists are the only source if the card provider cannot search by order.
 */
async function paymentsOfOrder(deps: Deps, order: OrderRow, poll: Poll): Promise<ProviderPayment[]> {
  const { listDayPayments = listPaymentsOfDay, isForBrowser } = poll;
  if (deps.cardProvider.chargesScheduledBy === 'merchant')
    return readRequestedPayments(deps, deps.cardProvider, order, poll);
  const found = (await deps.cardProvider.findPaymentsOfOrder?.(order.id)) ?? null;
  const isUndecided =
    found === null ||
    (found.length > 0 && found.every(({ state }) => state === 'declined' || state === 'pending'));
  if (!isUndecided) return found;
  const listed: ProviderPayment[] = [];
  const days = attemptDays(order, deps.clock.now());
  for (const day of isForBrowser ? days.slice(-BROWSER_DAYS) : days)
    listed.push(...(await listDayPayments(deps.cardProvider, day)));
  const isListed = ({ transactionId }: ProviderPayment): boolean =>
    listed.some((payment) => payment.transactionId === transactionId);
  return [
    ...listed.filter(({ orderId }) => orderId === order.id),
    ...(found ?? []).filter((payment) => !isListed(payment)),
  ];
}

/** Reads the payments of an order from the card provider and records them. Returns whether the card provider answered. */
export async function recordPaymentsOfOrder(deps: Deps, order: OrderRow, poll: Poll): Promise<boolean> {
  try {
    const ofProvider = depsOfProvider(deps, order.provider);
    for (const payment of await paymentsOfOrder(ofProvider, order, poll)) {
      await recordPayment(ofProvider, payment);
    }
    return true;
  } catch (error) {
    if (!(error instanceof ProviderUnavailable || error instanceof ProviderRejected)) throw error;
    deps.logger.warn({ orderId: order.id, reason: error.message }, 'the card provider gave no answer');
    return false;
  }
}

/** Polls the card provider for one order that the caller has claimed, and schedules the next poll of the order. */
export async function reconcileOrder(deps: Deps, order: OrderRow, poll: Poll): Promise<void> {
  const hasAnswered = await recordPaymentsOfOrder(deps, order, poll);
  const settled = await findOrder(deps.db, order.id);
  if (settled === null || settled.paidTransactionId !== null) return;
  const now = deps.clock.now();
  const isOver = now.getTime() > settled.offeredAt.getTime() + ORDER_LIFETIME_MS + LATE_PAYMENT_MS;
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** settled.reconcileTries);
  await updateOrder(deps.db, order.id, {
    reconcileAt: isOver && hasAnswered ? null : new Date(now.getTime() + pauseMs),
    reconcileTries: settled.reconcileTries + 1,
  });
}

/**
 * Polls the card providers for all unsettled orders and overdue charges whose poll is due. Several server instances
 * share the work.
 */
export async function reconcileOrders(deps: Deps): Promise<void> {
  const listDayPayments = memoizedPaymentsOfDay();
  for (;;) {
    const now = deps.clock.now();
    const claimed = await claimUnsettledOrders(deps.db, now, new Date(now.getTime() + LEASE_MS), BATCH);
    for (const order of claimed) await reconcileOrder(deps, order, { listDayPayments });
    if (claimed.length < BATCH) break;
  }
  await reconcileOverdueCharges(deps, listDayPayments);
  deps.wakeOutbox();
}
