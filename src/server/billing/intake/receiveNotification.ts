/** Notifications of the card provider: a question is answered, and what happened enters the ledger. */
import { kickOutbox } from '../../delivery/deliverOutbox';
import type { Deps } from '../../deps';
import { hasConsent } from '../../store/consents';
import type { Database } from '../../store/database';
import { findOrder, type OrderRow, updateOrder } from '../../store/orders';
import { lockState } from '../change/change';
import { findOrderForRecurrence, findPayer, payableOrder } from '../change/orderRecords';
import type { NotificationAnswer, PaymentQuestion } from '../provider/cardProvider';
import { type PaymentRefusal, refuseCharge, refuseFirstPayment, refuseMoney } from '../rules/orders';
import { summarize } from '../rules/status';
import { findWaitingOrder, recordConsentByPayment, refuseCampaignPayment } from './campaignOrders';
import { recordProviderEvent } from './recordProviderEvent';
import { recordReceipt } from './recordReceipt';
import { cardHadTrial } from './trialCards';

/** A payment that was let through is polled this soon when nothing more is heard, ms. */
const ATTEMPT_RECONCILE_MS = 5_000;

async function answerQuestion(deps: Deps, question: PaymentQuestion): Promise<PaymentRefusal | null> {
  const now = deps.clock.now();
  const { acceptTestPayments } = deps.settings.cardProvider;
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
      const { recurrenceId, accountId: payerId, orderId } = question;
      const order = await findOrderForRecurrence(tx, account, {
        provider: deps.cardProvider.name,
        recurrenceId,
        payerId,
        startAt: null,
        orderId,
      });
      if (order === null) return 'wrongOrder';
      return (
        refuseMoney(payableOrder(order), 'recurrent', question, acceptTestPayments) ??
        refuseCharge(order, state, now)
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
    declineReasonCode: null,
    refusal: hadTrial ? 'trialUsed' : null,
    reconcileAt: new Date(now.getTime() + ATTEMPT_RECONCILE_MS),
    reconcileTries: 0,
  });
  return hadTrial ? 'cardTrialUsed' : null;
}

const REJECTED = {
  wrongSignature: 'a notification with a wrong signature was refused',
  malformed: 'a signed notification is not readable',
};

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
  const { notifications } = deps.cardProvider;
  const message = notifications.read(kind, rawBody, headers);
  if (message.rejected !== undefined) {
    const { rejected, reason, answer } = message;
    if (rejected === 'wrongSignature') deps.logger.warn({ notification: kind }, REJECTED[rejected]);
    if (rejected === 'malformed') deps.logger.error({ notification: kind, reason }, REJECTED[rejected]);
    return answer;
  }
  if (message.question !== undefined) {
    const refusal = await answerQuestion(deps, message.question);
    const { transactionId } = message.question;
    if (refusal !== null)
      deps.logger.warn({ notification: kind, transactionId, refusal }, 'a payment was refused');
    return notifications.answer(refusal);
  }
  if (message.receipt !== undefined) {
    await recordReceipt(deps, message.receipt);
  } else {
    await recordProviderEvent(deps, 'notification', message.event);
    kickOutbox(deps);
  }
  return notifications.answer(null);
}
