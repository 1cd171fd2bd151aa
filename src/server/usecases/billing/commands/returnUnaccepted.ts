/** Returns a payment that was not accepted, and ends what it began. */
import type { Deps } from '../../../deps';
import { trialDaysOf } from '../../../domain/billing/orders';
import type { ProviderRecurrence } from '../../../ports/cardProvider';
import { findAccountById } from '../../../store/accounts';
import { findRoleOfPayment } from '../../../store/ledger';
import { findOrder, type OrderRow } from '../../../store/orders';
import { hasStart } from '../change/orderRecords';
import { isLive } from './accountRecurrences';
import { schedulesCharges, type SchedulingDeps } from './cardProviders';
import { type CommandOf, keyOfRefund, keyOfTry, type Try } from './commandTry';
import { endAll } from './endRecurrence';
import { refundOnce } from './refundOnce';
import { returnReceipt } from './returnReceipt';

/** Ends what a payment began that was not accepted: the widget makes the recurrence with the payment. */
async function endOfUnaccepted(
  deps: SchedulingDeps,
  order: OrderRow,
  payerId: string,
  keyOf: (recurrenceId: string) => string,
): Promise<void> {
  const begun = (await deps.cardProvider.findRecurrences(payerId)).filter(
    (recurrence) => isLive(recurrence) && hasStart(order, recurrence.startAt),
  );
  // An order that was paid properly keeps the recurrence that is linked to it.
  const survives = ({ id }: ProviderRecurrence): boolean =>
    order.paidTransactionId !== null && (order.recurrenceId === null || order.recurrenceId === id);
  await endAll(
    deps,
    begun.filter((recurrence) => !survives(recurrence)).map(({ id }) => id),
    keyOf,
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
    await endOfUnaccepted(deps, order, payerId, (id) => keyOfTry(key, id, tries));
  // What the receipt of a payment said that was not for an order of ours is not known.
  const receipt =
    order === null || account === null
      ? null
      : returnReceipt(
          deps,
          {
            role: await findRoleOfPayment(deps.db, command),
            orderKind: order.kind,
            amountKopecks: order.amountKopecks,
            trialDays: trialDaysOf(order.kind),
          },
          { amountKopecks, email: account.email },
        );
  const money = { transactionId, amountKopecks, receipt };
  await refundOnce(deps, money, { key: keyOfRefund(attempt), since: new Date(command.at), known: [] });
}
