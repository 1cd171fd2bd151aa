/** Tests the CloudPayments REST adapter against recorded responses from the provider's documentation. */
import { createCloudPayments } from '../../../../src/server/adapters/cloudPayments/cloudPayments';
import { receiptModel } from '../../../../src/server/adapters/cloudPayments/receipts';
import {
  ProviderRejected,
  ProviderUnavailable,
  type SchedulingCardProvider,
  type SearchesOrders,
} from '../../../../src/server/ports/cardProvider';
import { cloudPaymentsDecline } from '../../../../src/shared/cloudPaymentsDeclines';
import { DEFAULT_RECEIPT_TERMS } from '../../../../src/shared/receiptTerms';
import { MONTH_KOPECKS, MONTH_RUB } from '../../../support/offer';

interface Sent {
  url: string;
  headers: Headers;
  body: unknown;
}

const PAYMENT_MODEL = {
  TransactionId: 504270,
  Amount: MONTH_RUB,
  Currency: 'RUB',
  InvoiceId: 'o-1',
  AccountId: 'uid-1',
  Email: null,
  CreatedDateIso: '2026-11-21T09:00:30',
  Status: 'Completed',
  StatusCode: 3,
  ReasonCode: 0,
  TestMode: true,
  Refunded: false,
  Type: 0,
  CardLastFour: '4242',
  SubscriptionId: null,
};

const RECURRING_PAYMENT_MODEL = {
  Id: 'sc_1',
  AccountId: 'uid-1',
  Amount: MONTH_RUB,
  CurrencyCode: 0,
  Currency: 'RUB',
  StartDateIso: '2026-11-28T09:00:00',
  Interval: 'Month',
  Period: 1,
  Status: 'Active',
  SuccessfulTransactionsNumber: 2,
  FailedTransactionsNumber: 0,
  NextTransactionDateIso: '2027-01-28T09:00:00',
};

/** Creates a fake card provider that returns the given responses in order and then repeats the last response. */
function provider(...responses: (object | number | 'lost' | 'paused')[]) {
  const sent: Sent[] = [];
  const answering: typeof fetch = async (url, init) => {
    const request = new Request(url, init);
    const text = await request.text();
    sent.push({ url: request.url, headers: request.headers, body: JSON.parse(text) as unknown });
    const response = responses[Math.min(sent.length, responses.length) - 1] ?? 'lost';
    if (response === 'lost') throw new TypeError('fetch failed');
    if (response === 'paused') return new Response('no', { status: 429, headers: { 'Retry-After': '7' } });
    if (typeof response === 'number') return new Response('no', { status: response });
    return Response.json(response);
  };
  const adapter = createCloudPayments({
    publicId: 'pk_test',
    apiSecret: 'secret',
    apiBaseUrl: 'https://api.example',
    fetch: answering,
    retryPausesMs: [0, 0],
  });
  return { adapter, sent };
}

test('a changing request uses Basic authentication and an idempotency key', async () => {
  const { adapter, sent } = provider({ Success: true, Message: null });
  await adapter.cancelRecurringPayment('sc_1', 'cancel:sc_1');
  expect(sent).toHaveLength(1);
  expect(sent[0]?.url).toBe('https://api.example/subscriptions/cancel');
  expect(sent[0]?.headers.get('Authorization')).toBe(`Basic ${btoa('pk_test:secret')}`);
  expect(sent[0]?.headers.get('X-Request-ID')).toBe('cancel:sc_1');
  expect(sent[0]?.body).toEqual({ Id: 'sc_1' });
});

test('a refund sends rubles and the return receipt, and returns the refund id', async () => {
  const { adapter, sent } = provider({ Success: true, Message: null, Model: { TransactionId: 504280 } });
  const receipt = {
    label: 'Подписка',
    amountKopecks: MONTH_KOPECKS,
    email: 'payer@example.org',
    terms: DEFAULT_RECEIPT_TERMS,
  };
  await expect(adapter.refundPayment('504270', MONTH_KOPECKS, receipt, 'refund:504270')).resolves.toBe(
    '504280',
  );
  const body = sent[0]?.body as { Amount: number; JsonData: string };
  expect(body.Amount).toBe(MONTH_RUB);
  expect(JSON.parse(body.JsonData)).toEqual({
    CloudPayments: {
      CustomerReceipt: {
        items: [
          {
            label: 'Подписка',
            price: MONTH_RUB,
            quantity: 1,
            amount: MONTH_RUB,
            vat: null,
            method: 4,
            object: 4,
          },
        ],
        email: 'payer@example.org',
        amounts: { electronic: MONTH_RUB },
      },
    },
  });
});

