/** Notifications of the card provider: a question is answered, and what happened enters the ledger. */
import type { Deps } from '../../../deps';
import type { SubscriptionState } from '../../../domain/billing/fold';
import {
  type PaymentRejection,
  rejectCharge,
  rejectFirstPayment,
  rejectPaymentTerms,
} from '../../../domain/billing/orders';
import { summarize } from '../../../domain/billing/status';
import {
  type NotificationResponse,
  type PaymentQuestion,
  ProviderRejected,
  ProviderUnavailable,
} from '../../../ports/cardProvider';
import type { AccountRow } from '../../../store/accounts';
import { hasConsent } from '../../../store/consents';
import type { Database } from '../../../store/database';
import { findOrder, type OrderRow, updateOrder } from '../../../store/orders';
import { lockState } from '../change/change';
import { findOrigin, findPayer, payableOrder } from '../change/orderRecords';
import { lacksRecurringPayment } from '../commands/accountRecurringPayments';
import { findWaitingOrder, recordConsentByPayment, rejectCampaignPayment } from './campaignOrders';
import { withPayer } from './payerOfCharge';
import { recordProviderEvent } from './recordProviderEvent';
import { recordReceipt } from './recordReceipt';
import { cardHadTrial, cardHashes } from './trialCards';

/** A payment that was let through is polled this soon when nothing more is heard, ms. */
const ATTEMPT_RECONCILE_MS = 5_000;

/**
 * The order whose recurring payment is about to charge. While the recurring payment of the agreement in force is not known yet, this
 * may be it: what turns out to be another one goes back.
 */
async function orderOfCharge(
  tx: Database,
  deps: Deps,
  account: AccountRow,
  question: PaymentQuestion & { recurringPaymentId: string },
  { agreement }: SubscriptionState,
): Promise<OrderRow | null> {
  const { recurringPaymentId, accountId: payerId, orderId } = question;
  const names = { provider: deps.cardProvider.name, recurringPaymentId, payerId, startAt: null, orderId };
  const origin = await findOrigin(tx, account, names);
  if (origin.kind !== 'unknown') return origin.kind === 'order' ? origin.order : null;
  const current = agreement === null ? null : await findOrder(tx, agreement.orderId);
  return current !== null && lacksRecurringPayment(current) && (current.payerId ?? account.uid) === payerId
    ? current
    : null;
}

async function responseQuestion(deps: Deps, question: PaymentQuestion): Promise<PaymentRejection | null> {
  const now = deps.clock.now();
  const { acceptTestPayments } = deps.settings;
  if (!question.isPayment) return 'notAPayment';
  return deps.db.transaction(async (tx) => {
    if (question.accountId === null) return 'wrongAccount';
    const account = await findPayer(tx, question.accountId);
    if (account === null) {
      const waiting = await findWaitingOrder(tx, question.accountId);
      const rejection = rejectCampaignPayment(waiting, question, acceptTestPayments, now);
      if (rejection !== null || waiting === null) return rejection;
      await recordConsentByPayment(tx, deps, waiting, question.payerIp ?? null);
      return letThrough(tx, deps, waiting, question, now);
    }
    const state = await lockState(tx, account.id);
    if (question.recurringPaymentId !== null) {
      const { recurringPaymentId } = question;
      const order = await orderOfCharge(tx, deps, account, { ...question, recurringPaymentId }, state);
      if (order === null) return 'wrongOrder';
      return (
        rejectPaymentTerms(payableOrder(order), 'recurrent', question, acceptTestPayments) ??
        rejectCharge(order, state, now, question.cardMask)
      );
    }
    const order = question.orderId === null ? null : await findOrder(tx, question.orderId);
    if (order === null) return 'wrongOrder';
    if (order.accountId !== account.id) return 'wrongAccount';
    const rejection = rejectFirstPayment(
      payableOrder(order),
      question,
      summarize(state),
      acceptTestPayments,
      now,
    );
    if (rejection !== null) return rejection;
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
): Promise<PaymentRejection | null> {
  const hadTrial = await cardHadTrial(tx, deps, order, question.card);
  await updateOrder(tx, order.id, {
    attemptTransactionId: question.transactionId,
    attemptedAt: question.at,
    attemptCardHashes: order.kind === 'renewal' ? null : cardHashes(deps, question.card),
    declineReason: null,
    rejection: hadTrial ? 'trialUsed' : null,
    reconcileAt: new Date(now.getTime() + ATTEMPT_RECONCILE_MS),
    reconcileTries: 0,
  });
  return hadTrial ? 'cardTrialUsed' : null;
}

/** A question must be answered: a charge whose payer cannot be found is rejected, and the provider tries it again. */
async function withPayerIfKnown(deps: Deps, question: PaymentQuestion): Promise<PaymentQuestion> {
  try {
    return await withPayer(deps, question);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable || error instanceof ProviderRejected)) throw error;
    return question;
  }
}

const REJECTED = {
  wrongSignature: 'a notification with a wrong signature was rejected',
  malformed: 'a signed notification is not readable',
};

/** What was passed over by this process, for each provider. */
const ignored = new WeakMap<object, Set<string>>();

function noteOnce({ cardProvider, logger }: Deps, what: string): void {
  const noted = ignored.get(cardProvider) ?? new Set<string>();
  ignored.set(cardProvider, noted);
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
): Promise<NotificationResponse> {
  const { metrics } = deps;
  const { notifications } = deps.cardProvider;
  const message = notifications.read(kind, rawBody, headers);
  if (message.rejected !== undefined) {
    const { rejected, reason, response } = message;
    metrics.notificationAnswered(rejected);
    if (rejected === 'wrongSignature') deps.logger.warn({ notification: kind }, REJECTED[rejected]);
    if (rejected === 'malformed') deps.logger.error({ notification: kind, reason }, REJECTED[rejected]);
    return response;
  }
  if (message.question !== undefined) {
    const rejection = await responseQuestion(deps, await withPayerIfKnown(deps, message.question));
    const { transactionId } = message.question;
    metrics.notificationAnswered(rejection === null ? 'accepted' : 'paymentRejected');
    if (rejection !== null)
      deps.logger.warn({ notification: kind, transactionId, rejection }, 'a payment was rejected');
    return notifications.response(rejection);
  }
  if (message.ignored !== undefined) {
    noteOnce(deps, message.ignored);
    metrics.notificationAnswered('ignored');
    return notifications.response(null);
  }
  if (message.receipt !== undefined) {
    await recordReceipt(deps, message.receipt);
  } else {
    await recordProviderEvent(deps, 'notification', await withPayer(deps, message.event));
    deps.wakeOutbox();
  }
  metrics.notificationAnswered('accepted');
  return notifications.response(null);
}
