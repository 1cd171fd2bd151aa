/**
 * Finds the order of a charge whose recurring payment was unknown, and records the charge. Refunds the charge if no
 * order matches.
 */
import { DEFAULT_RECEIPT_TERMS, storedTerms } from '../../../../shared/receiptTerms';
import { reportKey } from '../../../domain/billing/ledgerEvents';
import { termsAt } from '../../../domain/billing/receiptSchedule';
import { findOrder, findOrderOfRecurringPayment } from '../../../store/orders';
import type { SchedulingDeps } from '../cardProviders/cardProviders';
import { type CommandOf, keyOfRefund, keyOfTry, type Try } from '../cardProviders/commandTry';
import { readCommandAccount, record } from '../ledger/commandAccount';
import { paymentEventData } from '../ledger/orderRecords';
import { findReceiptEmail } from '../receipts/receiptEmail';
import { returnReceipt } from '../receipts/returnReceipt';
import { isLive, recordRecurringPayment } from '../recurringPayments/accountRecurringPayments';
import { endRecurringPayment } from '../recurringPayments/endRecurringPayment';
import { refundOnce } from '../refunds/refundOnce';
import { explain } from './explainRecurringPayment';

export async function explainCharge(
  deps: SchedulingDeps,
  command: CommandOf<'explainCharge'>,
  { key, tries, wasRejected }: Try,
): Promise<void> {
  const { accountId, provider, recurringPaymentId, transactionId, amountKopecks, cardMask, decline } =
    command;
  const account = await readCommandAccount(deps, accountId);
  // If the recurring payment has been linked to an order in the meantime, the list of recurring payments need not be
  // read.
  const linked = await findOrderOfRecurringPayment(deps.db, { provider, recurringPaymentId });
  const { orderId, recurringPayment } =
    account.erasedAt !== null
      ? // Nothing of a deleted account may renew, so the charge is refunded whichever order it belongs to.
        { orderId: null, recurringPayment: await deps.cardProvider.readRecurringPayment(recurringPaymentId) }
      : linked === null
        ? await explain(deps, account, recurringPaymentId)
        : { orderId: linked.id, recurringPayment: null };
  const order = orderId === null ? null : await findOrder(deps.db, orderId);
  const at = new Date(command.at);
  const namedOrder = order ?? linked;
  // Without an order, the receipt of the charge is unknown.
  const terms =
    namedOrder === null
      ? termsAt(deps.settings.receiptTerms, at)
      : (namedOrder.recurringReceiptTerms ?? DEFAULT_RECEIPT_TERMS);
  const stored = storedTerms(terms);
  if (
    order?.accountId === accountId &&
    (decline !== null || amountKopecks === order.recurringPaymentAmountKopecks)
  ) {
    if (recurringPayment !== null) await recordRecurringPayment(deps, accountId, order.id, recurringPayment);
    const payment = { provider, transactionId, amountKopecks, cardMask };
    await record(deps, accountId, {
      key: reportKey(provider, { kind: decline === null ? 'paid' : 'failed', transactionId }),
      at,
      data:
        decline === null
          ? paymentEventData(order, 'recurrent', payment, stored === null ? {} : { receiptTerms: stored })
          : { kind: 'paymentFailed', role: 'recurrent', orderId: order.id, decline, ...payment },
    });
    return;
  }
  deps.logger.error(
    { accountId, transactionId, recurringPaymentId },
    'a charge that no order explains goes back',
  );
  // The recurring payment is cancelled before the refund, because the refund may be rejected and the recurring payment
  // would charge again.
  let failure: unknown = null;
  if (orderId === null && recurringPayment !== null && isLive(recurringPayment)) {
    await endRecurringPayment(
      deps,
      recurringPaymentId,
      keyOfTry(`${key}:cancel`, recurringPaymentId, tries),
    ).catch((error: unknown) => {
      failure = error;
    });
  }
  if (decline === null) {
    const receipt = returnReceipt(
      deps,
      { role: 'recurrent', orderKind: 'renewal', amountKopecks, trialDays: null, receiptTerms: terms },
      {
        amountKopecks,
        phone: account.phone,
        email: await findReceiptEmail(
          deps,
          account,
          { transactionId, orderId: linked?.id ?? null, at },
          command.receiptEmail,
        ),
      },
    );
    const money = { transactionId, amountKopecks, receipt };
    await refundOnce(deps, money, { key: keyOfRefund({ key, tries, wasRejected }), since: at, known: [] });
  }
  if (failure !== null)
    throw failure instanceof Error ? failure : new Error('a recurring payment is still active');
}
