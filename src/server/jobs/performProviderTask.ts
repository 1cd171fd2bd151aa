/** What the outbox asks of the card provider, and what its answers mean for the account. */
import type { SubscriptionEvent } from '../domain/subscription';
import { later } from '../domain/billingCalendar';
import type { Deps } from '../deps';
import { ProviderRefused, type ProviderRecurrence } from '../payments/cardProvider';
import { receiptOf } from '../payments/receipts';
import { findAccountById, lockAccount } from '../store/accounts';
import type { Database } from '../store/database';
import { findOrder, linkRecurrence } from '../store/orders';
import type { ProviderTask } from '../store/outbox';
import { listSubscriptionEvents } from '../store/ledger';
import { monthLabel } from '../texts/payments';
import { isRecurrenceOf } from '../usecases/orderRecords';
import { recordSubscriptionEvents } from '../usecases/recordSubscriptionEvents';

async function record(
  deps: Deps,
  accountId: number,
  makeEvent: (tx: Database, now: Date) => Promise<SubscriptionEvent>,
): Promise<void> {
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    await recordSubscriptionEvents(tx, accountId, [await makeEvent(tx, now)], now);
  });
}

/** Never before the payment itself: the provider's clock is not ours. */
async function momentAfter(tx: Database, accountId: number, transactionId: string, now: Date): Promise<Date> {
  const events = await listSubscriptionEvents(tx, accountId);
  const payment = events.find(
    ({ fact }) => fact.kind === 'paymentSucceeded' && fact.transactionId === transactionId,
  );
  return later(now, payment?.at ?? null);
}

/** The recurrences of an order that may still charge. */
async function liveRecurrences(
  deps: Deps,
  accountId: number,
  orderId: string,
): Promise<ProviderRecurrence[]> {
  const account = await findAccountById(deps.db, accountId);
  const order = await findOrder(deps.db, orderId);
  if (account === null || order === null) throw new ProviderRefused('the account or the order is gone');
  const recurrences = await deps.cardProvider.findRecurrences(account.uid);
  return recurrences.filter(
    (recurrence) => isRecurrenceOf(order, recurrence) && ['active', 'pastDue'].includes(recurrence.state),
  );
}

/**
 * Carries a task out. Throws ProviderUnavailable when it is to be tried again (with the same key,
 * so that it has one effect), ProviderRefused when it is not.
 */
export async function performProviderTask(deps: Deps, task: ProviderTask, key: string): Promise<void> {
  const { accountId } = task;
  switch (task.action) {
    case 'void': {
      const { transactionId } = task;
      await deps.cardProvider.voidPayment(transactionId, key);
      await record(deps, accountId, async (tx, now) => ({
        key: `voided:${transactionId}`,
        at: await momentAfter(tx, accountId, transactionId, now),
        fact: { kind: 'voided', transactionId },
      }));
      return;
    }
    case 'refund': {
      const { transactionId, amountKopecks } = task;
      const account = await findAccountById(deps.db, accountId);
      if (account === null) throw new ProviderRefused('the account is gone');
      const label = monthLabel(deps.settings.brand.product);
      const receipt = receiptOf({ label, amountKopecks, email: account.email });
      const refundId = await deps.cardProvider.refundPayment(transactionId, amountKopecks, receipt, key);
      await record(deps, accountId, async (tx, now) => ({
        key: `refunded:${refundId}`,
        at: await momentAfter(tx, accountId, transactionId, now),
        fact: { kind: 'refunded', transactionId, refundId, amountKopecks },
      }));
      return;
    }
    case 'cancelRecurrence':
      for (const recurrence of await liveRecurrences(deps, accountId, task.orderId)) {
        await deps.db.transaction((tx) => linkRecurrence(tx, task.orderId, recurrence.id));
        await deps.cardProvider.cancelRecurrence(recurrence.id, `${key}:${recurrence.id}`);
      }
      return;
    case 'moveRecurrence':
      for (const recurrence of await liveRecurrences(deps, accountId, task.orderId)) {
        await deps.db.transaction((tx) => linkRecurrence(tx, task.orderId, recurrence.id));
        await deps.cardProvider.moveRecurrence(recurrence.id, new Date(task.nextChargeAt), key);
      }
  }
}
