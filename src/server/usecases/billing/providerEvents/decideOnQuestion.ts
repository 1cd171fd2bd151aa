/**
 * Decides whether a payment is allowed, for a card provider that sends an authorization request before each payment.
 */
import { isCardChange, isTrialKind } from '../../../../shared/orderKinds';
import type { Deps } from '../../../deps';
import { rejectCardChange } from '../../../domain/billing/cardChange';
import {
  type PaymentRejection,
  rejectCharge,
  rejectFirstPayment,
  rejectPaymentTerms,
} from '../../../domain/billing/orders';
import { summarize } from '../../../domain/billing/status';
import type { SubscriptionState } from '../../../domain/billing/subscriptionState';
import { type PaymentQuestion, ProviderRejected, ProviderUnavailable } from '../../../ports/cardProvider';
import { type AccountRow, findAccountById } from '../../../store/accounts';
import { hasConsent } from '../../../store/consents';
import type { Database } from '../../../store/database';
import { findOrder, type OrderRow, updateOrder } from '../../../store/orders';
import { hasOpenCharge } from '../../../store/requestedPayments';
import { findWaitingOrder, recordConsentByPayment, rejectCampaignPayment } from '../campaigns/campaignOrders';
import { lockState } from '../ledger/change';
import { findOrigin, findPayer, hasOutdatedReceipt, isPayerOf, payableOrder } from '../ledger/orderRecords';
import { lacksRecurringPayment } from '../recurringPayments/accountRecurringPayments';
import { cardHashes, rejectTrial } from '../trials/trialCards';
import { withPayer } from './payerOfCharge';

/** Delay in ms after which an allowed payment is polled if no notification arrives. */
const ATTEMPT_RECONCILE_MS = 5_000;

/**
 * Returns the order whose recurring payment is about to charge the card. If the recurring payment of the current
 * subscription is not known yet, the charge may belong to that recurring payment and is allowed. If the charge turns
 * out to belong to a different recurring payment, it is refunded.
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
  return current !== null && lacksRecurringPayment(current) && isPayerOf(current, account, payerId)
    ? current
    : null;
}

/**
 * Records the payment attempt. Returns `cardTrialUsed` if the card can have no trial, and null if the payment is
 * allowed.
 */
async function letThrough(
  tx: Database,
  deps: Deps,
  order: OrderRow,
  question: PaymentQuestion,
  now: Date,
): Promise<PaymentRejection | null> {
  const rejection = await rejectTrial(tx, deps, order, question.card);
  await updateOrder(tx, order.id, {
    attemptTransactionId: question.transactionId,
    attemptedAt: question.at,
    attemptCardHashes: isTrialKind(order.kind) ? cardHashes(deps, question.card) : null,
    declineReason: null,
    rejection,
    reconcileAt: new Date(now.getTime() + ATTEMPT_RECONCILE_MS),
    reconcileTries: 0,
  });
  return rejection === null ? null : 'cardTrialUsed';
}

async function decide(deps: Deps, question: PaymentQuestion): Promise<PaymentRejection | null> {
  const now = deps.clock.now();
  const { acceptTestPayments, receiptTerms } = deps.settings;
  if (!question.isPayment) return 'notAPayment';
  return deps.db.transaction(async (tx) => {
    if (question.accountId === null) return 'wrongAccount';
    const account = await findPayer(tx, question.accountId);
    if (account === null) {
      const waiting = await findWaitingOrder(tx, question.accountId);
      const rejection = rejectCampaignPayment(deps, waiting, question);
      if (rejection !== null || waiting === null) return rejection;
      await recordConsentByPayment(tx, deps, waiting, question.payerIp ?? null);
      return letThrough(tx, deps, waiting, question, now);
    }
    const state = await lockState(tx, account.id);
    if ((await findAccountById(tx, account.id))?.erasedAt !== null) return 'wrongAccount';
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
    // The customer pays with another card only once it is known whether the charge of the present card succeeded.
    if (await hasOpenCharge(tx, account.id)) return 'cardChangeOutdated';
    const rejection = isCardChange(order.kind)
      ? rejectCardChange(payableOrder(order), question, state, acceptTestPayments, now)
      : rejectFirstPayment(payableOrder(order), question, summarize(state), acceptTestPayments, now);
    if (rejection !== null) return rejection;
    if (hasOutdatedReceipt(order, receiptTerms, now)) return 'overdue';
    if (!(await hasConsent(tx, order.id))) return 'noConsent';
    return letThrough(tx, deps, order, question, now);
  });
}

/**
 * Adds the payer id to an authorization request, if the payer can be found. An authorization request must be answered,
 * so a charge without a known payer is rejected, and the card provider retries the charge later.
 */
async function withPayerIfKnown(deps: Deps, question: PaymentQuestion): Promise<PaymentQuestion> {
  try {
    return await withPayer(deps, question);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable || error instanceof ProviderRejected)) throw error;
    return question;
  }
}

/** Returns why the payment must be rejected, or null if the payment is allowed. */
export const decideOnQuestion = async (
  deps: Deps,
  question: PaymentQuestion,
): Promise<PaymentRejection | null> => decide(deps, await withPayerIfKnown(deps, question));
