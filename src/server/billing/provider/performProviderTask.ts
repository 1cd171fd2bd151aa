/** What the outbox asks of the card provider, and what its answers mean for the account. */
import type { Deps } from '../../deps';
import type { Duty, SubscriptionFact, SubscriptionState } from '../rules/subscription';
import { ProviderRefused, ProviderUnavailable, type ProviderRecurrence } from './cardProvider';
import { receiptOf, type Receipt } from './receipts';
import { findAccountById, type AccountRow } from '../../store/accounts';
import { findOrderOfRecurrence, linkRecurrence } from '../../store/orders';
import type { ProviderTask } from '../../outbox/outbox';
import { monthLabel } from '../../texts/payments';
import { findOrderForRecurrence, payerIdsOf, paymentFact } from '../intake/orderRecords';
import { foldAccount, recordDecision, recordSubscriptionEvents } from '../change/recordSubscriptionEvents';
import { refundOnce } from './refundOnce';
import { noteRefusedRefund } from '../change/refundRecords';

type TaskOf<Action extends ProviderTask['action']> = Extract<ProviderTask, { action: Action }>;

async function record(
  deps: Deps,
  accountId: number,
  learnt: { key: string; fact: SubscriptionFact },
): Promise<void> {
  const now = deps.clock.now();
  await deps.db.transaction((tx) => recordDecision(tx, accountId, learnt, now));
}

const readState = (deps: Deps, accountId: number): Promise<SubscriptionState> =>
  deps.db.transaction((tx) => foldAccount(tx, accountId));

async function accountOf(deps: Deps, accountId: number): Promise<AccountRow> {
  const account = await findAccountById(deps.db, accountId);
  if (account === null) throw new ProviderRefused('the account is gone');
  return account;
}

/**
 * What the provider may still charge an account for, and the order that each recurrence began with;
 * null: none did. Recurrences are linked to their orders on the way.
 */
async function liveRecurrences(
  deps: Deps,
  account: AccountRow,
): Promise<{ recurrence: ProviderRecurrence; orderId: string | null }[]> {
  const known = await Promise.all(
    (await payerIdsOf(deps.db, account)).map((payerId) => deps.cardProvider.findRecurrences(payerId)),
  );
  const live: { recurrence: ProviderRecurrence; orderId: string | null }[] = [];
  for (const recurrence of known.flat()) {
    const order = await findOrderForRecurrence(deps.db, account, {
      recurrenceId: recurrence.id,
      payerId: recurrence.accountId,
      startAt: recurrence.startAt,
      orderId: null,
    });
    if (order !== null) await linkRecurrence(deps.db, order.id, recurrence.id);
    if (recurrence.state === 'active' || recurrence.state === 'pastDue')
      live.push({ recurrence, orderId: order?.id ?? null });
  }
  return live;
}

function receiptFor(deps: Deps, account: AccountRow, amountKopecks: number): Receipt {
  return receiptOf({ label: monthLabel(deps.settings.brand.product), amountKopecks, email: account.email });
}

/** Gives money back, once, and remembers it. */
async function giveBack(
  deps: Deps,
  account: AccountRow,
  money: { transactionId: string; amountKopecks: number },
  key: string,
): Promise<void> {
  const { transactionId, amountKopecks } = money;
  const receipt = receiptFor(deps, account, amountKopecks);
  const refundId = await refundOnce(deps, account, { ...money, receipt }, key);
  await record(deps, account.id, {
    key: `refunded:${refundId}`,
    fact: { kind: 'refunded', transactionId, refundId, amountKopecks },
  });
}

async function voidPayment(
  deps: Deps,
  { accountId, transactionId }: TaskOf<'void'>,
  key: string,
): Promise<void> {
  const { payments } = await readState(deps, accountId);
  const payment = payments.find((known) => known.transactionId === transactionId);
  const amountKopecks = payment === undefined ? 0 : payment.amountKopecks - payment.returnedKopecks;
  if (amountKopecks <= 0) return;
  try {
    await deps.cardProvider.voidPayment(transactionId, key);
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    // Too late for a void: the money is settled and has to be refunded.
    await giveBack(deps, await accountOf(deps, accountId), { transactionId, amountKopecks }, `${key}:refund`);
    return;
  }
  await record(deps, accountId, {
    key: `voided:${transactionId}`,
    fact: { kind: 'voided', transactionId },
  });
}

async function cancelRecurrence(
  deps: Deps,
  { accountId, orderId }: Pick<TaskOf<'cancelRecurrence'>, 'accountId' | 'orderId'>,
  key: string,
): Promise<void> {
  const account = await accountOf(deps, accountId);
  // One that no order explains must not charge either.
  const listUnwanted = async () =>
    (await liveRecurrences(deps, account)).filter(
      ({ orderId: begunBy }) => begunBy === null || begunBy === orderId,
    );
  let refusal: ProviderRefused | null = null;
  for (const { recurrence } of await listUnwanted()) {
    try {
      await deps.cardProvider.cancelRecurrence(recurrence.id, `${key}:${recurrence.id}`);
    } catch (error) {
      // Another task, or the payer, was quicker with this one: the others still have to end.
      if (!(error instanceof ProviderRefused)) throw error;
      refusal = error;
    }
  }
  if (refusal !== null && (await listUnwanted()).length > 0)
    throw new ProviderUnavailable(`a recurrence lives on: ${refusal.message}`);
}

