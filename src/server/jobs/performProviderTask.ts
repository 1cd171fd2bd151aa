/** What the outbox asks of the card provider, and what its answers mean for the account. */
import type { SubscriptionFact } from '../domain/subscription';
import type { Deps } from '../deps';
import { ProviderRefused, type ProviderRecurrence } from '../payments/cardProvider';
import { receiptOf } from '../payments/receipts';
import { findAccountById } from '../store/accounts';
import { linkRecurrence, listOrders } from '../store/orders';
import type { ProviderTask } from '../store/outbox';
import { monthLabel } from '../texts/payments';
import { isRecurrenceOf, payerIdsOf } from '../usecases/orderRecords';
import { recordDecision } from '../usecases/recordSubscriptionEvents';

async function record(
  deps: Deps,
  accountId: number,
  learnt: { key: string; fact: SubscriptionFact },
): Promise<void> {
  const now = deps.clock.now();
  await deps.db.transaction((tx) => recordDecision(tx, accountId, learnt, now));
}

/** What the provider may still charge an account for, and the order that each recurrence began with. */
async function liveRecurrences(
  deps: Deps,
  accountId: number,
): Promise<{ recurrence: ProviderRecurrence; orderId: string | null }[]> {
  const account = await findAccountById(deps.db, accountId);
  if (account === null) throw new ProviderRefused('the account is gone');
  const orders = await listOrders(deps.db, accountId);
  const known = await Promise.all(
    (await payerIdsOf(deps.db, account)).map((payerId) => deps.cardProvider.findRecurrences(payerId)),
  );
  return known
    .flat()
    .filter(({ state }) => state === 'active' || state === 'pastDue')
    .map((recurrence) => ({
      recurrence,
      // A campaign order has a name of its own at the provider, so two may begin in the same second.
      orderId:
        orders.find(
          (order) =>
            (order.payerId ?? account.uid) === recurrence.accountId && isRecurrenceOf(order, recurrence),
        )?.id ?? null,
    }));
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
      await record(deps, accountId, {
        key: `voided:${transactionId}`,
        fact: { kind: 'voided', transactionId },
      });
      return;
    }
    case 'refund': {
      const { transactionId, amountKopecks } = task;
      const account = await findAccountById(deps.db, accountId);
      if (account === null) throw new ProviderRefused('the account is gone');
      const label = monthLabel(deps.settings.brand.product);
      const receipt = receiptOf({ label, amountKopecks, email: account.email });
      const refundId = await deps.cardProvider.refundPayment(transactionId, amountKopecks, receipt, key);
      await record(deps, accountId, {
        key: `refunded:${refundId}`,
        fact: { kind: 'refunded', transactionId, refundId, amountKopecks },
      });
      return;
    }
    case 'cancelRecurrence':
      for (const { recurrence, orderId } of await liveRecurrences(deps, accountId)) {
        // One that no order explains must not charge either.
        if (orderId !== null && orderId !== task.orderId) continue;
        if (orderId !== null) await linkRecurrence(deps.db, orderId, recurrence.id);
        await deps.cardProvider.cancelRecurrence(recurrence.id, `${key}:${recurrence.id}`);
      }
      return;
    case 'moveRecurrence':
      for (const { recurrence, orderId } of await liveRecurrences(deps, accountId)) {
        if (orderId !== task.orderId) continue;
        await linkRecurrence(deps.db, orderId, recurrence.id);
        await deps.cardProvider.moveRecurrence(recurrence.id, new Date(task.nextChargeAt), key);
      }
  }
}
