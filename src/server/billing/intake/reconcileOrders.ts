/**
 * Lost notifications heal by asking the provider: about orders whose payment is not settled, and
 * about recurrences whose charge is overdue.
 */
import { kickOutbox } from '../../delivery/deliverOutbox';
import type { Deps } from '../../deps';
import { type AccountRow, findAccountById } from '../../store/accounts';
import { claimUnsettledOrders, findOrder, type OrderRow, updateOrder } from '../../store/orders';
import { claimOverdueCharges, stopPolling } from '../../store/subscriptions';
import { lockState, readState } from '../change/change';
import { payerIdsOf } from '../change/orderRecords';
import {
  type CardProvider,
  type ProviderEvent,
  type ProviderPayment,
  ProviderRefused,
  ProviderUnavailable,
} from '../provider/cardProvider';
import { depsOfProvider } from '../provider/cardProviders';
import { addDays, later, startOfDay, wholeSeconds } from '../rules/billingCalendar';
import { ORDER_LIFETIME_MS } from '../rules/orders';
import { pollChargeAt, UNHEARD_DAYS } from '../rules/overdueCharges';
import { recordProviderEvent } from './recordProviderEvent';

const BATCH = 20;
const LEASE_MS = 60_000;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 6 * 3_600_000;
const OVERDUE_PAUSE_MS = 60 * 60_000;

/** A payment begun within an order's lifetime has ended this long after it, ms. */
const LATE_PAYMENT_MS = 3_600_000;

/** Charges are looked for on so many days back. */
const OVERDUE_DAYS = UNHEARD_DAYS + 1;

function eventOf(payment: ProviderPayment): ProviderEvent | null {
  const { state, reasonCode, ...report } = payment;
  switch (state) {
    case 'completed':
      return { kind: 'paid', ...report };
    case 'authorized':
      return { kind: 'authorized', ...report };
    case 'declined':
      return { kind: 'failed', reasonCode: reasonCode ?? 0, ...report };
    // Money came and went back: both are new events if the first was never heard of.
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
    const at = later(payment.at, deps.clock.now());
    await recordProviderEvent(deps, 'reconciliation', { kind: 'voided', transactionId, accountId, at });
  }
}

/** Throws ProviderUnavailable where nothing connects to it any more. */
function providerOf(deps: Deps, name: string): Deps {
  const ofProvider = depsOfProvider(deps, name);
  if (ofProvider === null) throw new ProviderUnavailable(`nothing connects to ${name}`);
  return ofProvider;
}

/** Polls one order that the caller has claimed, and settles when to poll it next. */
export async function reconcileOrder(deps: Deps, order: OrderRow): Promise<void> {
  let hasAnswered = true;
  try {
    const ofProvider = providerOf(deps, order.provider);
    for (const payment of await ofProvider.cardProvider.findPaymentsOfOrder(order.id)) {
      await recordPayment(ofProvider, payment);
    }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable || error instanceof ProviderRefused)) throw error;
    deps.logger.warn({ orderId: order.id, reason: error.message }, 'the card provider gave no answer');
    hasAnswered = false;
  }
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

/** Every day, UTC, of which a moment lies in between. */
function daysBetween(from: Date, to: Date): Date[] {
  const days: Date[] = [];
  for (let day = startOfDay(from); day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

async function reconcileCharges(
  everyProvider: Deps,
  account: AccountRow,
  paymentsOf: (provider: CardProvider, day: Date) => Promise<ProviderPayment[]>,
): Promise<void> {
  const now = everyProvider.clock.now();
  const { agreement } = (await readState(everyProvider.db, account.id)).state;
  if (agreement === null) return;
  const deps = providerOf(everyProvider, agreement.provider);
  const payerIds = await payerIdsOf(deps.db, account);
  const from = later(agreement.nextChargeAt, addDays(now, -OVERDUE_DAYS));
  for (const day of daysBetween(from, now)) {
    const mine = (await paymentsOf(deps.cardProvider, day)).filter(
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

/** The next poll is put off already; when there is nothing to poll any more, it is dropped. */
async function forgetSettled(deps: Deps, accountId: number): Promise<void> {
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    if (pollChargeAt(await lockState(tx, accountId), now) === null) await stopPolling(tx, accountId);
  });
}

async function reconcileOverdueCharges(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const overdue = await claimOverdueCharges(deps.db, now, new Date(now.getTime() + OVERDUE_PAUSE_MS), BATCH);
  const paymentsByDay = new Map<string, Promise<ProviderPayment[]>>();
  const paymentsOf = (provider: CardProvider, day: Date): Promise<ProviderPayment[]> => {
    const key = `${provider.name} ${day.toISOString().slice(0, 10)}`;
    const known = paymentsByDay.get(key) ?? provider.listPaymentsOfDay(day);
    paymentsByDay.set(key, known);
    return known;
  };
  for (const { accountId } of overdue) {
    const account = await findAccountById(deps.db, accountId);
    if (account === null) continue;
    try {
      await reconcileCharges(deps, account, paymentsOf);
    } catch (error) {
      if (!(error instanceof ProviderUnavailable || error instanceof ProviderRefused)) throw error;
      deps.logger.warn({ accountId, reason: error.message }, 'an overdue charge could not be asked about');
    }
    await forgetSettled(deps, accountId);
  }
}

/** Polls everything that is due; several instances share the work. */
export async function reconcileOrders(deps: Deps): Promise<void> {
  for (;;) {
    const now = deps.clock.now();
    const claimed = await claimUnsettledOrders(deps.db, now, new Date(now.getTime() + LEASE_MS), BATCH);
    for (const order of claimed) await reconcileOrder(deps, order);
    if (claimed.length < BATCH) break;
  }
  await reconcileOverdueCharges(deps);
  kickOutbox(deps);
}
