/**
 * What the card provider reports goes into the ledger once, in the transaction of its effect. The
 * same for notifications and for answers to polls.
 */
import type { Decline } from '../../../../shared/declines';
import type { Deps } from '../../../deps';
import type { ExplainingCommand } from '../../../domain/billing/commands';
import { commandKey, paymentKey, reportKey } from '../../../domain/billing/ledgerEvents';
import { paidAtOf, rejectPaymentTerms } from '../../../domain/billing/orders';
import { enqueue } from '../../../outbox/outbox';
import type { ProviderEvent } from '../../../ports/cardProvider';
import { type AccountRow, findAccountById, lockAccount } from '../../../store/accounts';
import type { Database } from '../../../store/database';
import { enterLedger, findAccountOfPayment, listWaiting, lockTransaction } from '../../../store/ledger';
import {
  findOrder,
  linkRecurringPayment,
  lockOrder,
  type OrderRow,
  updateOrder,
} from '../../../store/orders';
import { paymentQuestionKey, settlePaymentIssue } from '../../../store/paymentIssues';
import { mailCampaignSignIn } from '../../accounts/campaignSignIn';
import { change, type NewLedgerEvent } from '../change/change';
import { findOrigin, findPayer, payableOrder, paymentEventData } from '../change/orderRecords';
import { recurringPaymentEventData } from '../commands/accountRecurringPayments';
import { schedulesCharges } from '../commands/cardProviders';
import { findWaitingOrder, giveCampaignOrder, namesNobody, recordConsentByPayment } from './campaignOrders';
import { releaseSurplusTrials, takeCardTrial } from './trialCards';
import { explainUnaccepted, type UnacceptedVerdict } from './unacceptedPayments';
import { reviveEvent } from './waitingEvents';

export type Verdict =
  | 'applied'
  | 'repeated'
  | 'held'
  /** It is about a payment that is not known yet: it counts once that is. */
  | 'waiting'
  | 'unknownRecurringPayment'
  | 'testPayment'
  | UnacceptedVerdict;

type PaymentEvent = Extract<ProviderEvent, { kind: 'paid' | 'authorized' | 'failed' }>;
type RecurringPaymentEvent = Extract<ProviderEvent, { kind: 'recurringPayment' }>;

/** After a payment the provider needs some seconds to tell of its recurring payment, ms. */
const LEARN_AFTER_MS = 10_000;

/** What an event does, decided under the account's lock. */
interface Effect {
  verdict: Exclude<Verdict, 'repeated'>;
  orderId: string | null;
  ledgerEvents: NewLedgerEvent[];
  /** Runs only when the event is new to the ledger. */
  apply?: () => Promise<unknown>;
}

const rejectedFor = (verdict: Effect['verdict'], orderId: string | null): Effect => ({
  verdict,
  orderId,
  ledgerEvents: [],
});

/** Returns the account that an event is about: of a refund the payer of a known payment, whichever account the report names. */
async function findAccountOf(
  tx: Database,
  provider: string,
  event: ProviderEvent,
): Promise<AccountRow | null> {
  if (event.kind === 'refunded' || event.kind === 'voided') {
    const payerId = await findAccountOfPayment(tx, { provider, transactionId: event.transactionId });
    if (payerId !== null) return findAccountById(tx, payerId);
  }
  if (event.accountId !== null) return findPayer(tx, event.accountId);
  if (!('orderId' in event) || event.orderId === null) return null;
  const accountId = (await findOrder(tx, event.orderId))?.accountId ?? null;
  return accountId === null ? null : findAccountById(tx, accountId);
}

interface Attempt {
  transactionId: string;
  at: Date;
}

/**
 * Whether an attempt is the one that the order shows, or a later one. Attempts within a second are told
 * apart by their ids: numbers in their order, others in one that is always the same.
 */
function isLatestAttempt(order: OrderRow, { transactionId, at }: Attempt): boolean {
  const { attemptTransactionId: shown, attemptedAt } = order;
  if (shown === null || shown === transactionId) return true;
  const laterBy = attemptedAt === null ? 0 : at.getTime() - attemptedAt.getTime();
  return (laterBy || transactionId.length - shown.length || (transactionId < shown ? -1 : 1)) > 0;
}

async function recordDecline(
  tx: Database,
  order: OrderRow,
  attempt: Attempt & { decline: Decline },
): Promise<void> {
  if (order.paidTransactionId !== null || !isLatestAttempt(order, attempt)) return;
  const { transactionId, at, decline } = attempt;
  await updateOrder(tx, order.id, {
    declineReason: decline.reason,
    attemptTransactionId: transactionId,
    attemptedAt: at,
  });
}