test.each([['lost' as const], [500], [502], [429]])(
  'the same request is repeated after %p',
  async (fault) => {
    const { adapter, sent } = provider(fault, { Success: true });
    await adapter.cancelRecurringPayment('sc_1', 'key');
    expect(sent.map(({ headers }) => headers.get('X-Request-ID'))).toEqual(['key', 'key']);
  },
);

test('a request is not repeated during a pause that the card provider named', async () => {
  const { adapter, sent } = provider('paused');
  await expect(adapter.cancelRecurringPayment('sc_1', 'key')).rejects.toMatchObject({
    name: 'TooManyProviderRequests',
    retryAfterMs: 7000,
  });
  expect(sent).toHaveLength(1);
});

test('throws ProviderUnavailable without the secret in its message if every attempt fails', async () => {
  const { adapter, sent } = provider('lost');
  const error: unknown = await adapter
    .cancelRecurringPayment('sc_1', 'key')
    .catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ProviderUnavailable);
  expect(String(error)).not.toContain('secret');
  expect(sent).toHaveLength(3);
});

test('a rejection is ProviderRejected and is not retried', async () => {
  const { adapter, sent } = provider({ Success: false, Message: 'Insufficient' });
  await expect(adapter.refundPayment('1', 100, null, 'key')).rejects.toThrow(ProviderRejected);
  expect(sent).toHaveLength(1);
});

test('a response of an unexpected shape is ProviderUnavailable', async () => {
  await expect(provider({ ok: true }).adapter.findRecurringPayments('uid-1')).rejects.toThrow(
    ProviderUnavailable,
  );
  await expect(
    provider({ Success: true, Model: [{ Id: 'sc_1' }] }).adapter.findRecurringPayments('uid-1'),
  ).rejects.toThrow(ProviderUnavailable);
});

test('a request that hangs is aborted at its deadline', async () => {
  const adapter = createCloudPayments({
    publicId: 'pk',
    apiSecret: 's',
    apiBaseUrl: 'https://api.example',
    deadlineMs: 5,
    retryPausesMs: [],
    fetch: (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('late', 'TimeoutError')));
      }),
  });
  await expect(adapter.findPaymentsOfOrder('o-1')).rejects.toThrow(ProviderUnavailable);
});

describe('payments of an order', () => {
  test('returns the successful payment', async () => {
    const { adapter, sent } = provider({ Success: true, Model: PAYMENT_MODEL });
    await expect(adapter.findPaymentsOfOrder('o-1')).resolves.toEqual([
      {
        transactionId: '504270',
        orderId: 'o-1',
        email: null,
        accountId: 'uid-1',
        state: 'completed',
        amountKopecks: MONTH_KOPECKS,
        currency: 'RUB',
        at: new Date('2026-11-21T09:00:30Z'),
        decline: null,
        recurringPaymentId: null,
        cardMask: '•••• 4242',
        payerIp: null,
        isTest: true,
      },
    ]);
    expect(sent[0]?.url).toBe('https://api.example/v2/payments/find');
    expect(sent[0]?.body).toEqual({ InvoiceId: 'o-1' });
  });

  test.each([
    ['Declined', 'declined'],
    ['Authorized', 'authorized'],
    ['Cancelled', 'cancelled'],
    ['AwaitingAuthentication', 'pending'],
    ['SomethingNew', 'pending'],
  ])('the provider status %s maps to %s', async (Status, state) => {
    const { adapter } = provider({
      Success: false,
      Message: null,
      Model: { ...PAYMENT_MODEL, Status, ReasonCode: 5051 },
    });
    await expect(adapter.findPaymentsOfOrder('o-1')).resolves.toMatchObject([
      { state, decline: state === 'declined' ? cloudPaymentsDecline(5051) : null },
    ]);
  });

  test('returns no payments for an order that the provider does not know', async () => {
    const { adapter } = provider({ Success: false, Message: 'Not found' });
    await expect(adapter.findPaymentsOfOrder('o-1')).resolves.toEqual([]);
  });
});

test('declares that CloudPayments schedules the charges and sends Check before each charge', () => {
  const { adapter } = provider({});
  expect(adapter.chargesScheduledBy).toBe('provider');
  expect(adapter.notifications.asksBeforeCharge).toBe(true);
});

