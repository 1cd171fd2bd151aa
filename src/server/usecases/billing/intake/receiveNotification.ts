/** Notifications of the card provider: a question is answered, and what happened enters the ledger. */
import type { Deps } from '../../../deps';
import type { SubscriptionState } from '../../../domain/billing/fold';
import {
  type PaymentRefusal,
  refuseCharge,
  refuseFirstPayment,
  refuseMoney,
} from '../../../domain/billing/orders';
import { summarize } from '../../../domain/billing/status';
import {
  type NotificationAnswer,
  type PaymentQuestion,
  ProviderRefused,
  ProviderUnavailable,
} from '../../../ports/cardProvider';
import type { AccountRow } from '../../../store/accounts';
import { hasConsent } from '../../../store/consents';
import type { Database } from '../../../store/database';
import { findOrder, type OrderRow, updateOrder } from '../../../store/orders';
import { lockState } from '../change/change';
import { findOrigin, findPayer, payableOrder } from '../change/orderRecords';
import { lacksRecurrence } from '../commands/accountRecurrences';
import { findWaitingOrder, recordConsentByPayment, refuseCampaignPayment } from './campaignOrders';
import { withPayer } from './payerOfCharge';
import { recordProviderEvent } from './recordProviderEvent';
import { recordReceipt } from './recordReceipt';
import { cardHadTrial, cardHashes } from './trialCards';

/** A payment that was let through is polled this soon when nothing more is heard, ms. */
const ATTEMPT_RECONCILE_MS = 5_000;

/**
 * The order whose recurrence is about to charge. While the recurrence of the agreement in force is not known yet, this
 * may be it: what turns out to be another one goes back.
 */
async function orderOfCharge(
  tx: Database,
  deps: Deps,
  account: AccountRow,
  question: PaymentQuestion & { recurrenceId: string },
  { agreement }: SubscriptionState,
): Promise<OrderRow | null> {
  const { recurrenceId, accountId: payerId, orderId } = question;
  const names = { provider: deps.cardProvider.name, recurrenceId, payerId, startAt: null, orderId };
  const origin = await findOrigin(tx, account, names);
  if (origin.kind !== 'unknown') return origin.kind === 'order' ? origin.order : null;
  const current = agreement === null ? null : await findOrder(tx, agreement.orderId);
  return current !== null && lacksRecurrence(current) && (current.payerId ?? account.uid) === payerId
    ? current
    : null;
}

async function answerQuestion(deps: Deps, question: PaymentQuestion): Promise<PaymentRefusal | null> {
  const now = deps.clock.now();
  const { acceptTestPayments } = deps.settings;
  if (!question.isPayment) return 'notAPayment';
  return deps.db.transaction(async (tx) => {
    if (question.accountId === null) return 'wrongAccount';
    const account = await findPayer(tx, question.accountId);
    if (account === null) {
      const waiting = await findWaitingOrder(tx, question.accountId);
      const refusal = refuseCampaignPayment(waiting, question, acceptTestPayments, now);
      if (refusal !== null || waiting === null) return refusal;
      await recordConsentByPayment(tx, deps, waiting, question.payerIp ?? null);
      return letThrough(tx, deps, waiting, question, now);
    }
    const state = await lockState(tx, account.id);
    if (question.recurrenceId !== null) {
      const { recurrenceId } = question;
      const order = await orderOfCharge(tx, deps, account, { ...question, recurrenceId }, state);
      if (order === null) return 'wrongOrder';
      return (
        refuseMoney(payableOrder(order), 'recurrent', question, acceptTestPayments) ??
        refuseCharge(order, state, now, question.cardMask)
      );
    }
    const order = question.orderId === null ? null : await findOrder(tx, question.orderId);
    if (order === null) return 'wrongOrder';
    if (order.accountId !== account.id) return 'wrongAccount';
    const refusal = refuseFirstPayment(
      payableOrder(order),
      question,
      summarize(state),
      acceptTestPayments,
      now,
    );
    if (refusal !== null) return refusal;
    if (!(await hasConsent(tx, order.id))) return 'noConsent';
    return letThrough(tx, deps, order, question, now);
  });
}

/** Records the attempt and what the payer is to read about it. */
async function letThrough(
  tx: Database,
  deps: Deps,
  order: OrderRow,
  question: PaymentQuestion,
  now: Date,
): Promise<PaymentRefusal | null> {
  const hadTrial = await cardHadTrial(tx, deps, order, question.card);
  await updateOrder(tx, order.id, {
    attemptTransactionId: question.transactionId,
    attemptedAt: question.at,
    attemptCardHashes: order.kind === 'renewal' ? null : cardHashes(deps, question.card),
    declineReason: null,
    refusal: hadTrial ? 'trialUsed' : null,
    reconcileAt: new Date(now.getTime() + ATTEMPT_RECONCILE_MS),
    reconcileTries: 0,
  });
  return hadTrial ? 'cardTrialUsed' : null;
}

/** A question must be answered: a charge whose payer cannot be found is refused, and the provider tries it again. */
async function withPayerIfKnown(deps: Deps, question: PaymentQuestion): Promise<PaymentQuestion> {
  try {
    return await withPayer(deps, question);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable || error instanceof ProviderRefused)) throw error;
    return question;
  }
}

const REJECTED = {
  wrongSignature: 'a notification with a wrong signature was refused',
  malformed: 'a signed notification is not readable',
};

/** What was passed over by this process, for each provider. */
const passedOver = new WeakMap<object, Set<string>>();

function noteOnce({ cardProvider, logger }: Deps, what: string): void {
  const noted = passedOver.get(cardProvider) ?? new Set<string>();
  passedOver.set(cardProvider, noted);
  if (noted.has(what)) return;
  noted.add(what);
  logger.warn({ notification: what }, 'notifications of this kind are accepted and not read');
}

/**
 * Takes one notification in and resolves to the provider's answer. Nothing changes when it is not
 * genuine or not readable. An error that it throws makes the provider retry.
 */
export async function receiveNotification(
  deps: Deps,
  kind: string,
  rawBody: Uint8Array,
  headers: Headers,
): Promise<NotificationAnswer> {
  const { metrics } = deps;
  const { notifications } = deps.cardProvider;
  const message = notifications.read(kind, rawBody, headers);
  if (message.rejected !== undefined) {
    const { rejected, reason, answer } = message;
    metrics.notificationAnswered(rejected);
    if (rejected === 'wrongSignature') deps.logger.warn({ notification: kind }, REJECTED[rejected]);
    if (rejected === 'malformed') deps.logger.error({ notification: kind, reason }, REJECTED[rejected]);
    return answer;
  }
  if (message.question !== undefined) {
    const refusal = await answerQuestion(deps, await withPayerIfKnown(deps, message.question));
    const { transactionId } = message.question;
    metrics.notificationAnswered(refusal === null ? 'accepted' : 'paymentRefused');
    if (refusal !== null)
      deps.logger.warn({ notification: kind, transactionId, refusal }, 'a payment was refused');
    return notifications.answer(refusal);
  }
  if (message.passedOver !== undefined) {
    noteOnce(deps, message.passedOver);
    metrics.notificationAnswered('passedOver');
    return notifications.answer(null);
  }
  if (message.receipt !== undefined) {
    await recordReceipt(deps, message.receipt);
  } else {
    await recordProviderEvent(deps, 'notification', await withPayer(deps, message.event));
    deps.wakeOutbox();
  }
  metrics.notificationAnswered('accepted');
  return notifications.answer(null);
}