const enqueueCommand = (
  tx: Database,
  accountId: number,
  command: ExplainingCommand,
  notBefore?: Date,
): Promise<boolean> =>
  enqueue(tx, {
    kind: 'provider',
    dedupeKey: commandKey(command),
    payload: { accountId, ...command },
    ...(notBefore === undefined ? {} : { notBefore }),
  });

/** What is reported of nobody we know, or of a campaign order that belongs to no account yet. */
function effectOfUnknownPayer(
  tx: Database,
  provider: string,
  order: OrderRow | null,
  event: ProviderEvent,
  acceptTestPayments: boolean,
): Effect {
  if (event.kind === 'refunded' || event.kind === 'voided') return rejectedFor('waiting', order?.id ?? null);
  if (order === null) return rejectedFor('unknownAccount', null);
  const isFirst = 'orderId' in event && event.recurringPaymentId === null;
  if (isFirst && event.orderId !== order.id) return rejectedFor('foreignOrder', order.id);
  switch (event.kind) {
    case 'failed':
      return {
        ...rejectedFor('waiting', order.id),
        apply: async () => {
          if (isFirst) await recordDecline(tx, order, event);
        },
      };
    case 'recurringPayment':
      return {
        ...rejectedFor('waiting', order.id),
        apply: () =>
          linkRecurringPayment(tx, order.id, { provider, recurringPaymentId: event.recurringPaymentId }),
      };
    case 'paid':
    case 'authorized': {
      if (!isFirst) return rejectedFor('waiting', order.id);
      const money = rejectPaymentTerms(payableOrder(order), 'first', event, acceptTestPayments);
      if (money === 'wrongAmount' || money === 'testPayment') return rejectedFor(money, order.id);
      if (event.kind === 'authorized') return rejectedFor('held', order.id);
      return rejectedFor(namesNobody(event.email) ? 'payerUnknown' : 'unknownAccount', order.id);
    }
  }
}

/** A charge of a recurring payment of which no order is known yet: it waits for the provider's own word. */
function effectOfUnknownCharge(
  tx: Database,
  provider: string,
  account: AccountRow,
  event: PaymentEvent & { recurringPaymentId: string },
): Effect {
  const unknown = rejectedFor('unknownRecurringPayment', null);
  if (event.kind === 'authorized') return unknown;
  const { recurringPaymentId, transactionId, amountKopecks, cardMask } = event;
  const decline = event.kind === 'failed' ? event.decline : null;
  const at = event.at.toISOString();
  const charge = { provider, recurringPaymentId, transactionId, amountKopecks, cardMask, at, decline };
  return { ...unknown, apply: () => enqueueCommand(tx, account.id, { kind: 'explainCharge', ...charge }) };
}

async function orderOfPayment(
  tx: Database,
  provider: string,
  account: AccountRow,
  event: PaymentEvent,
): Promise<OrderRow | null> {
  const { orderId, recurringPaymentId, accountId: payerId } = event;
  if (recurringPaymentId === null) return orderId === null ? null : findOrder(tx, orderId);
  const names = { provider, recurringPaymentId, payerId, startAt: null, orderId };
  const origin = await findOrigin(tx, account, names);
  return origin.kind === 'order' ? origin.order : null;
}

