/**
 * Lost notifications heal by asking the provider: about orders whose payment is not settled, and
 * about recurring payments whose charge is overdue.
 */
import { UNKNOWN_DECLINE } from '../../../../shared/declines';
import type { Deps } from '../../../deps';
import { addDays, later, startOfDay, wholeSeconds } from '../../../domain/billing/billingCalendar';
import { CLOCK_SKEW_MS } from '../../../domain/billing/eventOrder';
import { ORDER_LIFETIME_MS } from '../../../domain/billing/orders';
import { chargesToPoll, pollChargeAt, UNHEARD_DAYS } from '../../../domain/billing/overdueCharges';
import {
  type CardProvider,
  type ProviderEvent,
  type ProviderPayment,
  ProviderRejected,
  ProviderUnavailable,
} from '../../../ports/cardProvider';
import { type AccountRow, findAccountById } from '../../../store/accounts';
import {
  claimUnsettledOrders,
  findOrder,
  listOrders,
  type OrderRow,
  updateOrder,
} from '../../../store/orders';
import { claimOverdueCharges, stopPolling } from '../../../store/subscriptions';
import { lockState, readState } from '../change/change';
import { payerIdsOf } from '../change/orderRecords';
import { depsOfProvider, schedulesCharges } from '../commands/cardProviders';
import { withPayer } from './payerOfCharge';
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
  const { state, decline, ...report } = payment;
  switch (state) {
    case 'completed':
      return { kind: 'paid', ...report };
    case 'authorized':
      return { kind: 'authorized', ...report };
    case 'declined':
      return { kind: 'failed', decline: decline ?? UNKNOWN_DECLINE, ...report };
    // Money came and went back: both are new events if the first was never heard of.
    case 'cancelled':
    case 'refunded':
      return { kind: 'paid', ...report };
    case 'pending':
      return null;
  }
}

