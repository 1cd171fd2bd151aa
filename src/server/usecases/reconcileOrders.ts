/**
 * Lost notifications heal by asking the provider: about orders whose payment is not settled, and
 * about recurrences whose charge is overdue.
 */
import type { Deps } from '../deps';
import { addDays, wholeSeconds } from '../domain/billingCalendar';
import { ORDER_LIFETIME_MS } from '../domain/orders';
import { kickOutbox } from '../jobs/deliverOutbox';
import { ProviderRefused, ProviderUnavailable, type ProviderPayment } from '../payments/cardProvider';
import type { ProviderEvent } from '../payments/providerEvent';
import { findAccountById } from '../store/accounts';
import { claimUnsettledOrders, findOrder, updateOrder, type OrderRow } from '../store/orders';
import { claimOverdueCharges } from '../store/subscriptions';
import { payerIdsOf } from './orderRecords';
import { recordProviderEvent } from './recordProviderEvent';

const BATCH = 20;
const LEASE_MS = 60_000;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 6 * 3_600_000;
const OVERDUE_PAUSE_MS = 60 * 60_000;

/** A payment begun within an order's lifetime has ended this long after it, ms. */
const LATE_PAYMENT_MS = 3_600_000;

/** Charges are looked for on so many days back. */
const OVERDUE_DAYS = 5;

function eventOf(payment: ProviderPayment): ProviderEvent | null {
  const { state, reasonCode, ...report } = payment;
  switch (state) {
    case 'completed':
      return { kind: 'paid', ...report };
    case 'authorized':
      return { kind: 'authorized', ...report };
    case 'declined':
      return { kind: 'failed', reasonCode: reasonCode ?? 0, ...report };
    // Money came and went back: both are news if the first was never heard.
    case 'cancelled':
    case 'refunded':
      return { kind: 'paid', ...report };
    case 'pending':
      return null;
  }
}

async function recordPayment(deps: Deps, payment: ProviderPayment): Promise<void> {
  const event = eventOf(payment);
  if (event === null) return;
  await recordProviderEvent(deps, 'reconciliation', event);
  if (payment.state === 'cancelled') {
    const { transactionId, accountId } = payment;
    const at = deps.clock.now();
    await recordProviderEvent(deps, 'reconciliation', { kind: 'voided', transactionId, accountId, at });
  }
}

/** Asks about one order that the caller has claimed, and settles when to ask again. */
export async function reconcileOrder(deps: Deps, order: OrderRow): Promise<void> {
  try {
    for (const payment of await deps.cardProvider.findPaymentsOfOrder(order.id)) {
      await recordPayment(deps, payment);
    }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable || error instanceof ProviderRefused)) throw error;
    deps.logger.warn({ orderId: order.id, reason: error.message }, 'the card provider gave no answer');
  }
  const settled = await findOrder(deps.db, order.id);
  if (settled === null || settled.paidTransactionId !== null) return;
  const now = deps.clock.now();
  const isOver = now.getTime() > settled.offeredAt.getTime() + ORDER_LIFETIME_MS + LATE_PAYMENT_MS;
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** settled.reconcileTries);
  await updateOrder(deps.db, order.id, {
    reconcileAt: isOver ? null : new Date(now.getTime() + pauseMs),
    reconcileTries: settled.reconcileTries + 1,
  });
}

async function reconcileOverdueCharges(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const overdue = await claimOverdueCharges(deps.db, now, new Date(now.getTime() + OVERDUE_PAUSE_MS), BATCH);
  const paymentsByDay = new Map<string, Promise<ProviderPayment[]>>();
  const paymentsOf = (day: Date): Promise<ProviderPayment[]> => {
    const key = day.toISOString().slice(0, 10);
    const known = paymentsByDay.get(key) ?? deps.cardProvider.listPaymentsOfDay(day);
    paymentsByDay.set(key, known);
    return known;
  };
  for (const { accountId, nextChargeAt } of overdue) {
    const account = await findAccountById(deps.db, accountId);
    if (account === null || nextChargeAt === null) continue;
    const payerIds = await payerIdsOf(deps.db, account);
    const earliest = addDays(now, -OVERDUE_DAYS);
    for (let day = nextChargeAt > earliest ? nextChargeAt : earliest; day <= now; day = addDays(day, 1)) {
      const mine = (await paymentsOf(day)).filter(
        ({ accountId: payerId, recurrenceId }) =>
          payerId !== null && payerIds.includes(payerId) && recurrenceId !== null,
      );
      for (const payment of mine) await recordPayment(deps, payment);
    }
    for (const payerId of payerIds) {
      for (const recurrence of await deps.cardProvider.findRecurrences(payerId)) {
        const { id, state, ...report } = recurrence;
        await recordProviderEvent(deps, 'reconciliation', {
          kind: 'recurrence',
          recurrenceId: id,
          state,
          ...report,
          startAt: wholeSeconds(report.startAt),
        });
      }
    }
  }
}

/** Everything that is due to be asked about; several instances share the work. */
export async function reconcileOrders(deps: Deps): Promise<void> {
  for (;;) {
    const now = deps.clock.now();
    const claimed = await claimUnsettledOrders(deps.db, now, new Date(now.getTime() + LEASE_MS), BATCH);
    for (const order of claimed) await reconcileOrder(deps, order);
    if (claimed.length < BATCH) break;
  }
  try {
    await reconcileOverdueCharges(deps);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable || error instanceof ProviderRefused)) throw error;
    deps.logger.warn({ reason: error.message }, 'overdue charges could not be asked about');
  }
  kickOutbox(deps);
}
