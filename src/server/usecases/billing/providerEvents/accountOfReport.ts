/** Finds the account that a reported event belongs to. */
import type { ProviderEvent } from '../../../ports/cardProvider';
import { type AccountRow, findAccountById } from '../../../store/accounts';
import type { Database } from '../../../store/database';
import { findAccountOfPayment } from '../../../store/ledger';
import { findOrder } from '../../../store/orders';
import { findPayer } from '../ledger/orderRecords';

/**
 * Returns the account of a reported event. The account of a refund or void is the account that made the refunded
 * payment, even if the event names a different account.
 */
export async function findAccountOfReport(
  tx: Database,
  provider: string,
  event: ProviderEvent,
): Promise<AccountRow | null> {
  if (event.kind === 'refunded' || event.kind === 'voided') {
    const payerId = await findAccountOfPayment(tx, { provider, transactionId: event.transactionId });
    if (payerId !== null) return findAccountById(tx, payerId);
  }
  if (event.accountId !== null) return findPayer(tx, event.accountId);
  if (!('orderId' in event) || event.orderId === null) return null;
  const accountId = (await findOrder(tx, event.orderId))?.accountId ?? null;
  return accountId === null ? null : findAccountById(tx, accountId);
}
