/**
 * Records a chargeback that a staff member enters. The card provider sends no notification of chargebacks and documents
 * no format for a list of chargebacks. The card provider informs the merchant of a chargeback by an email that contains
 * the payment id.
 */
import { formatEnglishAmount } from '../../../../shared/englishAmounts';
import { toRubles } from '../../../../shared/money';
import type { Deps } from '../../../deps';
import { paymentKey, reportKey } from '../../../domain/billing/ledgerEvents';
import type { SignedInStaff } from '../../../domain/caller';
import { Rejection } from '../../../domain/rejection';
import type { Database } from '../../../store/database';
import { findAccountOfPayment } from '../../../store/ledger';
import { changeAsStaff } from '../../audit/staffChange';
import { listCardProviders } from '../cardProviders/cardProviders';
import { change } from '../ledger/change';

export interface Chargeback {
  transactionId: string;
  amountKopecks: number;
  /** Note of the staff member on the source of the information about the chargeback. */
  note: string;
}

/**
 * Withdraws the remaining access that the charged-back payment bought, ends the subscription and writes an audit entry.
 * Returns the id of the customer's account. Throws NOT_FOUND for an unknown payment, CONFLICT if the chargeback of the
 * payment is already recorded, and INVALID_REQUEST if the amount exceeds the paid amount minus refunds.
 */
export async function recordChargeback(
  deps: Deps,
  staff: SignedInStaff,
  { transactionId, amountKopecks, note }: Chargeback,
): Promise<number> {
  const userId = await changeAsStaff(deps, staff, async ({ tx, at, audit }) => {
    const { provider, accountId } = await findPayer(tx, deps, transactionId);
    await change(
      tx,
      accountId,
      async ({ state }) => {
        const key = paymentKey({ provider, transactionId });
        const payment = state.payments.find((each) => paymentKey(each) === key);
        if (payment === undefined) throw noPayment();
        if (payment.chargedBackKopecks > 0)
          throw new Rejection('CONFLICT', 'The dispute of this payment is already recorded.');
        const left = payment.amountKopecks - payment.returnedKopecks;
        if (amountKopecks > left)
          throw new Rejection(
            'INVALID_REQUEST',
            `Enter at most ${formatEnglishAmount(toRubles(left))}: the rest was already refunded.`,
            ['amount'],
          );
        const paidKopecks = payment.amountKopecks;
        await audit({
          action: 'recordChargeback',
          accountId,
          details: { provider, transactionId, amountKopecks, paidKopecks, comment: note },
        });
        const data = { kind: 'chargedBack' as const, provider, transactionId, amountKopecks };
        return [{ key: reportKey(provider, { kind: 'chargedBack', transactionId }), data }];
      },
      at,
    );
    return accountId;
  });
  deps.wakeOutbox();
  return userId;
}

/**
 * Returns the card provider and the account of a payment. The payment id alone identifies the card provider, because
 * two card providers are not expected to have the same payment id.
 */
async function findPayer(
  tx: Database,
  deps: Deps,
  transactionId: string,
): Promise<{ provider: string; accountId: number }> {
  for (const { name: provider } of listCardProviders(deps)) {
    const accountId = await findAccountOfPayment(tx, { provider, transactionId });
    if (accountId !== null) return { provider, accountId };
  }
  throw noPayment();
}

const noPayment = (): Rejection => new Rejection('NOT_FOUND', 'Payment not found.', ['transactionId']);
