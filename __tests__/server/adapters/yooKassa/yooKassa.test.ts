import * as v from 'valibot';
import { createYooKassa } from '../../../../src/server/adapters/yooKassa/yooKassa';
import {
  CANCELLATION_REASONS,
  yooKassaDecline,
} from '../../../../src/server/adapters/yooKassa/yooKassaDeclines';
import { amountText, writeAmount } from '../../../../src/server/adapters/yooKassa/yooKassaFields';
import {
  createNotificationReader,
  isNetwork,
  YOOKASSA_SENDERS,
} from '../../../../src/server/adapters/yooKassa/yooKassaNotifications';
import {
  AutopaymentsForbidden,
  CredentialsRejected,
  ProviderRejected,
  ProviderUnavailable,
  TooManyProviderRequests,
} from '../../../../src/server/ports/cardProvider';
/** Tests the requests of the YooKassa adapter, and its reading of responses and notifications from the documentation. */
import { DEFAULT_RECEIPT_TERMS } from '../../../../src/shared/receiptTerms';

const PAYMENT = {
  id: '22d6d597-000f-5000-9000-145f6df21d6f',
  status: 'succeeded',
  paid: true,
  amount: { value: '449.00', currency: 'RUB' },
  income_amount: { value: '433.29', currency: 'RUB' },
  created_at: '2026-11-21T09:00:30.123Z',
  captured_at: '2026-11-21T09:01:00.000Z',
  description: 'Subscription',
  metadata: { order_id: 'order-1', account_id: 'uid-1', other: 'value' },
  payment_method: {
    type: 'bank_card',
    id: '22d6d597-000f-5000-9000-145f6df21d6f',
    saved: true,
    status: 'active',
    title: 'Bank card *4444',
    card: {
      first6: '555555',
      last4: '4444',
      expiry_month: '12',
      expiry_year: '2040',
      card_type: 'MasterCard',
    },
  },
  refundable: true,
  recipient: { account_id: '100500', gateway_id: '100700' },
  test: false,
  a_field_of_tomorrow: { nested: true },
};

const REFUND = {
  id: '216749f7-0016-50be-b000-078d43a63ae4',
  payment_id: PAYMENT.id,
  status: 'succeeded',
  amount: { value: '1.00', currency: 'RUB' },
  created_at: '2026-11-21T10:00:00.000Z',
};

const ERROR = { type: 'error', id: 'ab', description: 'A secret value', parameter: 'amount' };

type Answer = { status: number; body?: object; headers?: Record<string, string> } | 'lost' | 'silent';
type Adapter = ReturnType<typeof createYooKassa>;

/** Creates an adapter whose requests get the given responses in order. The last response repeats. */
function adapterWith(...answers: Answer[]) {
  const sent: { method: string; url: string; headers: Headers; body: unknown }[] = [];
  const adapter = createYooKassa({
    shopId: '100500',
    secretKey: 'secret',
    apiBaseUrl: 'https://api.example/v3',
    senders: YOOKASSA_SENDERS,
    deadlineMs: 50,
    retryPausesMs: [0, 0],
    async fetch(input, init) {
      const request = new Request(input, init);
      const text = await request.text();
      sent.push({
        method: request.method,
        url: request.url,
        headers: request.headers,
        body: text === '' ? null : (JSON.parse(text) as unknown),
      });
      const answer = answers[Math.min(sent.length, answers.length) - 1] ?? 'lost';
      if (answer === 'lost') throw new TypeError('fetch failed');
      if (answer === 'silent')
        return new Promise<Response>((_resolve, reject) => {
          request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
        });
      const { status, headers = {} } = answer;
      return Response.json(answer.body ?? {}, { status, headers });
    },
  });
  return { adapter, sent };
}

const terms = {
  orderId: 'order-1',
  accountId: 'uid-1',
  amountKopecks: 44_900,
  currency: 'RUB',
  receipt: {
    label: 'Subscription',
    amountKopecks: 44_900,
    email: 'payer@example.org',
    terms: DEFAULT_RECEIPT_TERMS,
  },
};
const charge = { ...terms, savedMethod: PAYMENT.id };
const opening = { ...terms, isHold: true, savesMethod: true };

