/** Carries out what the outbox demands of the card provider, and records what its answers mean. */
import { toRubles } from '../../../../shared/money';
import { OFFER_TERMS, type OfferTerms } from '../../../../shared/offerTerms';
import { addUtcMonths } from '../../../../shared/utcMonths';
import type { Deps } from '../../../deps';
import { addDays, later } from '../../../domain/billing/billingCalendar';
import { PROVIDER_HORIZON_MONTHS } from '../../../domain/billing/chargeDates';
import type { ProviderCommand } from '../../../domain/billing/commands';
import { CLOCK_SKEW_MS } from '../../../domain/billing/eventOrder';
import { paymentKey, refundMadeKey, reportKey } from '../../../domain/billing/facts';
import type { Payment, SubscriptionState } from '../../../domain/billing/fold';
import { trialDaysOf } from '../../../domain/billing/orders';
import {
  ProviderNotReady,
  type ProviderRecurrence,
  ProviderRefused,
  ProviderUnavailable,
  type Receipt,
} from '../../../ports/cardProvider';
import { insertAccountEvent } from '../../../store/accountEvents';
import { type AccountRow, findAccountById } from '../../../store/accounts';
import { findRoleOfPayment } from '../../../store/ledger';
import { findOrder, findOrderOfRecurrence, type OrderRow } from '../../../store/orders';
import { settleRefund } from '../../../store/refunds';
import { monthLabel, orderLabel } from '../../../texts/payments';
import { change, type NewFact, readState } from '../change/change';
import { hasStart, paymentFact } from '../change/orderRecords';
import {
  type AccountRecurrence,
  isLive,
  type KnownRecurrences,
  lacksRecurrence,
  readRecurrences,
  recordRecurrence,
  recurrenceFact,
} from './accountRecurrences';
import { depsOfProvider, schedulesCharges, type SchedulingDeps } from './cardProviders';
import { refundOnce } from './refundOnce';

type CommandOf<Kind extends ProviderCommand['kind']> = Extract<ProviderCommand, { kind: Kind }>;

/** A recurrence of a paid order that has not appeared by then was never made, days after the payment. */
const APPEARS_WITHIN_DAYS = 1;

async function record(deps: Deps, accountId: number, ...facts: readonly NewFact[]): Promise<void> {
  await deps.db.transaction((tx) => change(tx, accountId, facts, deps.clock.now()));
}

async function accountOf(deps: Deps, accountId: number): Promise<AccountRow> {
  const account = await findAccountById(deps.db, accountId);
  if (account === null) throw new ProviderRefused('the account is gone');
  return account;
}

/** The terms under which an order was paid, where its receipt names them. */
function termsOf({ orderKind, amountKopecks, trialDays }: ReturnedPayment): OfferTerms {
  switch (orderKind) {
    case 'trial':
      return { ...OFFER_TERMS, cardCheckRub: toRubles(amountKopecks) };
    case 'campaign':
      return { ...OFFER_TERMS, campaignTrialDays: trialDays ?? OFFER_TERMS.campaignTrialDays };
    case 'renewal':
      return OFFER_TERMS;
  }
}

type ReturnedPayment = Pick<Payment, 'role' | 'orderKind' | 'amountKopecks' | 'trialDays'>;

/** The receipt of a return names what the receipt of its payment named (54-FZ), whatever is offered today. */
function returnReceipt(
  deps: Deps,
  payment: ReturnedPayment,
  money: { amountKopecks: number; email: string },
): Receipt {
  const { product } = deps.settings.brand;
  const label =
    payment.role === 'first' ? orderLabel(product, payment.orderKind, termsOf(payment)) : monthLabel(product);
  return { label, ...money };
}

// --- recurrences

const isAwaited = (order: OrderRow, now: Date): boolean =>
  lacksRecurrence(order) && order.paidAt !== null && addDays(order.paidAt, APPEARS_WITHIN_DAYS) > now;

/** The orders whose recurrence must not charge any more. */
const endedOrders = ({ commands }: SubscriptionState): Set<string> =>
  new Set(commands.flatMap((command) => (command.kind === 'cancelRecurrence' ? [command.orderId] : [])));

/** An order that somebody may be paying at this moment: what it began is not known yet. */
const isBeingPaid = (order: OrderRow, now: Date): boolean =>
  order.paidTransactionId === null &&
  order.attemptedAt !== null &&
  addDays(order.attemptedAt, APPEARS_WITHIN_DAYS) > now;

