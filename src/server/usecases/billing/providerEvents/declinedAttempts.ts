/** Stores the latest declined payment attempt with its order. */
import type { Decline } from '../../../../shared/declines';
import type { Database } from '../../../store/database';
import { type OrderRow, updateOrder } from '../../../store/orders';

interface Attempt {
  transactionId: string;
  at: Date;
}

/**
 * Returns whether a payment attempt is the attempt shown on the order, or a later attempt. Payment attempts with the
 * same time are ordered by id: numeric ids by value, other ids in an arbitrary but stable order.
 */
function isLatestAttempt(order: OrderRow, { transactionId, at }: Attempt): boolean {
  const { attemptTransactionId: shown, attemptedAt } = order;
  if (shown === null || shown === transactionId) return true;
  const laterBy = attemptedAt === null ? 0 : at.getTime() - attemptedAt.getTime();
  return (laterBy || transactionId.length - shown.length || (transactionId < shown ? -1 : 1)) > 0;
}

/** Stores a declined payment attempt with its order, unless the order is paid or has a later attempt. */
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