/** A move revives a recurrence that is over: it is made only while it is wanted, and undone else. */
async function moveRecurrence(
  deps: Deps,
  { accountId, orderId, nextChargeAt }: TaskOf<'moveRecurrence'>,
  key: string,
): Promise<void> {
  const ofOrder = async (): Promise<Duty[]> =>
    (await readState(deps, accountId)).duties.filter((duty) => 'orderId' in duty && duty.orderId === orderId);
  const isWanted = (await ofOrder()).some(
    (duty) => duty.kind === 'moveRecurrence' && duty.nextChargeAt.toISOString() === nextChargeAt,
  );
  if (!isWanted) return;
  const account = await accountOf(deps, accountId);
  for (const { recurrence, orderId: begunBy } of await liveRecurrences(deps, account)) {
    if (begunBy !== orderId) continue;
    await deps.cardProvider.moveRecurrence(recurrence.id, new Date(nextChargeAt), key);
  }
  if ((await ofOrder()).some(({ kind }) => kind === 'cancelRecurrence')) {
    await cancelRecurrence(deps, { accountId, orderId }, `${key}:cancelled`);
  }
}

async function cancelUnknownRecurrence(
  deps: Deps,
  { accountId, recurrenceId }: TaskOf<'cancelUnknownRecurrence'>,
  key: string,
): Promise<void> {
  const live = await liveRecurrences(deps, await accountOf(deps, accountId));
  const unknown = live.find(({ recurrence, orderId }) => recurrence.id === recurrenceId && orderId === null);
  if (unknown === undefined) return;
  await deps.cardProvider.cancelRecurrence(recurrenceId, key);
  deps.logger.error({ accountId, recurrenceId }, 'a recurrence that no order explains was cancelled');
}

async function explainCharge(deps: Deps, task: TaskOf<'explainCharge'>, key: string): Promise<void> {
  const { accountId, recurrenceId, transactionId, amountKopecks, cardMask } = task;
  const account = await accountOf(deps, accountId);
  const live = await liveRecurrences(deps, account);
  const order = await findOrderOfRecurrence(deps.db, recurrenceId);
  if (order?.accountId === accountId && amountKopecks === order.recurrenceAmountKopecks) {
    const payment = { transactionId, amountKopecks, cardMask };
    const event = {
      key: `paid:${transactionId}`,
      at: new Date(task.at),
      fact: paymentFact(order, 'recurrent', payment),
    };
    const now = deps.clock.now();
    await deps.db.transaction((tx) => recordSubscriptionEvents(tx, accountId, [event], now));
    return;
  }
  deps.logger.error({ accountId, transactionId, recurrenceId }, 'a charge that no order explains goes back');
  // First what would charge again: a refund may be refused, because a former try made it.
  const isLive = (all: typeof live) =>
    all.some(({ recurrence, orderId }) => recurrence.id === recurrenceId && orderId === null);
  let refusal: ProviderRefused | null = null;
  if (isLive(live)) {
    try {
      await deps.cardProvider.cancelRecurrence(recurrenceId, `${key}:cancel`);
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error;
      refusal = error;
    }
  }
  await deps.cardProvider.refundPayment(
    transactionId,
    amountKopecks,
    receiptFor(deps, account, amountKopecks),
    key,
  );
  if (refusal !== null && isLive(await liveRecurrences(deps, account)))
    throw new ProviderUnavailable(`a recurrence lives on: ${refusal.message}`);
}

/**
 * Carries a task out, unless it is no longer wanted. Throws ProviderUnavailable when it is to be
 * tried again (with the same key, so that it has one effect), ProviderRefused when it is not.
 */
export async function performProviderTask(deps: Deps, task: ProviderTask, key: string): Promise<void> {
  switch (task.action) {
    case 'void':
      return voidPayment(deps, task, key);
    case 'refund': {
      const { duties } = await readState(deps, task.accountId);
      const isWanted = duties.some(
        (duty) => duty.kind === 'refund' && duty.transactionId === task.transactionId,
      );
      if (!isWanted) return;
      try {
        await giveBack(deps, await accountOf(deps, task.accountId), task, key);
      } catch (error) {
        if (error instanceof ProviderRefused) await noteRefusedRefund(deps, task, error.message);
        throw error;
      }
      return;
    }
    case 'cancelRecurrence':
      return cancelRecurrence(deps, task, key);
    case 'moveRecurrence':
      return moveRecurrence(deps, task, key);
    case 'cancelUnknownRecurrence':
      return cancelUnknownRecurrence(deps, task, key);
    case 'explainCharge':
      return explainCharge(deps, task, key);
  }
}