/**
 * What must not charge any more: the recurrences of ended agreements, each second one of an order that was paid
 * twice, and those that nothing explains, unless an order is there whose own one is not known yet.
 */
function unwantedOf({ recurrences, orders, state }: KnownRecurrences, now: Date): AccountRecurrence[] {
  const ended = endedOrders(state);
  const isOpen = orders.some((order) => isAwaited(order, now) || isBeingPaid(order, now));
  return recurrences.filter(({ recurrence, orderId, origin }) => {
    if (!isLive(recurrence)) return false;
    if (orderId !== null) return ended.has(orderId);
    return origin === 'second' || !isOpen;
  });
}

/** A key of this try: ending is the same however often it is asked for, and an older answer says nothing of now. */
const keyOfTry = (key: string, recurrenceId: string, tries: number): string =>
  tries > 1 ? `${key}:${recurrenceId}:${tries}` : `${key}:${recurrenceId}`;

/** Ends a recurrence by its number; resolves only when it is over. */
async function endRecurrence(deps: SchedulingDeps, recurrenceId: string, key: string): Promise<void> {
  try {
    await deps.cardProvider.cancelRecurrence(recurrenceId, key);
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    // Another command, or the payer, may have been quicker.
    const recurrence = await deps.cardProvider.readRecurrence(recurrenceId);
    if (isLive(recurrence)) throw new ProviderUnavailable(`a recurrence lives on: ${error.message}`);
  }
}

/** Ends each of them; one that cannot be ended now keeps no other one alive. */
async function endAll(
  deps: SchedulingDeps,
  recurrenceIds: readonly string[],
  keyOf: (recurrenceId: string) => string,
): Promise<void> {
  const failures: unknown[] = [];
  for (const recurrenceId of new Set(recurrenceIds)) {
    await endRecurrence(deps, recurrenceId, keyOf(recurrenceId)).catch((error: unknown) =>
      failures.push(error),
    );
  }
  const [failure] = failures;
  if (failure !== undefined) throw failure instanceof Error ? failure : new Error('a recurrence lives on');
}

async function cancelRecurrence(
  deps: SchedulingDeps,
  { accountId, provider, orderId, recurrenceId }: CommandOf<'cancelRecurrence'>,
  { key, tries }: Try,
): Promise<void> {
  const account = await accountOf(deps, accountId);
  const keyOf = (id: string): string => keyOfTry(key, id, tries);
  // First the one whose number is known: no list is needed to end it.
  const linked = recurrenceId ?? (await findOrder(deps.db, orderId))?.recurrenceId ?? null;
  const state = (await readState(deps.db, accountId)).state;
  if (linked !== null && endedOrders(state).has(orderId)) await endAll(deps, [linked], keyOf);
  const known = await readRecurrences(deps, account);
  const now = deps.clock.now();
  await endAll(
    deps,
    unwantedOf(known, now).map(({ recurrence }) => recurrence.id),
    keyOf,
  );
  const order = known.orders.find(({ id }) => id === orderId);
  if (order !== undefined && isAwaited(order, now))
    throw new ProviderNotReady(`the recurrence of an order at ${provider} has not appeared yet`);
}

/**
 * The recurrence of an order: by its number once that is known, for a list may not have it yet. Null: it has none.
 * Throws ProviderUnavailable while one may yet appear.
 */
async function recurrenceOf(
  deps: SchedulingDeps,
  { accountId, provider, orderId }: { accountId: number; provider: string; orderId: string },
): Promise<ProviderRecurrence | null> {
  const linked = (await findOrder(deps.db, orderId))?.recurrenceId ?? null;
  if (linked !== null) return deps.cardProvider.readRecurrence(linked);
  const { recurrences, orders } = await readRecurrences(deps, await accountOf(deps, accountId));
  const found = recurrences.find(({ orderId: begunBy }) => begunBy === orderId);
  if (found !== undefined) return found.recurrence;
  const order = orders.find(({ id }) => id === orderId);
  if (order !== undefined && isAwaited(order, deps.clock.now()))
    throw new ProviderNotReady(`the recurrence of an order at ${provider} has not appeared yet`);
  return null;
}

/** The provider rejects a start in the past, and its clock may be ahead of ours, ms. */
const SOONEST_CHARGE_MS = CLOCK_SKEW_MS + 5 * 60_000;

/** A date that differs by less than this is ours, because the provider reports whole seconds, ms. */
const SAME_DATE_MS = 60_000;

