/** Formats payments and refunds like the YooKassa API. */
import { writeAmount } from '../../adapters/yooKassa/yooKassaFields';
import type { yooKassaPayments, yooKassaRefunds } from '../schema/yooKassa';

export type PaymentRow = typeof yooKassaPayments.$inferSelect;
export type RefundRow = typeof yooKassaRefunds.$inferSelect;

const CURRENCY = 'RUB';

const toMoney = (kopecks: number) => ({ value: writeAmount(kopecks), currency: CURRENCY });

function buildMethod({ methodId, saved, card: means }: PaymentRow): object {
  if (methodId === null || means === null) return {};
  const method = { id: methodId, saved, status: saved ? 'active' : 'inactive' };
  if ('accountNumber' in means) {
    const { accountNumber } = means;
    const title = `YooMoney wallet ${accountNumber}`;
    return { payment_method: { type: 'yoo_money', ...method, title, account_number: accountNumber } };
  }
  const { first6, last4, expiryMonth, expiryYear, cardType } = means;
  return {
    payment_method: {
      type: 'bank_card',
      ...method,
      title: `Bank card *${last4}`,
      card: { first6, last4, expiry_month: expiryMonth, expiry_year: expiryYear, card_type: cardType },
    },
  };
}

/** Returns a payment as the API returns it. Absent values are omitted. */
export function buildPaymentObject(payment: PaymentRow): object {
  const { status, party, reason, capturedAt, expiresAt, refundedKopecks } = payment;
  const isPaid = status === 'succeeded' || status === 'waiting_for_capture';
  return {
    id: payment.id,
    status,
    paid: isPaid,
    amount: toMoney(payment.amountKopecks),
    created_at: payment.createdAt.toISOString(),
    ...(payment.description === null ? {} : { description: payment.description }),
    ...(capturedAt === null ? {} : { captured_at: capturedAt.toISOString() }),
    ...(status === 'waiting_for_capture' && expiresAt !== null
      ? { expires_at: expiresAt.toISOString() }
      : {}),
    ...(status === 'succeeded' ? { refunded_amount: toMoney(refundedKopecks) } : {}),
    ...(reason === null ? {} : { cancellation_details: { party, reason } }),
    ...(payment.confirmationToken === null || status !== 'pending'
      ? {}
      : { confirmation: { type: 'embedded', confirmation_token: payment.confirmationToken } }),
    ...(payment.hasReceipt ? { receipt_registration: status === 'succeeded' ? 'succeeded' : 'pending' } : {}),
    metadata: payment.metadata,
    ...buildMethod(payment),
    recipient: { account_id: '100500', gateway_id: '100700' },
    refundable: status === 'succeeded' && refundedKopecks < payment.amountKopecks,
    test: true,
  };
}

/** Returns a refund as the API returns it. */
export function buildRefundObject(refund: RefundRow): object {
  const { party, reason } = refund;
  return {
    id: refund.id,
    payment_id: refund.paymentId,
    status: refund.status,
    amount: toMoney(refund.amountKopecks),
    created_at: refund.createdAt.toISOString(),
    ...(reason === null ? {} : { cancellation_details: { party, reason } }),
  };
}