const RECEIPT = {
  customer: { email: 'payer@example.org' },
  items: [
    {
      description: 'Subscription',
      quantity: 1,
      measure: 'piece',
      amount: { value: '449.00', currency: 'RUB' },
      vat_code: 1,
      payment_subject: 'service',
      payment_mode: 'full_payment',
    },
  ],
};

describe('requests', () => {
  test('a payment of the widget uses Basic authentication, a short key, and always names `capture`', async () => {
    const confirmation = { type: 'embedded', confirmation_token: 'ct-1' };
    const { adapter, sent } = adapterWith({
      status: 200,
      body: { ...PAYMENT, status: 'pending', payment_method: undefined, confirmation },
    });
    const key = `open:${'x'.repeat(200)}`;
    await expect(adapter.openPayment(opening, key)).resolves.toEqual({
      transactionId: PAYMENT.id,
      confirmationToken: 'ct-1',
    });
    const [request] = sent;
    expect(request?.method).toBe('POST');
    expect(request?.url).toBe('https://api.example/v3/payments');
    expect(request?.headers.get('Authorization')).toBe(`Basic ${btoa('100500:secret')}`);
    expect(request?.headers.get('Idempotence-Key')).toMatch(/^[\w-]{43}$/);
    expect(request?.body).toEqual({
      amount: { value: '449.00', currency: 'RUB' },
      capture: false,
      save_payment_method: true,
      confirmation: { type: 'embedded' },
      description: 'Subscription',
      metadata: { order_id: 'order-1', account_id: 'uid-1' },
      receipt: RECEIPT,
    });
  });

  test('a charge of a saved method is captured and has no confirmation', async () => {
    const { adapter, sent } = adapterWith({ status: 200, body: PAYMENT });
    await expect(adapter.chargeSavedMethod(charge, 'charge-1')).resolves.toMatchObject({
      state: 'completed',
    });
    expect(sent[0]?.body).toEqual({
      amount: { value: '449.00', currency: 'RUB' },
      capture: true,
      payment_method_id: PAYMENT.id,
      description: 'Subscription',
      metadata: { order_id: 'order-1', account_id: 'uid-1', charge_key: 'charge-1' },
      receipt: RECEIPT,
    });
  });

  test('a refund sends its amount and the return receipt', async () => {
    const { adapter, sent } = adapterWith({ status: 200, body: REFUND });
    await expect(adapter.refundPayment(PAYMENT.id, 44_900, terms.receipt, 'refund-1')).resolves.toBe(
      REFUND.id,
    );
    expect(sent[0]?.url).toBe('https://api.example/v3/refunds');
    expect(sent[0]?.body).toEqual({
      payment_id: PAYMENT.id,
      amount: { value: '449.00', currency: 'RUB' },
      receipt: RECEIPT,
    });
  });

  test('a list reads all pages of a UTC day', async () => {
    const { adapter, sent } = adapterWith(
      { status: 200, body: { type: 'list', items: [PAYMENT], next_cursor: 'next/1' } },
      { status: 200, body: { type: 'list', items: [{ ...PAYMENT, id: 'second' }] } },
    );
    const listed = await adapter.listPaymentsOfDay(new Date('2026-11-21T23:59:59.999Z'));
    expect(listed.map(({ transactionId }) => transactionId)).toEqual([PAYMENT.id, 'second']);
    const queries = sent.map(({ url }) => Object.fromEntries(new URL(url).searchParams));
    const day = {
      'created_at.gte': '2026-11-21T00:00:00.000Z',
      'created_at.lt': '2026-11-22T00:00:00.000Z',
      limit: '100',
    };
    expect(queries).toEqual([day, { ...day, cursor: 'next/1' }]);
    expect(sent.map(({ method }) => method)).toEqual(['GET', 'GET']);
  });
});