async function effectOfPayment(
  tx: Database,
  deps: Deps,
  account: AccountRow,
  event: PaymentEvent,
): Promise<Effect> {
  const { name: provider } = deps.cardProvider;
  const { recurringPaymentId } = event;
  const role = recurringPaymentId === null ? 'first' : 'recurrent';
  const order = await orderOfPayment(tx, provider, account, event);
  if (order === null) {
    return recurringPaymentId === null
      ? rejectedFor('unknownOrder', event.orderId)
      : effectOfUnknownCharge(tx, provider, account, { ...event, recurringPaymentId });
  }
  if (order.accountId !== account.id) return rejectedFor('foreignOrder', order.id);
  const key = reportKey(provider, event);
  if (event.kind === 'failed') {
    const { transactionId, decline, amountKopecks, cardMask } = event;
    const attempt = { provider, transactionId, orderId: order.id, decline, amountKopecks, cardMask };
    return {
      verdict: 'applied',
      orderId: order.id,
      ledgerEvents: [{ key, at: event.at, data: { kind: 'paymentFailed', role, ...attempt } }],
      apply: async () => {
        if (role === 'first') await recordDecline(tx, order, event);
      },
    };
  }
  const money = rejectPaymentTerms(payableOrder(order), role, event, deps.settings.acceptTestPayments);
  if (money === 'wrongAmount' || money === 'testPayment') return rejectedFor(money, order.id);
  if (event.kind === 'authorized') return rejectedFor('held', order.id);
  const mayHaveTrial =
    role === 'recurrent' || (await takeCardTrial(tx, deps, { ...order, accountId: account.id }, event));
  const learn = (): Promise<boolean> => {
    const { transactionId } = event;
    const command = { kind: 'learnRecurringPayment' as const, provider, orderId: order.id, transactionId };
    return enqueueCommand(tx, account.id, command, new Date(deps.clock.now().getTime() + LEARN_AFTER_MS));
  };
  return {
    verdict: 'applied',
    orderId: order.id,
    ledgerEvents: [
      {
        key,
        at: role === 'first' ? paidAtOf(order, event.at) : event.at,
        data: paymentEventData(order, role, { provider, ...event }, !mayHaveTrial),
      },
    ],
    apply: async () => {
      if (schedulesCharges(deps)) await learn();
      if (recurringPaymentId !== null) {
        await linkRecurringPayment(tx, order.id, { provider, recurringPaymentId });
        return;
      }
      await recordConsentByPayment(tx, deps, order, event.payerIp ?? null);
      await updateOrder(tx, order.id, {
        provider,
        paidTransactionId: order.paidTransactionId ?? event.transactionId,
        paidAt: order.paidAt ?? event.at,
        declineReason: null,
        rejection: mayHaveTrial ? null : 'trialUsed',
        reconcileAt: null,
      });
    },
  };
}

async function effectOfRecurringPayment(
  tx: Database,
  provider: string,
  account: AccountRow,
  event: RecurringPaymentEvent,
  now: Date,
): Promise<Effect> {
  const { recurringPaymentId, state, startAt, accountId: payerId } = event;
  const names = { provider, recurringPaymentId, payerId, startAt, orderId: null };
  const origin = await findOrigin(tx, account, names);
  if (origin.kind !== 'order') {
    const unknown = rejectedFor('unknownRecurringPayment', null);
    if (state !== 'active' && state !== 'pastDue') return unknown;
    const command = { kind: 'explainRecurringPayment' as const, provider, recurringPaymentId };
    return { ...unknown, apply: () => enqueueCommand(tx, account.id, command) };
  }
  const { order } = origin;
  return {
    verdict: 'applied',
    orderId: order.id,
    // The provider names no moment: it is so from when it was first heard.
    ledgerEvents: [
      {
        key: reportKey(provider, event),
        at: now,
        data: recurringPaymentEventData(provider, order.id, event),
      },
    ],
    apply: () => linkRecurringPayment(tx, order.id, { provider, recurringPaymentId }),
  };
}

/** The time of a report, or `now` if the provider's clock is ahead: what money bought ends with it, not later. */
const pastOf = (reportedAt: Date, now: Date): Date => (reportedAt < now ? reportedAt : now);

async function effectOf(
  tx: Database,
  deps: Deps,
  account: AccountRow,
  event: ProviderEvent,
  now: Date,
): Promise<Effect> {
  const { name: provider } = deps.cardProvider;
  const key = reportKey(provider, event);
  switch (event.kind) {
    case 'paid':
    case 'authorized':
    case 'failed':
      return effectOfPayment(tx, deps, account, event);
    case 'recurringPayment':
      return effectOfRecurringPayment(tx, provider, account, event, now);
    case 'refunded': {
      const { transactionId, refundId, amountKopecks } = event;
      const data = { kind: 'refunded' as const, provider, transactionId, refundId, amountKopecks };
      return { verdict: 'applied', orderId: null, ledgerEvents: [{ key, at: pastOf(event.at, now), data }] };
    }
    case 'voided': {
      const data = { kind: 'voided' as const, provider, transactionId: event.transactionId };
      return { verdict: 'applied', orderId: null, ledgerEvents: [{ key, at: pastOf(event.at, now), data }] };
    }
  }
}

/**
 * Carries out what was reported before the payment that it is about: in whatever order things arrive, they come to
 * the same.
 */
