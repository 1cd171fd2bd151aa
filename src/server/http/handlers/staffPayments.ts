/** Handlers of the staff endpoints for a customer's payments. */
import type { staffPaymentsCalls } from '../../../shared/contract/staffPayments';
import { toRubles } from '../../../shared/money';
import { readUserPayments, type UserPayment } from '../../usecases/billing/payments/readUserPayments';
import { stopRenewal } from '../../usecases/billing/subscriptions/stopRenewal';
import { type HandlersOf, succeeded } from './handler';
import { buildStaffOrigin } from './staffOrigin';

function paymentResponse(payment: UserPayment) {
  const { transactionId, currency, role, orderKind, state, cardMask, provider, decline, receiptUrl } =
    payment;
  const { refund, refundable } = payment;
  return {
    transactionId,
    at: payment.at.toISOString(),
    amount: toRubles(payment.amountKopecks),
    currency,
    role,
    orderKind,
    state,
    returnedAmount: toRubles(payment.returnedKopecks),
    cardMask,
    provider,
    decline,
    receiptUrl,
    refund:
      refund === null
        ? null
        : {
            amount: toRubles(refund.amountKopecks),
            reason: refund.reason,
            comment: refund.comment,
            by: refund.username,
            decidedAt: refund.decidedAt.toISOString(),
            state: refund.state,
            rejection: refund.rejection,
          },
    boughtFrom: payment.bought?.from.toISOString() ?? null,
    boughtUntil: payment.bought?.until.toISOString() ?? null,
    unused:
      payment.unused === null
        ? null
        : {
            amount: toRubles(payment.unused.amountKopecks),
            accessUntil: payment.unused.accessUntil?.toISOString() ?? null,
          },
    refundable:
      refundable === null
        ? null
        : {
            amount: toRubles(refundable.amountKopecks),
            accessUntil: refundable.accessUntil?.toISOString() ?? null,
          },
  };
}

export const staffPaymentsHandlers: HandlersOf<typeof staffPaymentsCalls> = {
  getUserPayments: async (context, { query }) => {
    const { payments, nextCharge, accessUntil, paidUntil, worksUntil, failedCharge } = await readUserPayments(
      context.deps,
      buildStaffOrigin(context),
      query.userId,
    );
    return {
      payments: payments.map(paymentResponse),
      accessUntil: accessUntil?.toISOString() ?? null,
      nextChargeAt: nextCharge?.at.toISOString() ?? null,
      nextChargeAmount: nextCharge === null ? null : toRubles(nextCharge.amountKopecks),
      paidUntil: paidUntil?.toISOString() ?? null,
      worksUntil: worksUntil?.toISOString() ?? null,
      failedCharge: failedCharge && {
        reason: failedCharge.reason,
        willRetry: failedCharge.willRetry,
        retryAt: failedCharge.retryAt?.toISOString() ?? null,
      },
    };
  },

  stopRenewal: (context, { body }) =>
    succeeded(
      stopRenewal(context.deps, buildStaffOrigin(context), { accountId: body.userId, comment: body.comment }),
    ),
};