describe('outcome of a request', () => {
  test.each<[string, Answer]>([
    ['no response', 'lost'],
    ['HTTP 500', { status: 500, body: { ...ERROR, code: 'internal_server_error' } }],
    ['HTTP 202', { status: 202, body: {} }],
  ])('%s: the same request is repeated with the same key and body', async (_name, answer) => {
    const { adapter, sent } = adapterWith(answer, { status: 200, body: PAYMENT });
    await adapter.chargeSavedMethod(charge, 'charge-1');
    const repeated = sent.map(({ headers, body }) => ({ key: headers.get('Idempotence-Key'), body }));
    expect(repeated).toHaveLength(2);
    expect(repeated[1]).toEqual(repeated[0]);
  });

  test.each<[string, Answer]>([
    ['no response', 'lost'],
    ['HTTP 500', { status: 500 }],
    ['HTTP 202', { status: 202 }],
    ['an unreadable response', { status: 200, body: { id: 1 } }],
    [
      'a key that was used with another body',
      { status: 400, body: { ...ERROR, code: 'invalid_request', parameter: 'Idempotence-Key' } },
    ],
  ])('%s: it is unknown whether the charge was made', async (_name, answer) => {
    await expect(adapterWith(answer).adapter.chargeSavedMethod(charge, 'charge-1')).rejects.toThrow(
      ProviderUnavailable,
    );
  });

  test('a request without a response ends at its deadline and is not repeated', async () => {
    const { adapter, sent } = adapterWith('silent');
    await expect(adapter.chargeSavedMethod(charge, 'charge-1')).rejects.toThrow(ProviderUnavailable);
    expect(sent).toHaveLength(1);
  });

  test.each([
    [400, 'invalid_request', ProviderRejected],
    [401, 'invalid_credentials', CredentialsRejected],
    [403, 'forbidden', AutopaymentsForbidden],
    [404, 'not_found', ProviderRejected],
  ] as const)('HTTP %s changes nothing and is not repeated', async (status, code, type) => {
    const { adapter, sent } = adapterWith({ status, body: { ...ERROR, code } });
    const error: unknown = await adapter
      .chargeSavedMethod(charge, 'charge-1')
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(type);
    expect(String(error)).toContain(`HTTP ${status} ${code} amount`);
    expect(String(error)).not.toMatch(/secret/i);
    expect(sent).toHaveLength(1);
  });

  test.each([
    [1500, 1500],
    [undefined, null],
    [-1, null],
    ['soon', null],
  ])(
    'HTTP 429 with the pause %p changes nothing, is no rejection, and is not repeated',
    async (pause, told) => {
      const body = { ...ERROR, code: 'too_many_requests', retry_after: pause };
      const { adapter, sent } = adapterWith({ status: 429, body });
      const error: unknown = await adapter
        .refundPayment(PAYMENT.id, 100, null, 'refund-1')
        .catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(TooManyProviderRequests);
      expect(error).not.toBeInstanceOf(ProviderRejected);
      expect(error).toMatchObject({ retryAfterMs: told });
      expect(sent).toHaveLength(1);
    },
  );

  describe.each<[string, (adapter: Adapter) => Promise<unknown>]>([
    ['a charge', (adapter) => adapter.chargeSavedMethod(charge, 'charge-1')],
    ['a payment of the widget', (adapter) => adapter.openPayment(opening, 'open-1')],
    ['a refund', (adapter) => adapter.refundPayment(PAYMENT.id, 44_900, terms.receipt, 'refund-1')],
    ['a released hold', (adapter) => adapter.releaseHold(PAYMENT.id, 'release-1')],
  ])('of %s', (_call, request) => {
    test.each<[string, Answer]>(
      (['lost', { status: 500 }, { status: 202 }] as const).flatMap((first) =>
        [400, 401, 403, 404, 429].map((status): [string, Answer] => [
          `${JSON.stringify(first)}, then HTTP ${status}`,
          first,
        ]),
      ),
    )('is unknown after %s', async (name, first) => {
      const status = Number(name.slice(-3));
      const { adapter, sent } = adapterWith(first, { status, body: { ...ERROR, code: 'code' } });
      const error: unknown = await request(adapter).catch((caught: unknown) => caught);
      expect(Object.getPrototypeOf(error)).toBe(ProviderUnavailable.prototype);
      expect(sent).toHaveLength(2);
    });
  });

  test.each([
    [401, CredentialsRejected],
    [403, ProviderUnavailable],
    [429, TooManyProviderRequests],
  ])('HTTP %s of a read request says nothing about the object', async (status, type) => {
    const { adapter } = adapterWith({ status, body: { ...ERROR, code: 'code' } });
    for (const reading of [
      adapter.readPayment(PAYMENT.id),
      adapter.readRefund(REFUND.id),
      adapter.listPaymentsOfDay(new Date('2026-11-21T12:00:00Z')),
    ]) {
      const error: unknown = await reading.catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(type);
      expect(error).toBeInstanceOf(ProviderUnavailable);
    }
  });

  test('the pause after HTTP 429 is the pause of the response, in ms', async () => {
    const body = { ...ERROR, code: 'too_many_requests', parameter: undefined };
    for (const [response, retryAfterMs] of [
      [{ status: 429, body: { ...body, retry_after: 1800 } }, 1800],
      [{ status: 429, body, headers: { 'Retry-After': '7' } }, 7000],
      [{ status: 429, body: { ...body, retry_after: 'soon' }, headers: { 'Retry-After': 'Fri' } }, null],
    ] as const) {
      const error: unknown = await adapterWith(response)
        .adapter.chargeSavedMethod(charge, 'charge-1')
        .catch((caught: unknown) => caught);
      expect(error).toMatchObject({ retryAfterMs });
    }
  });

  test('a canceled refund is rejected, and a pending refund is accepted', async () => {
    const canceled = {
      ...REFUND,
      status: 'canceled',
      cancellation_details: { party: 'yoo_money', reason: 'general_decline' },
    };
    await expect(
      adapterWith({ status: 200, body: canceled }).adapter.refundPayment(PAYMENT.id, 100, null, 'refund-1'),
    ).rejects.toThrow('general_decline');
    const pending = adapterWith({ status: 200, body: { ...REFUND, status: 'pending' } });
    await expect(pending.adapter.refundPayment(PAYMENT.id, 100, null, 'refund-1')).resolves.toBe(REFUND.id);
    expect(await pending.adapter.readRefund(REFUND.id)).toMatchObject({ state: 'pending' });
  });

  test('an object that does not exist is null', async () => {
    const { adapter } = adapterWith({ status: 404, body: { ...ERROR, code: 'not_found' } });
    expect(await adapter.readPayment('unknown')).toBeNull();
    expect(await adapter.readRefund('unknown')).toBeNull();
  });
});

