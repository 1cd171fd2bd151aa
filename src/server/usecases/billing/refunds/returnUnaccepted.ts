/** Refunds a payment that was not accepted, and cancels the recurring payment that it started. */
import type { Deps } from '../../../deps';
import { findTrialDays } from '../../../domain/billing/orders';
import type { ProviderRecurringPayment } from '../../../ports/cardProvider';
import { findAccountById } from '../../../store/accounts';
import { findRoleOfPayment } from '../../../store/ledger';
import { findOrder, type OrderRow } from '../../../store/orders';
import { schedulesCharges, type SchedulingDeps } from '../cardProviders/cardProviders';
import { type CommandOf, keyOfRefund, keyOfTry, type Try } from '../cardProviders/commandTry';
import { hasStart } from '../ledger/orderRecords';
import { findReceiptEmail } from '../receipts/receiptEmail';
import { returnReceipt } from '../receipts/returnReceipt';
import { saleTerms } from '../receipts/saleTerms';
import { isLive } from '../recurringPayments/accountRecurringPayments';
import { endAll } from '../recurringPayments/endRecurringPayment';
import { refundOnce } from './refundOnce';

/**
 * Cancels the recurring payments that an unaccepted payment started. The card widget creates a recurring payment
 * together with each payment.
 */
async function endOfUnaccepted(
  deps: SchedulingDeps,
  order: OrderRow,
  { payerId, isErased }: { payerId: string; isErased: boolean },
  buildKey: (recurringPaymentId: string) => string,
): Promise<void> {
  const begun = (await deps.cardProvider.findRecurringPayments(payerId)).filter(
    (recurringPayment) => isLive(recurringPayment) && hasStart(order, recurringPayment.startAt),
  );
  // An order with an accepted payment keeps its linked recurring payment, unless its account is deleted.
  const survives = ({ id }: ProviderRecurringPayment): boolean =>
    !isErased &&
    order.paidTransactionId !== null &&
    (order.recurringPaymentId === null || order.recurringPaymentId === id);
  await endAll(
    deps,
    begun.filter((recurringPayment) => !survives(recurringPayment)).map(({ id }) => id),
    buildKey,
  );
}

export async function returnUnaccepted(
  deps: Deps,
  command: CommandOf<'returnUnaccepted'>,
  attempt: Try,
): Promise<void> {
  const { accountId, transactionId, amountKopecks, orderId, payerId } = command;
  const order = orderId === null ? null : await findOrder(deps.db, orderId);
  const account = accountId === null ? null : await findAccountById(deps.db, accountId);
  const { key, tries } = attempt;
  if (order !== null && payerId !== null && schedulesCharges(deps))
    await endOfUnaccepted(
      deps,
      order,
      { payerId, isErased: account !== null && account.erasedAt !== null },
      (id) => keyOfTry(key, id, tries),
    );
  // Without an order of this server, the label of the payment's receipt is unknown.
  const role = await findRoleOfPayment(deps.db, command);
  const receipt =
    order === null || account === null
      ? null
      : returnReceipt(
          deps,
          {
            role,
            orderKind: order.kind,
            amountKopecks: order.amountKopecks,
            trialDays: findTrialDays(order.kind),
            receiptTerms: await saleTerms(deps.db, command, order, role),
          },
          {
            amountKopecks,
            phone: account.phone,
            email: await findReceiptEmail(
              deps,
              account,
              { transactionId, orderId, at: new Date(command.at) },
              command.receiptEmail,
            ),
          },
        );
  const money = { transactionId, amountKopecks, receipt };
  await refundOnce(deps, money, { key: keyOfRefund(attempt), since: new Date(command.at), known: [] });
}
