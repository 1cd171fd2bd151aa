/** Records a charge whose recurrence was unknown, or returns it if no order explains it. */
import { reportKey } from '../../../domain/billing/facts';
import { findOrder, findOrderOfRecurrence } from '../../../store/orders';
import { paymentFact } from '../change/orderRecords';
import { isLive, recordRecurrence } from './accountRecurrences';
import type { SchedulingDeps } from './cardProviders';
import { accountOf, record } from './commandAccount';
import { type CommandOf, keyOfRefund, keyOfTry, type Try } from './commandTry';
import { endRecurrence } from './endRecurrence';
import { explain } from './explainRecurrence';
import { refundOnce } from './refundOnce';
import { returnReceipt } from './returnReceipt';

export async function explainCharge(
  deps: SchedulingDeps,
  command: CommandOf<'explainCharge'>,
  { key, tries, wasRefused }: Try,
): Promise<void> {
  const { accountId, provider, recurrenceId, transactionId, amountKopecks, cardMask, decline } = command;
  const account = await accountOf(deps, accountId);
  // A recurrence that was linked meanwhile needs no list.
  const linked = await findOrderOfRecurrence(deps.db, { provider, recurrenceId });
  const { orderId, recurrence } =
    linked === null ? await explain(deps, account, recurrenceId) : { orderId: linked.id, recurrence: null };
  const order = orderId === null ? null : await findOrder(deps.db, orderId);
  const at = new Date(command.at);
  if (
    order?.accountId === accountId &&
    (decline !== null || amountKopecks === order.recurrenceAmountKopecks)
  ) {
    if (recurrence !== null) await recordRecurrence(deps, accountId, order.id, recurrence);
    const payment = { provider, transactionId, amountKopecks, cardMask };
    await record(deps, accountId, {
      key: reportKey(provider, { kind: decline === null ? 'paid' : 'failed', transactionId }),
      at,
      fact:
        decline === null
          ? paymentFact(order, 'recurrent', payment)
          : { kind: 'paymentFailed', role: 'recurrent', orderId: order.id, decline, ...payment },
    });
    return;
  }
  deps.logger.error({ accountId, transactionId, recurrenceId }, 'a charge that no order explains goes back');
  // First what would charge again: a refund may be refused.
  let failure: unknown = null;
  if (orderId === null && recurrence !== null && isLive(recurrence)) {
    await endRecurrence(deps, recurrenceId, keyOfTry(`${key}:cancel`, recurrenceId, tries)).catch(
      (error: unknown) => {
        failure = error;
      },
    );
  }
  if (decline === null) {
    const receipt = returnReceipt(
      deps,
      { role: 'recurrent', orderKind: 'renewal', amountKopecks, trialDays: null },
      { amountKopecks, email: account.email },
    );
    const money = { transactionId, amountKopecks, receipt };
    await refundOnce(deps, money, { key: keyOfRefund({ key, tries, wasRefused }), since: at, known: [] });
  }
  if (failure !== null) throw failure instanceof Error ? failure : new Error('a recurrence lives on');
}