describe('payments', () => {
  const read = (changes: object) =>
    adapterWith({ status: 200, body: { ...PAYMENT, ...changes } }).adapter.readPayment('id');
  const canceled = (reason: string) => ({
    status: 'canceled',
    cancellation_details: { party: 'payment_network', reason },
  });

  test('are read with all facts, and unknown fields are ignored', async () => {
    expect(await read({})).toEqual({
      transactionId: PAYMENT.id,
      orderId: 'order-1',
      accountId: 'uid-1',
      email: null,
      state: 'completed',
      amountKopecks: 44_900,
      currency: 'RUB',
      at: new Date(PAYMENT.captured_at),
      decline: null,
      expiresAt: null,
      recurringPaymentId: null,
      chargeKey: null,
      cardMask: '•••• 4444',
      card: { id: null, token: PAYMENT.id, digits: '555555 4444 2040 12' },
      isTest: false,
    });
  });

  test.each([
    [{ status: 'pending' }],
    [{ status: 'waiting_for_capture' }],
    [canceled('canceled_by_merchant')],
    [canceled('insufficient_funds')],
  ])('%j took no money, so that its time is the creation', async (changes) => {
    expect(await read({ ...changes, captured_at: undefined })).toMatchObject({
      at: new Date(PAYMENT.created_at),
    });
  });

  test.each([
    [{ status: 'pending' }, 'pending'],
    [{ status: 'waiting_for_capture' }, 'authorized'],
    [{ refunded_amount: { value: '448.99', currency: 'RUB' } }, 'completed'],
    [{ refunded_amount: { value: '449.00', currency: 'RUB' } }, 'refunded'],
    [canceled('canceled_by_merchant'), 'cancelled'],
    [canceled('expired_on_capture'), 'cancelled'],
    [canceled('expired_on_confirmation'), 'abandoned'],
    [canceled('a_reason_of_tomorrow'), 'declined'],
  ])('%j is %s', async (changes, state) => {
    expect(await read(changes)).toMatchObject({ state });
  });

  test.each([
    [{ status: 'succeeded' }, PAYMENT.id],
    [{ status: 'waiting_for_capture' }, PAYMENT.id],
    [{ status: 'pending' }, null],
    [canceled('canceled_by_merchant'), PAYMENT.id],
    [canceled('expired_on_confirmation'), null],
    [canceled('insufficient_funds'), null],
    [{ payment_method: { ...PAYMENT.payment_method, saved: false } }, null],
    [{ payment_method: { type: 'sbp', id: 'method' } }, null],
    [{ payment_method: null }, null],
  ])('%j has the saved method %s', async (changes, token) => {
    expect((await read(changes))?.card?.token).toBe(token);
  });

  test('every documented cancellation reason has a decline reason', () => {
    expect(CANCELLATION_REASONS).toHaveLength(20);
    expect(
      Object.fromEntries(CANCELLATION_REASONS.map((reason) => [reason, yooKassaDecline(reason).reason])),
    ).toEqual({
      '3d_secure_failed': 'threeDs',
      call_issuer: 'forbidden',
      canceled_by_merchant: 'unknown',
      card_expired: 'expired',
      country_forbidden: 'notAccepted',
      deal_expired: 'unknown',
      expired_on_capture: 'unknown',
      expired_on_confirmation: 'unknown',
      fraud_suspected: 'suspicious',
      general_decline: 'unexplained',
      identification_required: 'notForInternet',
      insufficient_funds: 'noMoney',
      internal_timeout: 'tryLater',
      invalid_card_number: 'unknownCard',
      invalid_csc: 'wrongCvv',
      issuer_unavailable: 'unavailable',
      payment_method_limit_exceeded: 'limit',
      payment_method_restricted: 'lostOrStolen',
      permission_revoked: 'rejectedForGood',
      unsupported_mobile_operator: 'notAccepted',
    });
    expect(yooKassaDecline('constructor')).toEqual({ reason: 'unknown', code: 'constructor' });
  });
});