/** Whether a date is further from the last payment of an order than the provider allows between two charges. */
function isOutOfReach({ payments }: SubscriptionState, orderId: string, nextChargeAt: Date): boolean {
  const last = payments.findLast((payment) => payment.orderId === orderId);
  return last !== undefined && nextChargeAt > addUtcMonths(last.at, PROVIDER_HORIZON_MONTHS);
}

const isChargedAt = ({ nextChargeAt, startAt }: ProviderRecurrence, date: Date): boolean =>
  Math.abs((nextChargeAt ?? startAt).getTime() - date.getTime()) < SAME_DATE_MS;

/** Throws ProviderUnavailable unless the provider would charge at this moment, which it may accept and not do. */
async function readBack(deps: SchedulingDeps, recurrenceId: string, chargeAt: Date): Promise<void> {
  const recurrence = await deps.cardProvider.readRecurrence(recurrenceId);
  if (isChargedAt(recurrence, chargeAt)) return;
  const { nextChargeAt, startAt } = recurrence;
  throw new ProviderUnavailable(
    `the next charge is at ${(nextChargeAt ?? startAt).toISOString()} instead of ${chargeAt.toISOString()}`,
  );
}

/**
 * Sets the next charge; false: the provider never accepts this date. That ends the recurring payment: what is paid or
 * given stays, and the customer gets an email now that no charge follows.
 */
async function setNextCharge(
  deps: SchedulingDeps,
  target: {
    accountId: number;
    provider: string;
    orderId: string;
    own: ProviderRecurrence;
    chargeAt: Date;
  },
  { key, tries }: Try,
): Promise<boolean> {
  const { accountId, provider, orderId, own, chargeAt } = target;
  try {
    // The provider keeps the answer to a request: a date that was not kept is set by a request of its own.
    await deps.cardProvider.moveRecurrence(own.id, chargeAt, tries > 1 ? `${key}:${tries}` : key);
    return true;
  } catch (error) {
    const { state } = await readState(deps.db, accountId);
    if (!(error instanceof ProviderRefused) || !isOutOfReach(state, orderId, chargeAt)) throw error;
    if (isLive(own)) await endRecurrence(deps, own.id, keyOfTry(`${key}:outOfReach`, own.id, tries));
    const report = { ...own, kind: 'recurrence' as const, recurrenceId: own.id, state: 'cancelled' as const };
    const fact = recurrenceFact(provider, orderId, { ...report, nextChargeAt: null });
    await record(deps, accountId, { key: `${key}:outOfReach`, at: deps.clock.now(), fact });
    return false;
  }
}

/** A date that has passed is not set while the provider has a later one: it may have charged on a date of its own. */
function hasOwnDate({ nextChargeAt, startAt }: ProviderRecurrence, date: Date, now: Date): boolean {
  return date <= now && (nextChargeAt ?? startAt) > now;
}

/**
 * Sets the date of the next charge and reads it back. A move revives a recurrence that is over: it is made only while
 * it is wanted, and undone else. To take up a paused one is a move of one that is over.
 */
async function moveRecurrence(
  deps: SchedulingDeps,
  { kind, accountId, provider, orderId, nextChargeAt }: CommandOf<'moveRecurrence' | 'resumeRecurrence'>,
  attempt: Try,
): Promise<void> {
  const { key } = attempt;
  const commandsNow = async () =>
    (await readState(deps.db, accountId)).state.commands.filter(
      (command) => 'orderId' in command && command.orderId === orderId,
    );
  const isWanted = (await commandsNow()).some(
    (command) => command.kind === kind && command.nextChargeAt === nextChargeAt,
  );
  if (!isWanted) return;
  const own = await recurrenceOf(deps, { accountId, provider, orderId });
  if (own === null || !(isLive(own) || kind === 'resumeRecurrence')) return;
  const date = new Date(nextChargeAt);
  const now = deps.clock.now();
  if (isLive(own) && (isChargedAt(own, date) || hasOwnDate(own, date, now))) return;
  const chargeAt = later(date, new Date(now.getTime() + SOONEST_CHARGE_MS));
  const isMoved = await setNextCharge(deps, { accountId, provider, orderId, own, chargeAt }, attempt);
  const cancel = (await commandsNow()).find((command) => command.kind === 'cancelRecurrence');
  if (cancel?.kind === 'cancelRecurrence')
    await cancelRecurrence(deps, { accountId, ...cancel }, { ...attempt, key: `${key}:cancelled` });
  else if (isMoved) await readBack(deps, own.id, chargeAt);
}

