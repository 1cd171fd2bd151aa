/** Between the rows of orders and the rules about them. */
import { type AccountRow, findAccountById, findAccountByNames } from '../../store/accounts';
import type { Database } from '../../store/database';
import { findOrderOfPayer, findOrderOfRecurrence, listOrders, type OrderRow } from '../../store/orders';
import type { SubscriptionFact } from '../rules/facts';
import { ORDER_LIFETIME_MS, type PayableOrder, trialDaysOf } from '../rules/orders';

/** A recurrence begins at the second that its order named. */
const SAME_MOMENT_MS = 1000;

export function payableOrder(order: OrderRow): PayableOrder {
  return {
    kind: order.kind,
    amountKopecks: order.amountKopecks,
    recurrenceAmountKopecks: order.recurrenceAmountKopecks,
    currency: order.currency,
    offeredAt: order.offeredAt,
    isPaid: order.paidTransactionId !== null,
  };
}

export function paymentFact(
  order: OrderRow,
  role: 'first' | 'recurrent',
  payment: { provider: string; transactionId: string; amountKopecks: number; cardMask: string | null },
  trialUsed = false,
): SubscriptionFact {
  return {
    kind: 'paymentSucceeded',
    provider: payment.provider,
    transactionId: payment.transactionId,
    orderId: order.id,
    role,
    orderKind: order.kind,
    amountKopecks: payment.amountKopecks,
    recurrenceAmountKopecks: order.recurrenceAmountKopecks,
    recurrenceStartAt: order.recurrenceStartAt.toISOString(),
    trialDays: trialDaysOf(order.kind),
    cardMask: payment.cardMask,
    ...(trialUsed ? { trialUsed: true as const } : {}),
  };
}

/** The account that the card provider calls `payerId`: by its uid, or by a campaign order that is its own. */
export async function findPayer(tx: Database, payerId: string): Promise<AccountRow | null> {
  const account = await findAccountByNames(tx, { uid: payerId });
  if (account !== null) return account;
  const accountId = (await findOrderOfPayer(tx, payerId))?.accountId ?? null;
  return accountId === null ? null : findAccountById(tx, accountId);
}

/** Every name under which the card provider knows an account. */
export async function payerIdsOf(db: Database, account: AccountRow): Promise<string[]> {
  const ordered = await listOrders(db, account.id);
  return [account.uid, ...ordered.flatMap(({ payerId }) => (payerId === null ? [] : [payerId]))];
}

const hasStart = (order: OrderRow, startAt: Date): boolean =>
  Math.abs(startAt.getTime() - order.recurrenceStartAt.getTime()) < SAME_MOMENT_MS;

/** The shop may have been opened again, with a later start, while the widget stood open. */
const startsNear = (order: OrderRow, startAt: Date): boolean =>
  Math.abs(startAt.getTime() - order.recurrenceStartAt.getTime()) <= ORDER_LIFETIME_MS;

/**
 * The order that began a recurrence: the one that it is linked to; else, among those of the
 * payer that have no recurrence yet, the one that is named, or whose start it has, or the newest
 * that was paid or tried and starts about then. Null: nothing that we sold began it.
 */
export async function findOrderForRecurrence(
  tx: Database,
  account: AccountRow,
  recurrence: {
    provider: string;
    recurrenceId: string;
    payerId: string | null;
    /** A charge names no start. */
    startAt: Date | null;
    orderId: string | null;
  },
): Promise<OrderRow | null> {
  const linked = await findOrderOfRecurrence(tx, recurrence);
  if (linked !== null) return linked.accountId === account.id ? linked : null;
  const { payerId, startAt, orderId } = recurrence;
  const own = (await listOrders(tx, account.id)).filter(
    (order) => payerId === null || (order.payerId ?? account.uid) === payerId,
  );
  const free = own.filter((order) => order.recurrenceId === null);
  if (own.some(({ id }) => id === orderId)) return free.find(({ id }) => id === orderId) ?? null;
  if (startAt !== null) {
    const exact = free.find((order) => hasStart(order, startAt));
    if (exact !== undefined) return exact;
  }
  const near = free.filter((order) => startAt === null || startsNear(order, startAt));
  return (
    near.find((order) => order.paidTransactionId !== null) ??
    near.find((order) => order.attemptTransactionId !== null) ??
    null
  );
}
