/** Notifications of CloudPayments about a payment with a test card, as the card provider sends and signs them. */
import { createHmac } from 'node:crypto';

/** Returns the fields of a completed payment. `payment` contains the fields that differ between payments. */
export function paymentFields<const Payment extends Readonly<Record<string, string>>>(payment: Payment) {
  return {
    Currency: 'RUB',
    DateTime: new Date().toISOString().slice(0, 19).replace('T', ' '),
    CardFirstSix: '424242',
    CardLastFour: '4242',
    CardType: 'Visa',
    CardExpDate: '12/30',
    TestMode: '0',
    Status: 'Completed',
    OperationType: 'Payment',
    ...payment,
  };
}

/** Returns the request of a notification: `check` asks before a payment, and `pay` reports it. */
export function notificationRequest(
  kind: 'check' | 'pay',
  fields: Readonly<Record<string, string>>,
  apiSecret: string,
) {
  const body = new URLSearchParams(fields).toString();
  return {
    path: `/api/webhooks/cloudpayments/${kind}`,
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-HMAC': createHmac('sha256', apiSecret).update(body).digest('base64'),
    },
    body,
  };
}