async function applyWaiting(
  tx: Database,
  deps: Deps,
  account: AccountRow,
  payment: { transactionId: string; orderId: string | null },
  now: Date,
): Promise<void> {
  const { name: provider } = deps.cardProvider;
  for (const { payload, receivedAt } of await listWaiting(tx, { provider, ...payment })) {
    const event = reviveEvent(payload);
    const { ledgerEvents, apply } = await effectOf(tx, deps, account, event, receivedAt);
    await apply?.();
    if (ledgerEvents.length > 0) await change(tx, account.id, ledgerEvents, now);
    // A charge that waited itself may be what a refund waits for.
    if (event.kind === 'paid' && event.transactionId !== payment.transactionId) {
      await applyWaiting(tx, deps, account, { transactionId: event.transactionId, orderId: null }, now);
    }
  }
}

/** What the ledger stores of an event: no names, emails, addresses or tokens. */
function payloadOf(event: ProviderEvent): object {
  if (!('email' in event)) return event;
  const { email: _email, card: _card, payerIp: _payerIp, ...stored } = event;
  return stored;
}

/**
 * Enters an event and carries its effect out, in one transaction, with the account's row held.
 * What is not acceptable (a wrong amount, somebody else's order) is entered and logged and changes
 * nothing. Call `wakeOutbox` afterwards.
 */
export async function recordProviderEvent(
  deps: Deps,
  source: 'notification' | 'reconciliation',
  event: ProviderEvent,
): Promise<Verdict> {
  const now = deps.clock.now();
  const { name: provider } = deps.cardProvider;
  await giveCampaignOrder(deps, event);
  const verdict = await deps.db.transaction(async (tx): Promise<Verdict> => {
    if ('transactionId' in event) await lockTransaction(tx, provider, event.transactionId);
    const waitingFor = await findWaitingOrder(tx, event.accountId);
    // Whoever gives the order to its payer meanwhile comes before or after this, never in between.
    const waiting = waitingFor === null ? null : await lockOrder(tx, waitingFor.id);
    const account = await findAccountOf(tx, provider, event);
    if (account !== null) await lockAccount(tx, account.id);
    const effect =
      account === null
        ? effectOfUnknownPayer(tx, provider, waiting, event, deps.settings.acceptTestPayments)
        : await effectOf(tx, deps, account, event, now);
    const isNew = await enterLedger(tx, {
      eventKey: reportKey(provider, event),
      provider,
      kind: event.kind,
      source,
      accountId: account?.id ?? null,
      orderId: effect.orderId,
      transactionId: 'transactionId' in event ? event.transactionId : null,
      verdict: effect.verdict,
      payload: payloadOf(event),
      providerAt: 'at' in event ? event.at : now,
      receivedAt: now,
    });
    if (!isNew) return 'repeated';
    await effect.apply?.();
    if (event.kind === 'paid') {
      const { verdict: why, orderId } = effect;
      await explainUnaccepted(tx, deps, why, event, { accountId: account?.id ?? null, orderId });
    }
    if (event.kind === 'refunded') {
      const key = paymentQuestionKey(provider, event.transactionId);
      await settlePaymentIssue(tx, key, { outcome: 'returned', at: now });
    }
    if (account !== null && effect.ledgerEvents.length > 0) {
      const { after } = await change(tx, account.id, effect.ledgerEvents, now);
      await releaseSurplusTrials(tx, after.payments);
      const payment =
        event.kind === 'paid'
          ? after.payments.find((known) => paymentKey(known) === paymentKey({ provider, ...event }))
          : undefined;
      if (payment !== undefined && payment.verdict !== 'counted') {
        deps.logger.error(
          { transactionId: payment.transactionId, accountId: account.id, verdict: payment.verdict },
          'a payment buys nothing and goes back',
        );
      }
      if (payment?.role === 'first' && payment.orderKind === 'campaign') {
        const { orderId, verdict: outcome } = payment;
        await mailCampaignSignIn(tx, deps, {
          email: account.email,
          orderId,
          hasBegun: outcome === 'counted',
        });
      }
      if (event.kind === 'paid') {
        const { transactionId } = event;
        await applyWaiting(tx, deps, account, { transactionId, orderId: effect.orderId }, now);
      }
    }
    return effect.verdict;
  });
  deps.metrics.providerEventRecorded(event.kind, verdict);
  const details = {
    event: event.kind,
    source,
    verdict,
    transactionId: 'transactionId' in event ? event.transactionId : undefined,
  };
  if (['applied', 'repeated', 'held', 'waiting'].includes(verdict)) {
    deps.logger.info(details, 'the card provider reported');
  } else {
    deps.logger.warn(details, 'a report of the card provider was not accepted');
  }
  return verdict;
}
