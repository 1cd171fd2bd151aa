/**
 * Reads an account's recurring payments from the card provider, and links each recurring payment to the order that
 * started it.
 */
import type { Deps } from '../../../deps';
import { wholeSeconds } from '../../../domain/billing/billingCalendar';
import { type LedgerEventData, reportKey, type ReportName } from '../../../domain/billing/ledgerEvents';
import type { SubscriptionState } from '../../../domain/billing/subscriptionState';
import type { ProviderRecurringPayment } from '../../../ports/cardProvider';
import type { AccountRow } from '../../../store/accounts';
import type { Database } from '../../../store/database';
import { enterLedger } from '../../../store/ledger';
import { linkRecurringPayment, listOrders, type OrderRow } from '../../../store/orders';
import type { SchedulingDeps } from '../cardProviders/cardProviders';
import { change, lockState } from '../ledger/change';
import { findOrigin, findPayerIds, ordersOfPayer, startsNear } from '../ledger/orderRecords';

export interface AccountRecurringPayment {
  recurringPayment: ProviderRecurringPayment;
  /** Id of the order that started the recurring payment; null if the order is unknown. */
  orderId: string | null;
  /**
   * Origin of the recurring payment. `second` means that the order was paid twice and is already linked to another
   * recurring payment.
   */
  origin: 'order' | 'second' | 'unknown';
}

export interface KnownRecurringPayments {
  recurringPayments: AccountRecurringPayment[];
  orders: OrderRow[];
  state: SubscriptionState;
}

/** Returns whether the recurring payment may still charge the customer. */
export const isLive = ({ state }: Pick<ProviderRecurringPayment, 'state'>): boolean =>
  state === 'active' || state === 'pastDue';

/**
 * Returns whether an order is paid but has no known recurring payment, so that its recurring payment may still appear.
 */
export const lacksRecurringPayment = (order: OrderRow): boolean =>
  order.recurringPaymentId === null && order.paidTransactionId !== null;

/**
 * Finds the order of a recurring payment by elimination, if no order has exactly the same start time. The start times
 * differ if the shop renewed the order's terms while the card widget was open. Returns null unless exactly one order
 * and one recurring payment match each other.
 */
function soleOrder(
  orders: readonly OrderRow[],
  unknown: readonly ProviderRecurringPayment[],
  recurringPayment: ProviderRecurringPayment,
): OrderRow | null {
  const fits = (order: OrderRow, other: ProviderRecurringPayment): boolean =>
    startsNear(order, other.startAt);
  const candidates = orders.filter((order) => lacksRecurringPayment(order) && fits(order, recurringPayment));
  const [order] = candidates;
  if (order === undefined || candidates.length > 1) return null;
  return unknown.filter((other) => fits(order, other)).length === 1 ? order : null;
}

async function explain(
  tx: Database,
  account: AccountRow,
  provider: string,
  reported: readonly ProviderRecurringPayment[],
): Promise<AccountRecurringPayment[]> {
  const recurringPayments: AccountRecurringPayment[] = [];
  for (const recurringPayment of reported) {
    const { id: recurringPaymentId, accountId: payerId, startAt } = recurringPayment;
    const origin = await findOrigin(tx, account, {
      provider,
      recurringPaymentId,
      payerId,
      startAt,
      orderId: null,
    });
    if (origin.kind === 'order')
      await linkRecurringPayment(tx, origin.order.id, { provider, recurringPaymentId });
    const orderId = origin.kind === 'order' ? origin.order.id : null;
    recurringPayments.push({ recurringPayment, orderId, origin: origin.kind });
  }
  for (const payerId of new Set(reported.map(({ accountId }) => accountId))) {
    const unknown = recurringPayments.filter(
      ({ origin, recurringPayment }) => origin === 'unknown' && recurringPayment.accountId === payerId,
    );
    const free = ordersOfPayer(await listOrders(tx, account.id), account, payerId).filter(
      (order) => order.provider === provider,
    );
    for (const entry of unknown) {
      const order = soleOrder(
        free,
        unknown.map(({ recurringPayment }) => recurringPayment),
        entry.recurringPayment,
      );
      if (order === null) continue;
      await linkRecurringPayment(tx, order.id, { provider, recurringPaymentId: entry.recurringPayment.id });
      entry.orderId = order.id;
      entry.origin = 'order';
    }
  }
  return recurringPayments;
}

/**
 * Reads the recurring payments of all payer ids of the account from the card provider. Then, while the account's row is
 * locked, finds the order that started each recurring payment, and stores the link between the two. Throws
 * `ProviderUnavailable`.
 */
export async function readRecurringPayments(
  deps: SchedulingDeps,
  account: AccountRow,
): Promise<KnownRecurringPayments> {
  const { name: provider } = deps.cardProvider;
  const payerIds = await findPayerIds(deps.db, account);
  const reported = await Promise.all(
    payerIds.map((payerId) => deps.cardProvider.findRecurringPayments(payerId)),
  );
  return deps.db.transaction(async (tx) => {
    const state = await lockState(tx, account.id);
    const recurringPayments = await explain(tx, account, provider, reported.flat());
    return { recurringPayments, state, orders: await listOrders(tx, account.id) };
  });
}

/** State of a recurring payment as the card provider reports it, in a notification or in a response. */
export type RecurringPaymentReport = Extract<ReportName, { kind: 'recurringPayment' }>;

export function recurringPaymentEventData(
  provider: string,
  orderId: string,
  report: RecurringPaymentReport,
): LedgerEventData {
  const { recurringPaymentId, state, successes, failures, nextChargeAt } = report;
  return {
    kind: 'recurringPaymentChanged',
    provider,
    orderId,
    recurringPaymentId,
    state,
    successes,
    failures,
    nextChargeAt: nextChargeAt?.toISOString() ?? null,
  };
}

/**
 * Records the state of an order's recurring payment as read from the card provider. Recording the same state again
 * changes nothing.
 */
export async function recordRecurringPayment(
  deps: Deps,
  accountId: number,
  orderId: string,
  recurringPayment: ProviderRecurringPayment,
): Promise<void> {
  const { name: provider } = deps.cardProvider;
  const now = deps.clock.now();
  const { id: recurringPaymentId, startAt, ...said } = recurringPayment;
  const report = { kind: 'recurringPayment' as const, recurringPaymentId, ...said };
  const key = reportKey(provider, report);
  await deps.db.transaction(async (tx) => {
    await lockState(tx, accountId);
    await enterLedger(tx, {
      eventKey: key,
      provider,
      kind: report.kind,
      source: 'reconciliation',
      accountId,
      orderId,
      transactionId: null,
      verdict: 'applied',
      payload: { ...report, startAt: wholeSeconds(startAt) },
      providerAt: now,
      receivedAt: now,
    });
    await change(
      tx,
      accountId,
      [{ key, at: now, data: recurringPaymentEventData(provider, orderId, report) }],
      now,
    );
  });
}
