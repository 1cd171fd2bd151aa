/** Finds the terms of the receipt with which something was sold, so that the receipt of a refund repeats them. */
import { DEFAULT_RECEIPT_TERMS, type ReceiptTerms } from '../../../../shared/receiptTerms';
import type { Database } from '../../../store/database';
import type { OrderRow } from '../../../store/orders';
import { findRequest } from '../../../store/requestedPayments';

/**
 * Returns the terms of a payment's receipt. A payment that this server requested has the terms of the request. The receipt of
 * any other payment was in the order (`first`), or is stored at the card provider that makes the recurring charges.
 */
export async function saleTerms(
  db: Database,
  payment: { provider: string; transactionId: string; chargeKey?: string | null },
  order: Pick<OrderRow, 'receiptTerms' | 'recurringReceiptTerms'>,
  role: 'first' | 'recurrent',
): Promise<ReceiptTerms> {
  const request = await findRequest(db, payment);
  const ofOrder = role === 'first' ? order.receiptTerms : order.recurringReceiptTerms;
  return (request === null ? ofOrder : request.receiptTerms) ?? DEFAULT_RECEIPT_TERMS;
}
