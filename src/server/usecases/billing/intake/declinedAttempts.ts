/** Declined attempts to pay an order: the order shows the latest one. */
import type { Decline } from '../../../../shared/declines';
import type { Database } from '../../../store/database';
import { type OrderRow, updateOrder } from '../../../store/orders';

interface Attempt {
  transactionId: string;
  at: Date;
}

/**
 * Whether an attempt is the one that the order shows, or a later one. Attempts within a second are told
 * apart by their ids: numbers in their order, others in one that is always the same.
 */
function isLatestAttempt(order: OrderRow, { transactionId, at }: Attempt): boolean {
  const { attemptTransactionId: shown, attemptedAt } = order;
  if (shown === null || shown === transactionId) return true;
  const laterBy = attemptedAt === null ? 0 : at.getTime() - attemptedAt.getTime();
  return (laterBy || transactionId.length - shown.length || (transactionId < shown ? -1 : 1)) > 0;
}

/** Shows a declined attempt on its order, unless the order is paid or shows a later attempt. */
export async function recordDecline(
  tx: Database,
  order: OrderRow,
  attempt: Attempt & { decline: Decline },
): Promise<void> {
  if (order.paidTransactionId !== null || !isLatestAttempt(order, attempt)) return;
  const { transactionId, at, decline } = attempt;
  await updateOrder(tx, order.id, {
    declineReason: decline.reason,
    attemptTransactionId: transactionId,
    attemptedAt: at,
  });
}
