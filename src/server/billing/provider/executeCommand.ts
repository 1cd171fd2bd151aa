/** Carries out what the outbox demands of the card provider, and records what its answers mean. */
import type { Deps } from '../../deps';
import { insertAccountEvent } from '../../store/accountEvents';
import { type AccountRow, findAccountById } from '../../store/accounts';
import { findOrderOfRecurrence, linkRecurrence } from '../../store/orders';
import { settleRefund } from '../../store/refunds';
import { monthLabel } from '../../texts/payments';
import { change, type NewFact, readState } from '../change/change';
import { findOrderForRecurrence, payerIdsOf, paymentFact } from '../change/orderRecords';
import type { ProviderCommand } from '../rules/commands';
import { reportKey, type SubscriptionEvent } from '../rules/facts';
import { type ProviderRecurrence, ProviderRefused, ProviderUnavailable, type Receipt } from './cardProvider';
import { receiptOf } from './receipts';
import { refundOnce } from './refundOnce';

type CommandOf<Kind extends ProviderCommand['kind']> = Extract<ProviderCommand, { kind: Kind }>;

async function record(deps: Deps, accountId: number, fact: NewFact): Promise<void> {
  await deps.db.transaction((tx) => change(tx, accountId, [fact], deps.clock.now()));
}

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
      provider: deps.cardProvider.name,
      recurrenceId: recurrence.id,
      payerId: recurrence.accountId,
      startAt: recurrence.startAt,
      orderId: null,
    });
    if (order !== null) {
      await linkRecurrence(deps.db, order.id, {
        provider: deps.cardProvider.name,
        recurrenceId: recurrence.id,
      });
    }
    if (recurrence.state === 'active' || recurrence.state === 'pastDue')
      live.push({ recurrence, orderId: order?.id ?? null });
  }
  return live;
}

function receiptFor(deps: Deps, account: AccountRow, amountKopecks: number): Receipt {
  return receiptOf({ label: monthLabel(deps.settings.brand.product), amountKopecks, email: account.email });
}

/** Gives money back, once, and records it. */
async function giveBack(
  deps: Deps,
  { accountId, history }: { accountId: number; history: readonly SubscriptionEvent[] },
  money: { transactionId: string; amountKopecks: number },
  key: string,
): Promise<void> {
  const { name: provider } = deps.cardProvider;
  const account = await accountOf(deps, accountId);
  const receipt = receiptFor(deps, account, money.amountKopecks);
  const refundId = await refundOnce(deps, { account, history }, { ...money, receipt }, key);
  await record(deps, accountId, {
    key: reportKey(provider, { kind: 'refunded', refundId }),
    fact: { kind: 'refunded', provider, refundId, ...money },
  });
}

async function voidPayment(
  deps: Deps,
  { accountId, transactionId }: CommandOf<'void'>,
  key: string,
): Promise<void> {
  const { history, state } = await readState(deps.db, accountId);
  const payment = state.payments.find((known) => known.transactionId === transactionId);
  const amountKopecks = payment === undefined ? 0 : payment.amountKopecks - payment.returnedKopecks;
  if (amountKopecks <= 0) return;
  try {
    await deps.cardProvider.voidPayment(transactionId, key);
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    // Too late for a void: the money is settled and has to be refunded.
    await giveBack(deps, { accountId, history }, { transactionId, amountKopecks }, `${key}:refund`);
    return;
  }
  const { name: provider } = deps.cardProvider;
  await record(deps, accountId, {
    key: reportKey(provider, { kind: 'voided', transactionId }),
    fact: { kind: 'voided', provider, transactionId },
  });
}

