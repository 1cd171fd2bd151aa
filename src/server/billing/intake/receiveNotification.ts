/**
 * Notifications of the card provider (design section 4): the signature over the raw bytes first,
 * then Check is answered and every other kind enters the ledger.
 */
import type { Deps } from '../../deps';
import { refuseCharge, refuseFirstPayment, refuseMoney, type PaymentRefusal } from '../rules/orders';
import { summarize } from '../rules/subscription';
import { kickOutbox } from '../../outbox/deliverOutbox';
import {
  isNotificationKind,
  isSignedBy,
  MalformedNotification,
  parseNotification,
} from '../provider/cloudPaymentsNotifications';
import type { PaymentQuestion } from '../provider/providerEvent';
import { lockAccount } from '../../store/accounts';
import type { Database } from '../../store/database';
import { hasConsent } from '../../store/consents';
import { findOrder, updateOrder, type OrderRow } from '../../store/orders';
import { findWaitingOrder, refuseCampaignPayment } from './campaignOrders';
import { recordConsentByPayment } from '../usecases/consents';
import { findOrderForRecurrence, findPayer, payableOrder } from './orderRecords';
import { recordProviderEvent } from './recordProviderEvent';
import { recordReceipt } from './recordReceipt';
import { foldAccount } from '../change/recordSubscriptionEvents';
import { cardHadTrial } from './trialCards';

export interface NotificationAnswer {
  status: number;
  body: { code: number };
}

const ACCEPTED = 0;
const NOT_ACCEPTED = 13;

/** The codes by which a Check declines a payment. */
const REFUSAL_CODES: Record<PaymentRefusal, number> = {
  wrongOrder: 10,
  wrongAccount: 11,
  wrongAmount: 12,
  testPayment: NOT_ACCEPTED,
  notAPayment: NOT_ACCEPTED,
  payerUnknown: NOT_ACCEPTED,
  alreadyPaid: NOT_ACCEPTED,
  alreadyActive: NOT_ACCEPTED,
  trialUsed: NOT_ACCEPTED,
  notInForce: NOT_ACCEPTED,
  tooEarly: NOT_ACCEPTED,
  overdue: 20,
  cardTrialUsed: NOT_ACCEPTED,
  noConsent: NOT_ACCEPTED,
};

/** A payment that was let through is asked about this soon when nothing more is heard, ms. */
export const ATTEMPT_RECONCILE_MS = 5_000;

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
    await lockAccount(tx, account.id);
    const state = await foldAccount(tx, account.id);
    if (question.recurrenceId !== null) {
      const { recurrenceId, accountId: payerId, orderId } = question;
      const order = await findOrderForRecurrence(tx, account, {
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

/** Notes the attempt and what the payer is to read about it. */
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
    attemptedAt: now,
    declineReasonCode: null,
    refusal: hadTrial ? 'trialUsed' : null,
    reconcileAt: new Date(now.getTime() + ATTEMPT_RECONCILE_MS),
    reconcileTries: 0,
  });
  return hadTrial ? 'cardTrialUsed' : null;
}

/**
 * Answers one notification. 401 and nothing changed when the Content-HMAC is not that of the raw
 * bytes, 404 for a kind that does not exist, 400 for a signed message that is not readable; else
 * 200 with the provider's code. An error that it throws makes the provider try again.
 */
export async function receiveNotification(
  deps: Deps,
  kind: string,
  rawBody: Uint8Array,
  headers: Headers,
): Promise<NotificationAnswer> {
  if (!isNotificationKind(kind)) return { status: 404, body: { code: NOT_ACCEPTED } };
  if (!isSignedBy(rawBody, headers.get('Content-HMAC'), deps.settings.cardProvider.apiSecret)) {
    deps.logger.warn({ notification: kind }, 'a notification with a wrong signature was refused');
    return { status: 401, body: { code: NOT_ACCEPTED } };
  }
  let parsed;
  try {
    parsed = parseNotification(kind, rawBody, headers.get('Content-Type'), {
      acceptHttp: deps.settings.mode === 'sandbox',
    });
  } catch (error) {
    if (!(error instanceof MalformedNotification)) throw error;
    deps.logger.error({ notification: kind, reason: error.message }, 'a signed notification is not readable');
    return { status: 400, body: { code: NOT_ACCEPTED } };
  }
  if (parsed.question !== undefined) {
    const refusal = await answerQuestion(deps, parsed.question);
    if (refusal === null) return { status: 200, body: { code: ACCEPTED } };
    const { transactionId } = parsed.question;
    deps.logger.warn({ notification: kind, transactionId, refusal }, 'a payment was refused');
    return { status: 200, body: { code: REFUSAL_CODES[refusal] } };
  }
  if (parsed.receipt !== undefined) {
    await recordReceipt(deps, parsed.receipt);
    return { status: 200, body: { code: ACCEPTED } };
  }
  await recordProviderEvent(deps, 'notification', parsed.event);
  kickOutbox(deps);
  return { status: 200, body: { code: ACCEPTED } };
}
