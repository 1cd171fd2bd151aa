/** Between the rows of orders and the rules about them. */
import { trialDaysOf, type PayableOrder } from '../domain/orders';
import type { SubscriptionFact } from '../domain/subscription';
import type { Database } from '../store/database';
import { findOrderOfRecurrence, listOrders, type OrderRow } from '../store/orders';

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
    trialDays: trialDaysOf(order.kind, order.variant),
    cardMask: payment.cardMask,
  };
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
 * The order that began a recurrence: the one it is known to belong to, else the one whose start it
 * has. A charge names no start: then it is the account's newest order that was paid or tried and
 * has no recurrence yet.
 */
export async function findOrderForRecurrence(
  tx: Database,
  accountId: number,
  recurrence: { recurrenceId: string; startAt: Date | null },
): Promise<OrderRow | null> {
  const linked = await findOrderOfRecurrence(tx, recurrence.recurrenceId);
  if (linked !== null) return linked.accountId === accountId ? linked : null;
  const free = (await listOrders(tx, accountId)).filter((order) => order.recurrenceId === null);
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