async function cancelRecurrence(
  deps: Deps,
  { accountId, orderId }: Pick<CommandOf<'cancelRecurrence'>, 'accountId' | 'orderId'>,
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
      // Another command, or the payer, was quicker with this one: the others still have to end.
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
  { accountId, orderId, nextChargeAt }: CommandOf<'moveRecurrence'>,
  key: string,
): Promise<void> {
  const commandsNow = async () =>
    (await readState(deps.db, accountId)).state.commands.filter(
      (command) => 'orderId' in command && command.orderId === orderId,
    );
  const isWanted = (await commandsNow()).some(
    (command) => command.kind === 'moveRecurrence' && command.nextChargeAt === nextChargeAt,
  );
  if (!isWanted) return;
  const account = await accountOf(deps, accountId);
  for (const { recurrence, orderId: begunBy } of await liveRecurrences(deps, account)) {
    if (begunBy !== orderId) continue;
    await deps.cardProvider.moveRecurrence(recurrence.id, new Date(nextChargeAt), key);
  }
  if ((await commandsNow()).some(({ kind }) => kind === 'cancelRecurrence')) {
    await cancelRecurrence(deps, { accountId, orderId }, `${key}:cancelled`);
  }
}

async function cancelUnknownRecurrence(
  deps: Deps,
  { accountId, recurrenceId }: CommandOf<'cancelUnknownRecurrence'>,
  key: string,
): Promise<void> {
  const live = await liveRecurrences(deps, await accountOf(deps, accountId));
  const unknown = live.find(({ recurrence, orderId }) => recurrence.id === recurrenceId && orderId === null);
  if (unknown === undefined) return;
  await deps.cardProvider.cancelRecurrence(recurrenceId, key);
  deps.logger.error({ accountId, recurrenceId }, 'a recurrence that no order explains was cancelled');
}

async function explainCharge(deps: Deps, command: CommandOf<'explainCharge'>, key: string): Promise<void> {
  const { accountId, provider, recurrenceId, transactionId, amountKopecks, cardMask } = command;
  const account = await accountOf(deps, accountId);
  const live = await liveRecurrences(deps, account);
  const order = await findOrderOfRecurrence(deps.db, { provider, recurrenceId });
  if (order?.accountId === accountId && amountKopecks === order.recurrenceAmountKopecks) {
    await record(deps, accountId, {
      key: reportKey(provider, { kind: 'paid', transactionId }),
      at: new Date(command.at),
      fact: paymentFact(order, 'recurrent', { provider, transactionId, amountKopecks, cardMask }),
    });
    return;
  }
  deps.logger.error({ accountId, transactionId, recurrenceId }, 'a charge that no order explains goes back');
  // First what would charge again: a refund may be refused, because an earlier attempt made it.
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

async function refund(deps: Deps, command: CommandOf<'refund'>, key: string): Promise<void> {
  const { accountId, provider, transactionId, amountKopecks } = command;
  const { history, state } = await readState(deps.db, accountId);
  const isWanted = state.commands.some(
    (wanted) => wanted.kind === 'refund' && wanted.transactionId === transactionId,
  );
  if (!isWanted) return;
  try {
    await giveBack(deps, { accountId, history }, { transactionId, amountKopecks }, key);
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    // Staff have to see it. Access stays as it was decided.
    const { message: reason } = error;
    const at = deps.clock.now();
    await deps.db.transaction(async (tx) => {
      await settleRefund(tx, { provider, transactionId }, { state: 'refused', refusal: reason, at });
      const details = { action: 'refundRefused' as const, transactionId, amountKopecks, reason };
      await insertAccountEvent(tx, { accountId }, { at, kind: 'payment', details });
    });
    deps.logger.error({ accountId, transactionId, refusal: reason }, 'the card provider refused a refund');
    throw error;
  }
}

/**
 * Carries a command out, unless it is no longer wanted. Throws ProviderUnavailable when it is to be
 * retried (with the same key, so that it has one effect), ProviderRefused when it is not.
 */
export async function executeCommand(deps: Deps, command: ProviderCommand, key: string): Promise<void> {
  if (command.provider !== deps.cardProvider.name)
    throw new ProviderUnavailable(`nothing connects to ${command.provider}`);
  switch (command.kind) {
    case 'void':
      return voidPayment(deps, command, key);
    case 'refund':
      return refund(deps, command, key);
    case 'cancelRecurrence':
      return cancelRecurrence(deps, command, key);
    case 'moveRecurrence':
      return moveRecurrence(deps, command, key);
    case 'cancelUnknownRecurrence':
      return cancelUnknownRecurrence(deps, command, key);
    case 'explainCharge':
      return explainCharge(deps, command, key);
  }
}
