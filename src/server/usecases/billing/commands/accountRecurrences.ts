/** What the card provider may still charge an account for, and which order each of it began with. */
import type { Deps } from '../../../deps';
import { wholeSeconds } from '../../../domain/billing/billingCalendar';
import { reportKey, type ReportName, type SubscriptionFact } from '../../../domain/billing/facts';
import type { SubscriptionState } from '../../../domain/billing/fold';
import type { ProviderRecurrence } from '../../../ports/cardProvider';
import type { AccountRow } from '../../../store/accounts';
import type { Database } from '../../../store/database';
import { enterLedger } from '../../../store/ledger';
import { linkRecurrence, listOrders, type OrderRow } from '../../../store/orders';
import { change, lockState } from '../change/change';
import { findOrigin, ordersOfPayer, payerIdsOf, startsNear } from '../change/orderRecords';
import type { SchedulingDeps } from './cardProviders';

export interface AccountRecurrence {
  recurrence: ProviderRecurrence;
  /** The order that began it; null: none that is known. */
  orderId: string | null;
  /** `second`: its order was paid twice, and another recurrence is the one of it. */
  origin: 'order' | 'second' | 'unknown';
}

export interface KnownRecurrences {
  recurrences: AccountRecurrence[];
  orders: OrderRow[];
  state: SubscriptionState;
}

/** Whether it may still charge. */
export const isLive = ({ state }: Pick<ProviderRecurrence, 'state'>): boolean =>
  state === 'active' || state === 'pastDue';

/** A paid order of which the provider has told no recurrence: one may yet appear. */
export const lacksRecurrence = (order: OrderRow): boolean =>
  order.recurrenceId === null && order.paidTransactionId !== null;

/**
 * By elimination: an order that was shown again, with a later start, while the widget stood open has another start
 * than its recurrence. It is certain only where nothing else could be meant.
 */
function soleOrder(
  orders: readonly OrderRow[],
  unknown: readonly ProviderRecurrence[],
  recurrence: ProviderRecurrence,
): OrderRow | null {
  const fits = (order: OrderRow, other: ProviderRecurrence): boolean => startsNear(order, other.startAt);
  const candidates = orders.filter((order) => lacksRecurrence(order) && fits(order, recurrence));
  const [order] = candidates;
  if (order === undefined || candidates.length > 1) return null;
  return unknown.filter((other) => fits(order, other)).length === 1 ? order : null;
}

async function explain(
  tx: Database,
  account: AccountRow,
  provider: string,
  reported: readonly ProviderRecurrence[],
): Promise<AccountRecurrence[]> {
  const recurrences: AccountRecurrence[] = [];
  for (const recurrence of reported) {
    const { id: recurrenceId, accountId: payerId, startAt } = recurrence;
    const origin = await findOrigin(tx, account, { provider, recurrenceId, payerId, startAt, orderId: null });
    if (origin.kind === 'order') await linkRecurrence(tx, origin.order.id, { provider, recurrenceId });
    const orderId = origin.kind === 'order' ? origin.order.id : null;
    recurrences.push({ recurrence, orderId, origin: origin.kind });
  }
  for (const payerId of new Set(reported.map(({ accountId }) => accountId))) {
    const unknown = recurrences.filter(
      ({ origin, recurrence }) => origin === 'unknown' && recurrence.accountId === payerId,
    );
    const free = ordersOfPayer(await listOrders(tx, account.id), account, payerId).filter(
      (order) => order.provider === provider,
    );
    for (const entry of unknown) {
      const order = soleOrder(
        free,
        unknown.map(({ recurrence }) => recurrence),
        entry.recurrence,
      );
      if (order === null) continue;
      await linkRecurrence(tx, order.id, { provider, recurrenceId: entry.recurrence.id });
      entry.orderId = order.id;
      entry.origin = 'order';
    }
  }
  return recurrences;
}

/**
 * Asks the provider under every name of the account, then decides under the account's lock which order began what,
 * and links it. Throws ProviderUnavailable.
 */
export async function readRecurrences(deps: SchedulingDeps, account: AccountRow): Promise<KnownRecurrences> {
  const { name: provider } = deps.cardProvider;
  const payerIds = await payerIdsOf(deps.db, account);
  const reported = await Promise.all(payerIds.map((payerId) => deps.cardProvider.findRecurrences(payerId)));
  return deps.db.transaction(async (tx) => {
    const state = await lockState(tx, account.id);
    const recurrences = await explain(tx, account, provider, reported.flat());
    return { recurrences, state, orders: await listOrders(tx, account.id) };
  });
}

/** What the provider says of a recurrence, in a notification or when asked. */
export type RecurrenceReport = Extract<ReportName, { kind: 'recurrence' }>;

export function recurrenceFact(
  provider: string,
  orderId: string,
  report: RecurrenceReport,
): SubscriptionFact {
  const { recurrenceId, state, successes, failures, nextChargeAt } = report;
  return {
    kind: 'recurrenceChanged',
    provider,
    orderId,
    recurrenceId,
    state,
    successes,
    failures,
    nextChargeAt: nextChargeAt?.toISOString() ?? null,
  };
}

/** Records what was learnt by asking about the recurrence of an order; the same once. */
export async function recordRecurrence(
  deps: Deps,
  accountId: number,
  orderId: string,
  recurrence: ProviderRecurrence,
): Promise<void> {
  const { name: provider } = deps.cardProvider;
  const now = deps.clock.now();
  const { id: recurrenceId, startAt, ...said } = recurrence;
  const report = { kind: 'recurrence' as const, recurrenceId, ...said };
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
    await change(tx, accountId, [{ key, at: now, fact: recurrenceFact(provider, orderId, report) }], now);
  });
}