test('the payments of a day exclude refunds', async () => {
  const refund = { ...PAYMENT_MODEL, TransactionId: 2, Type: 1 };
  const { adapter, sent } = provider({ Success: true, Model: [PAYMENT_MODEL, refund] });
  const payments = await adapter.listPaymentsOfDay(new Date('2026-11-21T23:59:59Z'));
  expect(payments.map(({ transactionId }) => transactionId)).toEqual(['504270']);
  expect(sent[0]?.body).toEqual({ Date: '2026-11-21', TimeZone: 'UTC' });
});

describe('an error that the provider returns with HTTP 200', () => {
  const busy = { Success: false, Message: 'The service is busy' };
  const day = new Date('2026-11-21T09:00:00Z');

  test.each([
    ['subscriptions/find', (adapter: SchedulingCardProvider) => adapter.findRecurringPayments('uid-1')],
    ['subscriptions/get', (adapter: SchedulingCardProvider) => adapter.readRecurringPayment('sc_1')],
    ['v2/payments/find', (adapter: SearchesOrders) => adapter.findPaymentsOfOrder('o-1')],
    ['payments/list for payments', (adapter: SchedulingCardProvider) => adapter.listPaymentsOfDay(day)],
    ['payments/list for refunds', (adapter: SchedulingCardProvider) => adapter.listRefundsOfDay(day)],
  ])('counts as no response: %s', async (_call, ask) => {
    await expect(ask(provider(busy).adapter)).rejects.toThrow(ProviderUnavailable);
  });

  test.each([
    ['subscriptions/find', (adapter: SchedulingCardProvider) => adapter.findRecurringPayments('uid-1')],
    [
      'subscriptions/cancel',
      (adapter: SchedulingCardProvider) => adapter.cancelRecurringPayment('sc_1', 'key'),
    ],
  ])('a response without Success counts as a failure: %s', async (_call, ask) => {
    await expect(ask(provider({ Message: null, Model: [] }).adapter)).rejects.toThrow(ProviderUnavailable);
  });
});

test.each([
  ['payments/refund', (adapter: SchedulingCardProvider) => adapter.refundPayment('1', 100, null, 'key')],
  [
    'subscriptions/cancel',
    (adapter: SchedulingCardProvider) => adapter.cancelRecurringPayment('sc_1', 'key'),
  ],
  [
    'subscriptions/update',
    (adapter: SchedulingCardProvider) => adapter.moveRecurringPayment('sc_1', new Date(0), 'key'),
  ],
])(
  'a rejection after an attempt without a response may be the result of that attempt: %s',
  async (_call, ask) => {
    const rejected = { Success: false, Message: 'Already done' };
    await expect(ask(provider(rejected).adapter)).rejects.toThrow(ProviderRejected);
    await expect(ask(provider('lost', rejected).adapter)).rejects.toThrow(ProviderUnavailable);
    await expect(ask(provider(500, rejected).adapter)).rejects.toThrow(ProviderUnavailable);
  },
);

test('recurring payments are found, moved and cancelled', async () => {
  const { adapter, sent } = provider({ Success: true, Model: [RECURRING_PAYMENT_MODEL] });
  await expect(adapter.findRecurringPayments('uid-1')).resolves.toEqual([
    {
      id: 'sc_1',
      accountId: 'uid-1',
      state: 'active',
      amountKopecks: MONTH_KOPECKS,
      currency: 'RUB',
      nextChargeAt: new Date('2027-01-28T09:00:00Z'),
      startAt: new Date('2026-11-28T09:00:00Z'),
      successes: 2,
      failures: 0,
    },
  ]);
  await adapter.moveRecurringPayment('sc_1', new Date('2027-02-28T09:00:00Z'), 'move');
  const receipt = {
    label: 'Подписка',
    amountKopecks: 44_900,
    email: 'payer@example.org',
    terms: DEFAULT_RECEIPT_TERMS,
  };
  await adapter.setRecurringPaymentReceipt('sc_1', receipt, 'receipt');
  await adapter.cancelRecurringPayment('sc_1', 'cancel');
  expect(sent.map(({ url, body }) => [url, body])).toEqual([
    ['https://api.example/subscriptions/find', { accountId: 'uid-1' }],
    ['https://api.example/subscriptions/update', { Id: 'sc_1', StartDate: '2027-02-28T09:00:00.000Z' }],
    ['https://api.example/subscriptions/update', { Id: 'sc_1', CustomerReceipt: receiptModel(receipt) }],
    ['https://api.example/subscriptions/cancel', { Id: 'sc_1' }],
  ]);
});