test('amounts are converted without floating-point numbers', () => {
  const pairs: [number, string][] = [
    [0, '0.00'],
    [1, '0.01'],
    [100, '1.00'],
    [44_900, '449.00'],
    [44_891, '448.91'],
    [35_000_000, '350000.00'],
  ];
  for (const [kopecks, text] of pairs) {
    expect(writeAmount(kopecks)).toBe(text);
    expect(v.parse(amountText, text)).toBe(kopecks);
  }
  for (const text of ['1', '1.0', '1,00', '-1.00', '1e2', '12345678.00', ''])
    expect(v.is(amountText, text)).toBe(false);
});

describe('notifications', () => {
  const { isSender, read } = createNotificationReader(YOOKASSA_SENDERS);
  const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

  test.each([
    ['185.71.76.0', true],
    ['185.71.76.31', true],
    ['185.71.76.32', false],
    ['77.75.153.127', true],
    ['77.75.153.128', false],
    ['77.75.156.35', true],
    ['77.75.154.127', false],
    ['2a02:5180::1', true],
    ['2a02:5180:ffff:ffff::1', true],
    ['2a02:5181::1', false],
    ['unknown', false],
    ['', false],
  ])('the sender %s is one of YooKassa: %s', (address, expected) => {
    expect(isSender(address)).toBe(expected);
  });

  test('name the object that changed, with its order or payment', () => {
    expect(read(bytes({ type: 'notification', event: 'payment.canceled', object: PAYMENT }))).toEqual({
      changed: {
        event: 'payment.canceled',
        kind: 'payment',
        id: PAYMENT.id,
        claimedOrderId: 'order-1',
        claimedTransactionId: null,
      },
    });
    expect(read(bytes({ type: 'notification', event: 'refund.succeeded', object: REFUND }))).toMatchObject({
      changed: { kind: 'refund', id: REFUND.id, claimedOrderId: null, claimedTransactionId: PAYMENT.id },
    });
    const other = { type: 'notification', event: 'payment_method.active', object: { id: 'method' } };
    expect(read(bytes(other))).toEqual({ ignored: 'payment_method.active' });
  });

  test.each([['text'], [{}], [{ type: 'notification', event: 'payment.succeeded', object: { id: '' } }]])(
    '%j is malformed',
    (content) => {
      expect(read(bytes(content))).toMatchObject({ rejected: 'malformed', response: { status: 400 } });
    },
  );

  test.each([
    ['185.71.76.0/27', true],
    ['77.75.156.11', true],
    ['2a02:5180::/32', true],
    ['185.71.76.0/33', false],
    ['2a02:5180::/129', false],
    ['185.71.76.0/', false],
    ['185.71.76/27', false],
    ['host.example', false],
  ])('%s is a network: %s', (network, expected) => {
    expect(isNetwork(network)).toBe(expected);
  });
});
