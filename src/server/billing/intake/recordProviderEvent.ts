/**
 * What the card provider reports goes into the ledger once, in the transaction of its effect. The
 * same for notifications and for answers to polls.
 */
import type { Deps } from '../../deps';
import { enqueue } from '../../outbox/outbox';
import { type AccountRow, findAccountById, lockAccount } from '../../store/accounts';
import type { Database } from '../../store/database';
import { enterLedger } from '../../store/ledger';
import { findOrder, linkRecurrence, type OrderRow, updateOrder } from '../../store/orders';
import { mailCampaignSignIn } from '../../usecases/accounts/campaignSignIn';
import { change, type NewFact } from '../change/change';
import { findOrderForRecurrence, findPayer, payableOrder, paymentFact } from '../change/orderRecords';
import type { ProviderEvent } from '../provider/cardProvider';
import type { ExplainingCommand } from '../rules/commands';
import { commandKey, paymentKey, reportKey } from '../rules/facts';
import { paidAtOf, refuseMoney } from '../rules/orders';
import { findWaitingOrder, giveCampaignOrder, recordConsentByPayment } from './campaignOrders';
import { takeCardTrial } from './trialCards';

export type Verdict =
  | 'applied'
  | 'repeated'
  | 'held'
  | 'unknownAccount'
  | 'unknownOrder'
  | 'unknownRecurrence'
  | 'foreignOrder'
  | 'wrongAmount'
  | 'testPayment';

type PaymentEvent = Extract<ProviderEvent, { kind: 'paid' | 'authorized' | 'failed' }>;
type RecurrenceEvent = Extract<ProviderEvent, { kind: 'recurrence' }>;

/** What an event does, decided under the account's lock. */
interface Effect {
  verdict: Exclude<Verdict, 'repeated'>;
  orderId: string | null;
  facts: NewFact[];
  /** Runs only when the event is new to the ledger. */
  apply?: () => Promise<unknown>;
}

const refusedFor = (verdict: Effect['verdict'], orderId: string | null): Effect => ({
  verdict,
  orderId,
  facts: [],
});

async function findAccountOf(tx: Database, event: ProviderEvent): Promise<AccountRow | null> {
  if (event.accountId !== null) return findPayer(tx, event.accountId);
  if ('orderId' in event && event.orderId !== null) {
    const accountId = (await findOrder(tx, event.orderId))?.accountId ?? null;
    return accountId === null ? null : findAccountById(tx, accountId);
  }
  return null;
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
  attempt: Attempt & { reasonCode: number },
): Promise<void> {
  if (order.paidTransactionId !== null || !isLatestAttempt(order, attempt)) return;
  const { transactionId, at, reasonCode } = attempt;
  await updateOrder(tx, order.id, {
    declineReasonCode: reasonCode,
    attemptTransactionId: transactionId,
    attemptedAt: at,
  });
}

const enqueueCommand = (tx: Database, accountId: number, command: ExplainingCommand): Promise<boolean> =>
  enqueue(tx, { kind: 'provider', dedupeKey: commandKey(command), payload: { accountId, ...command } });

/** What is reported of a campaign order that belongs to no account: no payment of it is known yet. */
function effectOfUnknownPayer(
  tx: Database,
  provider: string,
  order: OrderRow | null,
  event: ProviderEvent,
  acceptTestPayments: boolean,
): Effect {
  if (order === null) return refusedFor('unknownAccount', null);
  if ('orderId' in event && event.orderId !== order.id) return refusedFor('foreignOrder', order.id);
  switch (event.kind) {
    case 'failed':
      return {
        verdict: 'applied',
        orderId: order.id,
        facts: [],
        apply: () => recordDecline(tx, order, event),
      };
    case 'recurrence':
      return {
        verdict: 'applied',
        orderId: order.id,
        facts: [],
        apply: () => linkRecurrence(tx, order.id, { provider, recurrenceId: event.recurrenceId }),
      };
    case 'paid':
    case 'authorized': {
      const money = refuseMoney(payableOrder(order), 'first', event, acceptTestPayments);
      if (money === 'wrongAmount' || money === 'testPayment') return refusedFor(money, order.id);
      return refusedFor(event.kind === 'authorized' ? 'held' : 'unknownAccount', order.id);
    }
    case 'refunded':
    case 'voided':
      return refusedFor('unknownAccount', order.id);
  }
}