/** Records what the provider reports of a payment when it is polled. Idempotent. */
export async function recordPayment(deps: Deps, payment: ProviderPayment): Promise<void> {
  const event = eventOf(payment);
  if (event === null) return;
  await recordProviderEvent(deps, 'reconciliation', await withPayer(deps, event));
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

/** Returns the start of each UTC day from the day of `from` to the day of `to`. */
function daysBetween(from: Date, to: Date): Date[] {
  const days: Date[] = [];
  for (let day = startOfDay(from); day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Lists all payments of a UTC day at a provider. */
type PaymentsOfDay = (provider: CardProvider, day: Date) => Promise<ProviderPayment[]>;

const listPaymentsOfDay: PaymentsOfDay = (provider, day) => provider.listPaymentsOfDay(day);

/** Returns a `PaymentsOfDay` that requests each list once: one day holds the payments of many orders. */
function memoizedPaymentsOfDay(): PaymentsOfDay {
  const listed = new Map<string, Promise<ProviderPayment[]>>();
  return (provider, day) => {
    const key = `${provider.name} ${day.toISOString().slice(0, 10)}`;
    const known = listed.get(key) ?? provider.listPaymentsOfDay(day);
    listed.set(key, known);
    return known;
  };
}

/** An order is frozen from its first attempt on, so no attempt is older than the last time that the shop showed it. */
function attemptDays(order: OrderRow, now: Date): Date[] {
  const earliest = order.offeredAt.getTime() - CLOCK_SKEW_MS;
  const latest = order.offeredAt.getTime() + ORDER_LIFETIME_MS + LATE_PAYMENT_MS;
  return daysBetween(new Date(earliest), new Date(Math.min(latest, now.getTime() + CLOCK_SKEW_MS)));
}

/**
 * Returns the payments of an order. The provider's search by order returns the last payment only: if it did not take
 * money, an earlier attempt may have, so the lists of the days of the attempts are read as well.
 */
async function paymentsOfOrder(
  deps: Deps,
  order: OrderRow,
  paymentsOf: PaymentsOfDay,
): Promise<ProviderPayment[]> {
  const last = await deps.cardProvider.findPaymentsOfOrder(order.id);
  const isUndecided =
    last.length > 0 && last.every(({ state }) => state === 'declined' || state === 'pending');
  if (!isUndecided) return last;
  const listed: ProviderPayment[] = [];
  for (const day of attemptDays(order, deps.clock.now()))
    listed.push(...(await paymentsOf(deps.cardProvider, day)));
  const isListed = ({ transactionId }: ProviderPayment): boolean =>
    listed.some((payment) => payment.transactionId === transactionId);
  return [
    ...listed.filter(({ orderId }) => orderId === order.id),
    ...last.filter((payment) => !isListed(payment)),
  ];
}

/** Polls one order that the caller has claimed, and sets the time of its next poll. */
export async function reconcileOrder(
  deps: Deps,
  order: OrderRow,
  paymentsOf: PaymentsOfDay = listPaymentsOfDay,
): Promise<void> {
  let hasAnswered = true;
  try {
    const ofProvider = providerOf(deps, order.provider);
    for (const payment of await paymentsOfOrder(ofProvider, order, paymentsOf)) {
      await recordPayment(ofProvider, payment);
    }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable || error instanceof ProviderRejected)) throw error;
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

/** Records the recurring payments that the provider lists for a payer, ended ones included, if it has any. Idempotent. */
export async function recordRecurringPayments(deps: Deps, payerId: string): Promise<void> {
  if (!schedulesCharges(deps)) return;
  for (const recurringPayment of await deps.cardProvider.findRecurringPayments(payerId)) {
    const { id, state, ...report } = recurringPayment;
    await recordProviderEvent(deps, 'reconciliation', {
      kind: 'recurringPayment',
      recurringPaymentId: id,
      state,
      ...report,
      startAt: wholeSeconds(report.startAt),
    });
  }
}

async function reconcileCharges(
  everyProvider: Deps,
  account: AccountRow,
  paymentsOf: PaymentsOfDay,
): Promise<void> {
  const { state } = await readState(everyProvider.db, account.id);
  const polled = chargesToPoll(state, everyProvider.clock.now());
  for (const provider of new Set(polled.map(({ agreement }) => agreement.provider))) {
    const ofProvider = polled.filter(({ agreement }) => agreement.provider === provider);
    const [first, ...others] = ofProvider.map(({ since }) => since);
    if (first === undefined) continue;
    const from = others.reduce((earliest, chargeAt) => (chargeAt < earliest ? chargeAt : earliest), first);
    await reconcileChargesSince(providerOf(everyProvider, provider), account, from, paymentsOf);
  }
}

/** Records the charges of an account that one provider has made since a moment, and the state of its recurring payments. */
async function reconcileChargesSince(
  deps: Deps,
  account: AccountRow,
  since: Date,
  paymentsOf: PaymentsOfDay,
): Promise<void> {
  const now = deps.clock.now();
  const payerIds = await payerIdsOf(deps.db, account);
  const ownRecurringPayments = new Set(
    (await listOrders(deps.db, account.id)).map((order) => order.recurringPaymentId),
  );
  const earliest = new Date(since.getTime() - CLOCK_SKEW_MS);
  const from = later(earliest, addDays(now, -OVERDUE_DAYS));
  for (const day of daysBetween(from, now)) {
    const mine = (await paymentsOf(deps.cardProvider, day)).filter(
      ({ accountId: payerId, recurringPaymentId }) =>
        recurringPaymentId !== null &&
        (payerId === null ? ownRecurringPayments.has(recurringPaymentId) : payerIds.includes(payerId)),
    );
    for (const payment of mine) await recordPayment(deps, payment);
  }
  for (const payerId of payerIds) await recordRecurringPayments(deps, payerId);
}

/** The next poll is put off already; when there is nothing to poll any more, it is dropped. */
async function forgetSettled(deps: Deps, accountId: number): Promise<void> {
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    if (pollChargeAt(await lockState(tx, accountId), now) === null) await stopPolling(tx, accountId);
  });
}

async function reconcileOverdueCharges(deps: Deps, paymentsOf: PaymentsOfDay): Promise<void> {
  const now = deps.clock.now();
  const overdue = await claimOverdueCharges(deps.db, now, new Date(now.getTime() + OVERDUE_PAUSE_MS), BATCH);
  for (const { accountId } of overdue) {
    const account = await findAccountById(deps.db, accountId);
    if (account === null) continue;
    try {
      await reconcileCharges(deps, account, paymentsOf);
    } catch (error) {
      if (!(error instanceof ProviderUnavailable || error instanceof ProviderRejected)) throw error;
      deps.logger.warn({ accountId, reason: error.message }, 'an overdue charge could not be asked about');
    }
    await forgetSettled(deps, accountId);
  }
}

/** Polls everything that is due; several instances share the work. */
export async function reconcileOrders(deps: Deps): Promise<void> {
  const paymentsOf = memoizedPaymentsOfDay();
  for (;;) {
    const now = deps.clock.now();
    const claimed = await claimUnsettledOrders(deps.db, now, new Date(now.getTime() + LEASE_MS), BATCH);
    for (const order of claimed) await reconcileOrder(deps, order, paymentsOf);
    if (claimed.length < BATCH) break;
  }
  await reconcileOverdueCharges(deps, paymentsOf);
  deps.wakeOutbox();
}
