/** A fiscal receipt was issued: the payment history links to it. */
import type { Deps } from '../../../deps';
import type { IssuedReceipt } from '../../../ports/cardProvider';
import { insertReceipt } from '../../../store/receipts';

/** Once each, in whatever order they and their payments arrive; they change no money and no access. */
export async function recordReceipt(deps: Deps, receipt: IssuedReceipt): Promise<void> {
  const isNew = await insertReceipt(deps.db, {
    ...receipt,
    provider: deps.cardProvider.name,
    receivedAt: deps.clock.now(),
  });
  const { transactionId, kind } = receipt;
  deps.logger.info({ transactionId, receipt: kind, isNew }, 'a receipt was issued');
}