/** Ends a recurrence at the provider whose charge is too far ahead for it, only while that is wanted. */
async function pauseRecurrence(
  deps: SchedulingDeps,
  { accountId, provider, orderId, nextChargeAt }: CommandOf<'pauseRecurrence'>,
  { key, tries }: Try,
): Promise<void> {
  const { commands } = (await readState(deps.db, accountId)).state;
  const isWanted = commands.some(
    (command) =>
      command.kind === 'pauseRecurrence' &&
      command.orderId === orderId &&
      command.nextChargeAt === nextChargeAt,
  );
  if (!isWanted) return;
  const own = await recurrenceOf(deps, { accountId, provider, orderId });
  if (own !== null && isLive(own)) await endRecurrence(deps, own.id, keyOfTry(key, own.id, tries));
}

async function learnRecurrence(
  deps: SchedulingDeps,
  { accountId, provider, orderId }: CommandOf<'learnRecurrence'>,
  { key }: Try,
): Promise<void> {
  const recurrence = await recurrenceOf(deps, { accountId, provider, orderId });
  if (recurrence === null) return;
  await recordRecurrence(deps, accountId, orderId, recurrence);
  await addressReceipts(deps, { accountId, orderId, recurrence }, `${key}:receipt`);
}

/**
 * The dialog of a campaign order asked its payer for the email, which nobody knew when the receipts of the further
 * charges were worded: it is told once the recurrence has begun. One that has charged or failed is left as it is.
 */
async function addressReceipts(
  deps: SchedulingDeps,
  { accountId, orderId, recurrence }: { accountId: number; orderId: string; recurrence: ProviderRecurrence },
  key: string,
): Promise<void> {
  if (recurrence.successes > 0) return;
  const order = await findOrder(deps.db, orderId);
  if (order?.kind === 'campaign') await setAddress(deps, { accountId, recurrence }, key);
}

/** An update may have the provider count failures anew: a charge that it is trying again is left as it is. */
async function setAddress(
  deps: SchedulingDeps,
  { accountId, recurrence }: { accountId: number; recurrence: ProviderRecurrence },
  key: string,
): Promise<void> {
  const { id, failures, amountKopecks } = recurrence;
  if (!isLive(recurrence) || failures > 0) return;
  const { email } = await accountOf(deps, accountId);
  const receipt = { label: monthLabel(deps.settings.brand.product), amountKopecks, email };
  try {
    await deps.cardProvider.setRecurrenceReceipt(id, receipt, key);
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    // The charges go on; their receipts go to the tax office alone.
    deps.logger.error({ accountId, error }, 'the email of receipts was refused');
  }
}

async function addressMoved(
  deps: SchedulingDeps,
  { accountId, provider, orderId }: CommandOf<'addressReceipts'>,
  { key }: Try,
): Promise<void> {
  const recurrence = await recurrenceOf(deps, { accountId, provider, orderId });
  if (recurrence === null) return;
  if (isLive(recurrence) && recurrence.failures > 0)
    throw new ProviderNotReady('a charge is being tried again: its receipt is addressed anew afterwards');
  await setAddress(deps, { accountId, recurrence }, key);
}

/**
 * Explains a recurrence of which no order was known. Null: nothing that we sold began it, which is certain. Throws
 * ProviderUnavailable while it is not: the provider does not list it yet, or an order is there whose own recurrence
 * is not known.
 */
async function explain(
  deps: SchedulingDeps,
  account: AccountRow,
  recurrenceId: string,
): Promise<{ orderId: string | null; recurrence: ProviderRecurrence }> {
  const known = await readRecurrences(deps, account);
  const found = known.recurrences.find(({ recurrence }) => recurrence.id === recurrenceId);
  if (found === undefined) throw new ProviderNotReady(`${recurrenceId} is not listed yet`);
  const { recurrence, orderId, origin } = found;
  const now = deps.clock.now();
  const isOpen = known.orders.some((order) => isAwaited(order, now) || isBeingPaid(order, now));
  if (origin === 'unknown' && isOpen)
    throw new ProviderNotReady(`an order is there that may have begun ${recurrenceId}`);
  return { orderId, recurrence };
}

async function explainRecurrence(
  deps: SchedulingDeps,
  { accountId, recurrenceId }: CommandOf<'explainRecurrence'>,
  { key, tries }: Try,
): Promise<void> {
  const { orderId, recurrence } = await explain(deps, await accountOf(deps, accountId), recurrenceId);
  if (orderId !== null) {
    await recordRecurrence(deps, accountId, orderId, recurrence);
    return;
  }
  if (!isLive(recurrence)) return;
  await endRecurrence(deps, recurrenceId, keyOfTry(key, recurrenceId, tries));
  deps.logger.error({ accountId, recurrenceId }, 'a recurrence that no order explains was cancelled');
}

