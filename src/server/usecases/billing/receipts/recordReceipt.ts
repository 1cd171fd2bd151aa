/** Records an issued fiscal receipt, to which the payment history links. */
import type { Deps } from '../../../deps';
import type { IssuedReceipt } from '../../../ports/cardProvider';
import { insertReceipt } from '../../../store/receipts';

/**
 * Records a fiscal receipt. Recording a receipt is idempotent, and a receipt may arrive before its payment is recorded.
 * Receipts change neither payments nor access.
 */
export async function recordReceipt(deps: Deps, receipt: IssuedReceipt): Promise<void> {
  const isNew = await insertReceipt(deps.db, {
    ...receipt,
    provider: deps.cardProvider.name,
    receivedAt: deps.clock.now(),
  });
  const { transactionId, kind } = receipt;
  deps.logger.info({ transactionId, receipt: kind, isNew }, 'a receipt was issued');
}
