/** Between the rows of orders and the rules about them. */
import { trialDaysOf, type PayableOrder } from '../domain/orders';
import type { SubscriptionFact } from '../domain/subscription';
import { findAccountById, findAccountByNames, type AccountRow } from '../store/accounts';
import type { Database } from '../store/database';
import { findOrderOfPayer, findOrderOfRecurrence, listOrders, type OrderRow } from '../store/orders';

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
  payment: { transactionId: string; amountKopecks: number; cardMask: string | null },
): SubscriptionFact {
  return {
    kind: 'paymentSucceeded',
    transactionId: payment.transactionId,
    orderId: order.id,
    role,
    orderKind: order.kind,
    amountKopecks: payment.amountKopecks,
    recurrenceAmountKopecks: order.recurrenceAmountKopecks,
    recurrenceStartAt: order.recurrenceStartAt.toISOString(),
    trialDays: trialDaysOf(order.kind),
    cardMask: payment.cardMask,
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

/** Whether a recurrence that the provider reports is the one that an order began. */
export function isRecurrenceOf(order: OrderRow, recurrence: { id: string; startAt: Date | null }): boolean {
  if (order.recurrenceId !== null) return order.recurrenceId === recurrence.id;
  return (
    recurrence.startAt !== null &&
    Math.abs(recurrence.startAt.getTime() - order.recurrenceStartAt.getTime()) < SAME_MOMENT_MS
  );
}

/**
 * The order that began a recurrence: the one it is known to belong to, else, among those of the
 * payer, the one whose start it has. A charge names no start: then it is the newest order that was
 * paid or tried and has no recurrence yet.
 */
export async function findOrderForRecurrence(
  tx: Database,
  account: AccountRow,
  recurrence: { recurrenceId: string; payerId: string | null; startAt: Date | null },
): Promise<OrderRow | null> {
  const linked = await findOrderOfRecurrence(tx, recurrence.recurrenceId);
  if (linked !== null) return linked.accountId === account.id ? linked : null;
  const { payerId } = recurrence;
  const free = (await listOrders(tx, account.id)).filter(
    (order) =>
      order.recurrenceId === null && (payerId === null || (order.payerId ?? account.uid) === payerId),
  );
  const { startAt } = recurrence;
  if (startAt !== null) {
    return free.find((order) => isRecurrenceOf(order, { id: recurrence.recurrenceId, startAt })) ?? null;
  }
  return (
    free.find((order) => order.paidTransactionId !== null) ??
    free.find((order) => order.attemptTransactionId !== null) ??
    null
  );
}