async function explainCharge(
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

// --- refunds

/** What was refused is asked for anew: the provider repeats its answer to a key that it knows. */
const keyOfRefund = ({ key, tries, wasRefused }: Try): string => (wasRefused ? `${key}:${tries}` : key);

async function refund(deps: Deps, command: CommandOf<'refund'>, attempt: Try): Promise<void> {
  const { accountId, provider, transactionId } = command;
  const { history, state } = await readState(deps.db, accountId);
  const isOfPayment = (named: { provider: string; transactionId: string }): boolean =>
    paymentKey(named) === paymentKey(command);
  const wanted = state.commands.find((each) => each.kind === 'refund' && isOfPayment(each));
  const payment = state.payments.find(isOfPayment);
  if (wanted?.kind !== 'refund' || payment === undefined) return;
  // What is left now: the office may have returned a part since it was commanded.
  const { amountKopecks } = wanted;
  const account = await accountOf(deps, accountId);
  const receipt = returnReceipt(deps, payment, { amountKopecks, email: account.email });
  const decided = history.find(({ fact }) => fact.kind === 'refundDecided' && isOfPayment(fact));
  const known = history.flatMap(({ fact }) =>
    fact.kind === 'refunded' && fact.provider === provider ? [fact.refundId] : [],
  );
  try {
    const refundId = await refundOnce(
      deps,
      { transactionId, amountKopecks, receipt },
      {
        key: `${keyOfRefund(attempt)}${amountKopecks === command.amountKopecks ? '' : `:${amountKopecks}`}`,
        since: decided?.at ?? payment.at,
        known,
      },
    );
    const made = { provider, refundId, transactionId };
    await record(
      deps,
      accountId,
      // Its notification may be recorded already: then only that it is ours is news.
      { key: refundMadeKey(provider, refundId), fact: { kind: 'refundMade', ...made } },
      {
        key: reportKey(provider, { kind: 'refunded', refundId }),
        fact: { kind: 'refunded', ...made, amountKopecks },
      },
    );
  } catch (error) {
    if (!(error instanceof ProviderRefused) || attempt.wasRefused) throw error;
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

async function returnUnaccepted(
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

/** One of several tries to carry a command out. */
export interface Try {
  /** The same for each try. */
  key: string;
  /** Counted from 1. */
  tries: number;
  /** The try before was refused: nothing was done. */
  wasRefused: boolean;
}

/** Carries a command about a recurring payment out. */
async function executeOnRecurrence(
  deps: SchedulingDeps,
  command: Exclude<ProviderCommand, { kind: 'refund' | 'returnUnaccepted' }>,
  attempt: Try,
): Promise<void> {
  switch (command.kind) {
    case 'cancelRecurrence':
      return cancelRecurrence(deps, command, attempt);
    case 'moveRecurrence':
    case 'resumeRecurrence':
      return moveRecurrence(deps, command, attempt);
    case 'pauseRecurrence':
      return pauseRecurrence(deps, command, attempt);
    case 'learnRecurrence':
      return learnRecurrence(deps, command, attempt);
    case 'addressReceipts':
      return addressMoved(deps, command, attempt);
    case 'explainRecurrence':
      return explainRecurrence(deps, command, attempt);
    case 'explainCharge':
      return explainCharge(deps, command, attempt);
  }
}

/**
 * Carries a command out, unless it is no longer wanted. If the provider schedules no charges, nothing has to be ended,
 * moved or learnt there. Throws ProviderUnavailable when it is to be retried (with the same key, so that it has one
 * effect), ProviderRefused when the provider would not.
 */
export async function executeCommand(
  everyProvider: Deps,
  command: ProviderCommand,
  attempt: Try,
): Promise<void> {
  const deps = depsOfProvider(everyProvider, command.provider);
  if (deps === null) throw new ProviderUnavailable(`nothing connects to ${command.provider}`);
  switch (command.kind) {
    case 'refund':
      return refund(deps, command, attempt);
    case 'returnUnaccepted':
      return returnUnaccepted(deps, command, attempt);
    default:
      if (schedulesCharges(deps)) return executeOnRecurrence(deps, command, attempt);
      if (command.kind === 'explainRecurrence' || command.kind === 'explainCharge')
        throw new ProviderRefused(
          `${command.provider} schedules no charges, and reported a recurring payment`,
        );
  }
}