async function effectOfPayment(
  tx: Database,
  deps: Deps,
  account: AccountRow,
  event: PaymentEvent,
): Promise<Effect> {
  const { name: provider } = deps.cardProvider;
  const role = event.recurrenceId === null ? 'first' : 'recurrent';
  const order =
    event.recurrenceId === null
      ? event.orderId === null
        ? null
        : await findOrder(tx, event.orderId)
      : await findOrderForRecurrence(tx, account, {
          provider,
          recurrenceId: event.recurrenceId,
          payerId: event.accountId,
          startAt: null,
          orderId: event.orderId,
        });
  if (order === null) {
    if (event.recurrenceId === null) return refusedFor('unknownOrder', event.orderId);
    const unknown = refusedFor('unknownRecurrence', event.orderId);
    if (event.kind !== 'paid') return unknown;
    const { recurrenceId, transactionId, amountKopecks, cardMask } = event;
    const at = event.at.toISOString();
    const charge = { provider, recurrenceId, transactionId, amountKopecks, cardMask, at };
    return { ...unknown, apply: () => enqueueCommand(tx, account.id, { kind: 'explainCharge', ...charge }) };
  }
  if (order.accountId !== account.id) return refusedFor('foreignOrder', order.id);
  const key = reportKey(provider, event);
  if (event.kind === 'failed') {
    const { transactionId, reasonCode, amountKopecks, cardMask } = event;
    const attempt = { provider, transactionId, orderId: order.id, reasonCode, amountKopecks, cardMask };
    return {
      verdict: 'applied',
      orderId: order.id,
      facts: [{ key, at: event.at, fact: { kind: 'paymentFailed', role, ...attempt } }],
      apply: async () => {
        if (role === 'first') await recordDecline(tx, order, event);
      },
    };
  }
  const money = refuseMoney(payableOrder(order), role, event, deps.settings.cardProvider.acceptTestPayments);
  if (money === 'wrongAmount' || money === 'testPayment') return refusedFor(money, order.id);
  if (event.kind === 'authorized') return refusedFor('held', order.id);
  const mayHaveTrial =
    role === 'recurrent' || (await takeCardTrial(tx, deps, { ...order, accountId: account.id }, event.card));
  return {
    verdict: 'applied',
    orderId: order.id,
    facts: [
      {
        key,
        at: role === 'first' ? paidAtOf(order, event.at) : event.at,
        fact: paymentFact(order, role, { provider, ...event }, !mayHaveTrial),
      },
    ],
    apply: async () => {
      if (role === 'recurrent') {
        const { recurrenceId } = event;
        if (recurrenceId !== null) await linkRecurrence(tx, order.id, { provider, recurrenceId });
        return;
      }
      await recordConsentByPayment(tx, deps, order, event.payerIp ?? null);
      await updateOrder(tx, order.id, {
        provider,
        paidTransactionId: order.paidTransactionId ?? event.transactionId,
        paidAt: order.paidAt ?? event.at,
        declineReasonCode: null,
        refusal: mayHaveTrial ? null : 'trialUsed',
        reconcileAt: null,
      });
    },
  };
}

async function effectOfRecurrence(
  tx: Database,
  provider: string,
  account: AccountRow,
  event: RecurrenceEvent,
  now: Date,
): Promise<Effect> {
  const { recurrenceId, state, successes, failures, nextChargeAt, startAt } = event;
  const order = await findOrderForRecurrence(tx, account, {
    provider,
    recurrenceId,
    payerId: event.accountId,
    startAt,
    orderId: null,
  });
  if (order === null) {
    const unknown = refusedFor('unknownRecurrence', null);
    if (state !== 'active' && state !== 'pastDue') return unknown;
    return {
      ...unknown,
      apply: () =>
        enqueueCommand(tx, account.id, { kind: 'cancelUnknownRecurrence', provider, recurrenceId }),
    };
  }
  return {
    verdict: 'applied',
    orderId: order.id,
    facts: [
      {
        key: reportKey(provider, event),
        // The provider names no moment: it is so from when it was first heard.
        at: now,
        fact: {
          kind: 'recurrenceChanged',
          provider,
          orderId: order.id,
          recurrenceId,
          state,
          successes,
          failures,
          nextChargeAt: nextChargeAt?.toISOString() ?? null,
        },
      },
    ],
    apply: () => linkRecurrence(tx, order.id, { provider, recurrenceId }),
  };
}

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
    case 'recurrence':
      return effectOfRecurrence(tx, provider, account, event, now);
    case 'refunded': {
      const { transactionId, refundId, amountKopecks } = event;
      const fact = { kind: 'refunded' as const, provider, transactionId, refundId, amountKopecks };
      return { verdict: 'applied', orderId: null, facts: [{ key, at: event.at, fact }] };
    }
    case 'voided': {
      const fact = { kind: 'voided' as const, provider, transactionId: event.transactionId };
      return { verdict: 'applied', orderId: null, facts: [{ key, at: event.at, fact }] };
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
 * nothing. Call `kickOutbox` afterwards.
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
    const account = await findAccountOf(tx, event);
    if (account !== null) await lockAccount(tx, account.id);
    const effect =
      account === null
        ? effectOfUnknownPayer(
            tx,
            provider,
            await findWaitingOrder(tx, event.accountId),
            event,
            deps.settings.cardProvider.acceptTestPayments,
          )
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
    if (account !== null && effect.facts.length > 0) {
      const { after } = await change(tx, account.id, effect.facts, now);
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
    }
    return effect.verdict;
  });
  const details = {
    event: event.kind,
    source,
    verdict,
    transactionId: 'transactionId' in event ? event.transactionId : undefined,
  };
  if (verdict === 'applied' || verdict === 'repeated' || verdict === 'held') {
    deps.logger.info(details, 'the card provider reported');
  } else {
    deps.logger.warn(details, 'a report of the card provider was not accepted');
  }
  return verdict;
}
