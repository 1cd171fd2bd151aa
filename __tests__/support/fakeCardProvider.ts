/**
 * A fake implementation of `CardProvider`, the interface of the external card provider. The fake returns the data that a
 * test sets, records all calls, and sends signed notifications.
 */
import { createHmac } from 'node:crypto';
import { createNotificationReader } from '../../src/server/adapters/cloudPayments/cloudPaymentsNotifications';
import {
  type ProviderPayment,
  type ProviderRecurringPayment,
  type ProviderRefund,
  ProviderUnavailable,
  type SchedulingCardProvider,
  type SearchesOrders,
} from '../../src/server/ports/cardProvider';
import { PROVIDER } from './paymentEvents';

export interface FakeCardProvider extends Omit<SchedulingCardProvider, keyof SearchesOrders>, SearchesOrders {
  payments: ProviderPayment[];
  /** Refunds as the provider lists them. */
  refunds: ProviderRefund[];
  recurringPayments: ProviderRecurringPayment[];
  /**
   * Calls that change data at the card provider, in the order of arrival. A call with a repeated idempotency key is
   * recorded only once.
   */
  readonly changes: { call: string; id: string; idempotencyKey: string; details?: unknown }[];
  /** Makes the next call to the card provider reject with the error, whatever its kind. */
  failNextWith(error: Error): void;
  /** While true, no call to the card provider gets a response, as during a network outage. */
  isSilent: boolean;
  /** Posts a notification to the server as the card provider does: form-encoded and signed over the raw bytes. */
  notify(kind: string, fields: Record<string, string | number>): Promise<Response>;
}

export interface FakeCardProviderOptions {
  apiSecret: string;
  acceptHttpReceipts: boolean;
  post(path: string, init: RequestInit): Promise<Response>;
}

export function createFakeCardProvider({
  apiSecret,
  acceptHttpReceipts,
  post,
}: FakeCardProviderOptions): FakeCardProvider {
  const changes: FakeCardProvider['changes'] = [];
  let failure: Error | null = null;

  const response = <T>(give: () => T): Promise<T> => {
    if (fake.isSilent) return Promise.reject(new ProviderUnavailable('no answer'));
    if (failure !== null) {
      const error = failure;
      failure = null;
      return Promise.reject(error);
    }
    return Promise.resolve(give());
  };

  function note(call: string, id: string, idempotencyKey: string, details?: unknown): Promise<void> {
    return response(() => {
      if (changes.every((change) => change.idempotencyKey !== idempotencyKey)) {
        changes.push({ call, id, idempotencyKey, ...(details === undefined ? {} : { details }) });
      }
    });
  }

  const fake: FakeCardProvider = {
    name: PROVIDER,
    chargesScheduledBy: 'provider',
    capabilities: {
      cardVerification: 'refundedPayment',
      voids: 'nothing',
      receipts: { issuedFor: ['payment', 'refund'], areReported: true },
      identifiesCards: true,
      asksForEmail: true,
      widgetReportsDeclines: true,
    },
    isSilent: false,
    notifications: createNotificationReader({ apiSecret, acceptHttp: acceptHttpReceipts }),
    payments: [],
    refunds: [],
    recurringPayments: [],
    changes,
    failNextWith: (error) => {
      failure = error;
    },
    async refundPayment(id, amountKopecks, receipt, key) {
      await note('refund', id, key, { amountKopecks, receipt });
      return `refund-of-${id}`;
    },
    findPaymentsOfOrder(orderId) {
      // Returns only the last payment of the order, as the payment search of the card provider does.
      return response(() => this.payments.filter((payment) => payment.orderId === orderId).slice(-1));
    },
    listPaymentsOfDay(day) {
      const date = day.toISOString().slice(0, 10);
      return response(() => this.payments.filter((payment) => payment.at.toISOString().startsWith(date)));
    },
    listRefundsOfDay(day) {
      const date = day.toISOString().slice(0, 10);
      return response(() => this.refunds.filter((refund) => refund.at.toISOString().startsWith(date)));
    },
    findRecurringPayments(accountId) {
      return response(() =>
        this.recurringPayments.filter((recurringPayment) => recurringPayment.accountId === accountId),
      );
    },
    readRecurringPayment(id) {
      const known = this.recurringPayments.find((recurringPayment) => recurringPayment.id === id);
      return known === undefined
        ? Promise.reject(new ProviderUnavailable('subscriptions/get: Not found'))
        : response(() => known);
    },
    async cancelRecurringPayment(id, key) {
      await note('cancel', id, key);
      this.recurringPayments = this.recurringPayments.map((known) =>
        known.id === id ? { ...known, state: 'cancelled', nextChargeAt: null } : known,
      );
    },
    async moveRecurringPayment(id, nextChargeAt, key) {
      await note('move', id, key, { nextChargeAt });
      this.recurringPayments = this.recurringPayments.map((known) =>
        known.id === id ? { ...known, state: 'active', startAt: nextChargeAt, nextChargeAt } : known,
      );
    },
    async setRecurringPaymentReceipt(id, receipt, key) {
      await note('receipt', id, key, { receipt });
    },
    notify(kind, fields) {
      const body = new URLSearchParams(
        Object.entries(fields).map(([name, value]) => [name, String(value)]),
      ).toString();
      return post(`/api/webhooks/cloudpayments/${kind}`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          'Content-HMAC': createHmac('sha256', apiSecret).update(body).digest('base64'),
        },
        body,
      });
    },
  };
  return fake;
}
