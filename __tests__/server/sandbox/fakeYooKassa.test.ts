/** Tests that the sandbox's fake of YooKassa is as strict as the documentation of the real card provider. */
import { type FakeYooKassa, openFakeYooKassa } from '../../../src/server/sandbox/fakeYooKassa/fakeYooKassa';
import { openSandboxTestDatabase } from '../../support/database';
import { type SettableClock, settableClock, TEST_START } from '../../support/settableClock';

const SHOP = { shopId: '100500', secretKey: 'test_secret_key' };
const CARD = '5555555555554444';
const SECURE_CARD = '5555555555554477';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let clock: SettableClock;
let fake: FakeYooKassa;
/** HTTP status with which the product responds to notifications. */
let productStatus: number;
let notified: { event: string; object: { id: string; status: string } }[];
let keys: number;

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

beforeEach(async () => {
  clock = settableClock(TEST_START);
  productStatus = 200;
  notified = [];
  keys = 0;
  fake = await openFakeYooKassa({
    ...SHOP,
    db: await openSandboxTestDatabase(),
    clock,
    fetch: async (input, init) => {
      notified.push((await new Request(input, init).json()) as (typeof notified)[number]);
      return new Response('', { status: productStatus });
    },
    notifyUrl: 'https://server.example/api/webhooks/yookassa',
    logger: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
    hangMs: 0,
  });
});

async function ask(
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  key?: string | null,
): Promise<Answer> {
  const headers = {
    Authorization: `Basic ${btoa(`${SHOP.shopId}:${SHOP.secretKey}`)}`,
    ...(method === 'POST' && key !== null ? { 'Idempotence-Key': key ?? `key-${(keys += 1)}` } : {}),
  };
  const response = await fake.app.request(path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

const post = (path: string, body: object = {}, key?: string | null) => ask('POST', path, body, key);
const get = (path: string) => ask('GET', path);
const readStatus = async (id: string) => (await get(`/payments/${id}`)).body;

const rubles = (value: string) => ({ value, currency: 'RUB' });
const WIDGET = { amount: rubles('449.00'), capture: true, confirmation: { type: 'embedded' } };
const invalid = (parameter: string) => ({
  status: 400,
  body: { type: 'error', code: 'invalid_request', parameter },
});

/** Sends a request of the payment widget's script. */
async function widget(path: 'pay' | '3ds', body: object): Promise<unknown> {
  const response = await fake.app.request(`/widget/${path}`, { method: 'POST', body: JSON.stringify(body) });
  return response.json();
}

/** Opens a payment of the widget. Returns its id and the token of the widget. */
async function open(changes: object = {}): Promise<{ id: string; token: string }> {
  const { status, body } = await post('/payments', { ...WIDGET, ...changes });
  expect(status).toBe(200);
  const { confirmation_token: token } = body['confirmation'] as { confirmation_token: string };
  return { id: String(body['id']), token };
}

async function paid(changes: object = {}): Promise<string> {
  const { id, token } = await open(changes);
  expect(await fake.pay(token, CARD)).toBe('paid');
  return id;
}

test('rejects wrong credentials', async () => {
  const response = await fake.app.request('/payments', { headers: { Authorization: 'Basic wrong' } });
  expect(response.status).toBe(401);
});

describe('Idempotence-Key', () => {
  test('is required and has at most 64 characters', async () => {
    expect(await post('/payments', WIDGET, null)).toMatchObject(invalid('Idempotence-Key'));
    expect(await post('/payments', WIDGET, 'k'.repeat(65))).toMatchObject(invalid('Idempotence-Key'));
  });

  test('repeats the first response for 24 hours, and then makes a new payment', async () => {
    const first = await post('/payments', WIDGET, 'same');
    clock.advance(DAY_MS - 1);
    expect(await post('/payments', WIDGET, 'same')).toEqual(first);
    clock.advance(1);
    expect((await post('/payments', WIDGET, 'same')).body['id']).not.toBe(first.body['id']);
  });

  test('must not be used with another body', async () => {
    await post('/payments', WIDGET, 'same');
    const other = { ...WIDGET, amount: rubles('450.00') };
    expect(await post('/payments', other, 'same')).toMatchObject(invalid('Idempotence-Key'));
  });
});

describe('payments', () => {
  test.each<[string, object]>([
    ['amount', { amount: { value: 449, currency: 'RUB' } }],
    ['amount', { amount: rubles('0.99') }],
    ['amount', { amount: rubles('350000.01') }],
    ['description', { description: 'x'.repeat(129) }],
    ['receipt', { receipt: { customer: {}, items: [] } }],
    ['payment_method_data', { payment_method_data: { type: 'bank_card' } }],
    ['payment_method_id', { payment_method_id: 'method' }],
    ['payment_token', { payment_token: 'token' }],
    ['airline', { airline: {} }],
    ['confirmation', { confirmation: undefined }],
  ])('are rejected for the parameter %s: %j', async (parameter, changes) => {
    const { status, body } = await post('/payments', { ...WIDGET, ...changes });
    expect([status, body['code']]).toEqual([400, 'invalid_request']);
    expect(String(body['parameter'])).toMatch(new RegExp(`^${parameter}`));
  });

  test.each<[string, object, object]>([
    ['items', { vat_code: 13 }, {}],
    ['items', { vat_code: 11 }, { tax_system_code: 6 }],
    ['items', { payment_mode: 'advance' }, {}],
    ['items', { payment_subject: 'excise' }, {}],
    ['tax_system_code', {}, { tax_system_code: 7 }],
  ])('are rejected for `receipt.%s` with %j and %j', async (part, ofItem, ofReceipt) => {
    const item = {
      ...{ description: 'Subscription', quantity: 1, measure: 'piece', amount: rubles('449.00') },
      ...{ vat_code: 1, payment_subject: 'service', payment_mode: 'full_payment' },
    };
    const receipt = { customer: { email: 'payer@example.org' }, items: [item] };
    expect(await post('/payments', { ...WIDGET, receipt })).toMatchObject({ status: 200 });
    const wrong = { ...receipt, ...ofReceipt, items: [{ ...item, ...ofItem }] };
    expect(await post('/payments', { ...WIDGET, receipt: wrong })).toMatchObject(invalid(`receipt.${part}`));
  });

  test('are captured only if `capture` is true', async () => {
    const id = await paid({ capture: undefined });
    expect(await readStatus(id)).toMatchObject({ status: 'waiting_for_capture' });
  });

  test('cannot save or charge a method without permission', async () => {
    const methodId = await paid({ save_payment_method: true });
    await fake.change({ autopayments: false });
    const forbidden = { status: 403, body: { code: 'forbidden' } };
    expect(await post('/payments', { ...WIDGET, save_payment_method: true })).toMatchObject(forbidden);
    const charge = { amount: rubles('449.00'), capture: true, payment_method_id: methodId };
    expect(await post('/payments', charge)).toMatchObject(forbidden);
    expect(await post('/payments', { ...WIDGET, save_payment_method: false })).toMatchObject({ status: 200 });
  });

  test('charge only methods that were saved', async () => {
    const notSaved = await paid({ save_payment_method: false });
    const charge = { amount: rubles('449.00'), capture: true };
    expect(await post('/payments', { ...charge, payment_method_id: notSaved })).toMatchObject(
      invalid('payment_method_id'),
    );
    const saved = await paid({ save_payment_method: true });
    expect(await post('/payments', { ...charge, payment_method_id: saved })).toMatchObject({
      body: { status: 'succeeded', payment_method: { id: saved, saved: true } },
    });
  });

  test.each([
    ['a card without 3-D Secure', CARD],
    ['a card with 3-D Secure', SECURE_CARD],
  ])('report the expiry date that was typed: %s', async (_name, number) => {
    const { id, token } = await open();
    const typed = { token, number, expires: '07/31', cvv: '123' };
    expect(await widget('pay', { ...typed, expires: '10/26' })).toEqual({ errors: ['expires'] });
    expect(await widget('pay', { ...typed, number: '4111', cvv: '1' })).toEqual({
      errors: ['number', 'cvv'],
    });
    const { status } = (await widget('pay', typed)) as { status: string };
    if (status === 'threeDs') await widget('3ds', { token, isConfirmed: true });
    expect(await readStatus(id)).toMatchObject({
      status: 'succeeded',
      payment_method: { card: { last4: number.slice(-4), expiry_month: '07', expiry_year: '2031' } },
    });
  });

  test('report no card after a rejected 3-D Secure, and accept another card', async () => {
    const { id, token } = await open();
    await fake.pay(token, SECURE_CARD);
    expect(await widget('3ds', { token, isConfirmed: false })).toEqual({
      status: 'declined',
      reason: '3d_secure_failed',
      isFinal: false,
    });
    expect(await readStatus(id)).not.toHaveProperty('payment_method');
    expect(await fake.pay(token, CARD)).toBe('paid');
  });

  test('without a payer expire after one hour', async () => {
    const { id, token } = await open();
    clock.advance(HOUR_MS - 1);
    await fake.runDue();
    expect(await readStatus(id)).toMatchObject({ status: 'pending' });
    clock.advance(1);
    expect(await fake.pay(token, CARD)).toBe('invalidToken');
    await fake.runDue();
    expect(await readStatus(id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'expired_on_confirmation' },
    });
  });

  test('that are held expire after seven days', async () => {
    const id = await paid({ capture: false });
    clock.advance(7 * DAY_MS);
    expect(await post(`/payments/${id}/capture`)).toMatchObject({ status: 400 });
    expect(await post(`/payments/${id}/cancel`)).toMatchObject({ status: 400 });
    await fake.runDue();
    expect(await readStatus(id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'expired_on_capture' },
    });
  });

  test('are canceled or captured by a request only while they are held', async () => {
    const { id: pending } = await open();
    expect(await post(`/payments/${pending}/cancel`)).toMatchObject({ status: 400 });
    const completed = await paid();
    expect(await post(`/payments/${completed}/cancel`)).toMatchObject({ status: 400 });
    const held = await paid({ capture: false, save_payment_method: true });
    expect(await post(`/payments/${held}/cancel`)).toMatchObject({
      body: {
        status: 'canceled',
        cancellation_details: { party: 'merchant', reason: 'canceled_by_merchant' },
        payment_method: { id: held, saved: true },
      },
    });
    const captured = await paid({ capture: false });
    expect(await post(`/payments/${captured}/capture`, { amount: rubles('449.01') })).toMatchObject({
      status: 400,
    });
    expect(await post(`/payments/${captured}/capture`, { amount: rubles('400.00') })).toMatchObject({
      body: { status: 'succeeded', amount: { value: '400.00' } },
    });
  });

  test('have a token that is used once', async () => {
    const { token } = await open();
    expect(await fake.pay(token, CARD)).toBe('paid');
    expect(await fake.pay(token, CARD)).toBe('invalidToken');
  });

  test('stay pending after a decline in the widget unless the manager has switched this off', async () => {
    const retried = await open();
    expect(await fake.pay(retried.token, '5555555555554600')).toBe('declined');
    expect(await readStatus(retried.id)).toMatchObject({ status: 'pending' });
    expect(await fake.pay(retried.token, CARD)).toBe('paid');
    await fake.change({ retriesInWidget: false });
    const { id, token } = await open();
    expect(await fake.pay(token, '5555555555554600')).toBe('declined');
    expect(await readStatus(id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { party: 'payment_network', reason: 'insufficient_funds' },
    });
  });

  test.each([
    ['5555555555554592', '3d_secure_failed'],
    ['5555555555554535', 'call_issuer'],
    ['5555555555554543', 'card_expired'],
    ['5555555555554568', 'fraud_suspected'],
    ['5555555555554527', 'general_decline'],
    ['5555555555554618', 'invalid_card_number'],
    ['5555555555554626', 'invalid_csc'],
    ['5555555555554501', 'issuer_unavailable'],
    ['5555555555554576', 'payment_method_limit_exceeded'],
    ['5555555555554550', 'payment_method_restricted'],
    ['5555555555554584', 'country_forbidden'],
    ['4000000000000002', 'invalid_card_number'],
  ])('with the test card %s are canceled: %s', async (card, reason) => {
    await fake.change({ retriesInWidget: false });
    const { id, token } = await open();
    await fake.pay(token, card);
    expect(await readStatus(id)).toMatchObject({ cancellation_details: { reason } });
  });

  test('wait for 3-D Secure if the card asks for it', async () => {
    const { id, token } = await open();
    expect(await fake.pay(token, SECURE_CARD)).toBe('threeDs');
    expect(await readStatus(id)).toMatchObject({ status: 'pending' });
    expect(await fake.endThreeDs(token, true)).toBe('paid');
  });

  test('of a saved method may be held until the operator captures them, or until the hold expires', async () => {
    const methodId = await paid({ save_payment_method: true });
    const charge = { amount: rubles('449.00'), capture: true, payment_method_id: methodId };
    await fake.change({ chargesHeld: true });
    const captured = String((await post('/payments', charge)).body['id']);
    const left = await post('/payments', charge);
    const expiresAt = new Date(clock.now().getTime() + 7 * DAY_MS).toISOString();
    expect(left.body).toMatchObject({ status: 'waiting_for_capture', expires_at: expiresAt });
    clock.advance(DAY_MS);
    expect(await fake.settleCharge(captured, null)).toBe(true);
    expect(await fake.settleCharge(captured, null)).toBe(false);
    expect(await readStatus(captured)).toMatchObject({
      status: 'succeeded',
      captured_at: clock.now().toISOString(),
    });
    clock.advance(6 * DAY_MS);
    await fake.runDue();
    expect(await readStatus(String(left.body['id']))).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'expired_on_capture' },
    });
  });

  test('of a saved method may stay pending, and are declined after the payer has withdrawn', async () => {
    const methodId = await paid({ save_payment_method: true });
    const charge = { amount: rubles('449.00'), capture: true, payment_method_id: methodId };
    await fake.change({ chargesPend: true });
    const { body } = await post('/payments', charge);
    expect(body).toMatchObject({ status: 'pending' });
    await fake.settleCharges();
    expect(await readStatus(String(body['id']))).toMatchObject({ status: 'succeeded' });
    await fake.revokeMethod(methodId);
    expect(await post('/payments', charge)).toMatchObject({
      body: { status: 'canceled', cancellation_details: { reason: 'permission_revoked' } },
    });
  });
});

describe('refunds', () => {
  const refund = (paymentId: string, value: string, changes: object = {}) =>
    post('/refunds', { payment_id: paymentId, amount: rubles(value), ...changes });

  test('are possible for completed payments, up to their rest, for three years', async () => {
    const { id: pending } = await open();
    expect(await refund(pending, '1.00')).toMatchObject({ status: 400 });
    const id = await paid();
    expect(await refund(id, '449.01')).toMatchObject(invalid('amount'));
    expect(await refund(id, '400.00')).toMatchObject({ body: { status: 'succeeded' } });
    expect(await refund(id, '49.01')).toMatchObject(invalid('amount'));
    expect(await refund('unknown', '1.00')).toMatchObject({ status: 400 });
    clock.set('2029-11-21T09:00:00.000Z');
    expect(await refund(id, '1.00')).toMatchObject({ status: 200 });
    clock.advance(1);
    expect(await refund(id, '1.00')).toMatchObject({ status: 400 });
  });

  test('of a part need a receipt if the payment has one', async () => {
    const receipt = (value: string) => ({
      customer: { email: 'payer@example.org' },
      items: [
        { description: 'Subscription', quantity: 1, amount: rubles(value), vat_code: 1, measure: 'piece' },
      ],
    });
    const id = await paid({ receipt: receipt('449.00') });
    expect(await refund(id, '1.00')).toMatchObject(invalid('receipt'));
    expect(await refund(id, '1.00', { receipt: receipt('2.00') })).toMatchObject(invalid('receipt.items'));
    expect(await refund(id, '1.00', { receipt: receipt('1.00') })).toMatchObject({ status: 200 });
  });

  test('that fail restore the rest and cause no notification', async () => {
    await fake.change({ refundsPend: true });
    const id = await paid();
    const { body } = await refund(id, '449.00');
    expect(body).toMatchObject({ status: 'pending' });
    expect(await fake.settleRefund(String(body['id']), 'rejected_by_payee')).toBe(true);
    await fake.runDue();
    expect(notified.map(({ event }) => event)).toEqual(['payment.succeeded']);
    expect(await get(`/refunds/${String(body['id'])}`)).toMatchObject({
      body: { status: 'canceled', cancellation_details: { reason: 'rejected_by_payee' } },
    });
    expect(await refund(id, '449.00')).toMatchObject({ status: 200 });
  });

  test('that exceed the balance fail', async () => {
    const id = await paid();
    await fake.change({ balanceKopecks: 100 });
    expect(await refund(id, '449.00')).toMatchObject({
      body: { status: 'canceled', cancellation_details: { reason: 'insufficient_funds' } },
    });
  });
});

describe('notifications', () => {
  test('are repeated until the response is exactly HTTP 200', async () => {
    productStatus = 202;
    await paid();
    await fake.runDue();
    productStatus = 200;
    for (let minute = 0; minute < 3; minute += 1) {
      clock.advance(60_000);
      await fake.runDue();
    }
    expect(notified).toHaveLength(2);
  });

  test('are repeated for 24 hours', async () => {
    productStatus = 500;
    await paid();
    let lastAt = clock.now();
    for (let at = await fake.nextDueAt(); at !== null; at = await fake.nextDueAt()) {
      lastAt = at;
      clock.set(at);
      await fake.runDue();
    }
    expect(notified.length).toBeGreaterThan(40);
    const repeatedForMs = lastAt.getTime() - new Date(TEST_START).getTime();
    expect(repeatedForMs).toBeLessThanOrEqual(DAY_MS);
    expect(repeatedForMs).toBeGreaterThan(DAY_MS - HOUR_MS);
  });

  test('are sent once if the server and the process of the fake ask for them at the same time', async () => {
    await paid();
    await Promise.all([fake.runDue(), fake.runDue(), fake.runDue()]);
    expect(notified).toHaveLength(1);
  });

  test('contain the object at the time of the event', async () => {
    await fake.change({ delayMs: HOUR_MS });
    const id = await paid();
    await post('/refunds', { payment_id: id, amount: rubles('449.00') });
    clock.advance(HOUR_MS);
    await fake.runDue();
    expect(notified).toMatchObject([
      { event: 'payment.succeeded', object: { id, refunded_amount: { value: '0.00' } } },
      { event: 'refund.succeeded', object: { payment_id: id } },
    ]);
  });

  test('can be dropped, copied and reversed', async () => {
    await fake.change({ drop: true });
    await paid();
    await fake.change({ drop: false, copies: 2, reversed: true });
    const id = await paid();
    await post('/refunds', { payment_id: id, amount: rubles('1.00') });
    await fake.runDue();
    expect(notified.map(({ event }) => event)).toEqual([
      'refund.succeeded',
      'refund.succeeded',
      'payment.succeeded',
      'payment.succeeded',
    ]);
  });
});

test.each([
  ['errorBefore', 0],
  ['hangBefore', 0],
  ['errorAfter', 1],
  ['hangAfter', 1],
] as const)('the injected failure %s responds with HTTP 500 and makes %s payments', async (fault, count) => {
  await fake.change({ faults: [fault] });
  expect((await post('/payments', WIDGET)).status).toBe(500);
  expect((await get('/payments')).body['items']).toHaveLength(count);
  expect((await post('/payments', WIDGET)).status).toBe(200);
});

test('a request over the rate limit gets HTTP 429 with a pause in ms, takes no effect, and its key stays unused', async () => {
  await fake.change({ requestsPerSecond: 3 });
  const responses = await Promise.all([1, 2, 3, 4].map((key) => post('/payments', WIDGET, `key-${key}`)));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  expect(responses[3]?.body).toMatchObject({ type: 'error', code: 'too_many_requests' });
  const pause = Number(responses[3]?.body['retry_after']);
  expect(pause).toBeGreaterThan(0);
  expect(pause).toBeLessThanOrEqual(1000);
  await fake.change({ requestsPerSecond: null });
  expect((await get('/payments')).body['items']).toHaveLength(3);
  expect((await post('/payments', WIDGET, 'key-4')).status).toBe(200);
});

test('lists are paged, newest first', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    ids.unshift((await open()).id);
    clock.advance(1000);
  }
  const listed: string[] = [];
  let cursor: unknown = '';
  for (let page = 0; page < 3; page += 1) {
    const { body } = await get(`/payments?limit=2${cursor === '' ? '' : `&cursor=${String(cursor)}`}`);
    listed.push(...(body['items'] as { id: string }[]).map(({ id }) => id));
    cursor = body['next_cursor'];
  }
  expect(listed).toEqual(ids);
  expect(cursor).toBeUndefined();
  expect((await get('/payments?limit=101')).status).toBe(400);
});

test('has its own clock', async () => {
  await fake.change({ skewMs: HOUR_MS });
  const { id } = await open();
  const at = new Date(new Date(TEST_START).getTime() + HOUR_MS).toISOString();
  expect(await readStatus(id)).toMatchObject({ created_at: at });
});

describe('an outage', () => {
  test.each([
    [401, 'invalid_credentials'],
    [403, 'forbidden'],
    [429, 'too_many_requests'],
    [500, 'internal_server_error'],
  ] as const)('answers with HTTP %i until it ends, and nothing is performed', async (status, code) => {
    const payment = { amount: rubles('449.00'), confirmation: { type: 'embedded' } };
    await fake.change({ outage: { status, requests: 'all' } });
    const failed = await post('/payments', payment);
    expect(failed).toMatchObject({ status, body: { type: 'error', code } });
    expect(failed.body['retry_after'] !== undefined).toBe(status === 429);
    expect(await ask('GET', '/payments')).toMatchObject({ status });
    await fake.change({ outage: null });
    expect((await ask('GET', '/payments')).body).toMatchObject({ items: [] });
  });

  test('of reads leaves writes alone, and the other way round', async () => {
    const payment = { amount: rubles('449.00'), confirmation: { type: 'embedded' } };
    await fake.change({ outage: { status: 500, requests: 'reads' } });
    expect(await post('/payments', payment)).toMatchObject({ status: 200 });
    expect(await ask('GET', '/payments')).toMatchObject({ status: 500 });
    await fake.change({ outage: { status: 500, requests: 'writes' } });
    expect(await post('/payments', payment)).toMatchObject({ status: 500 });
    expect(await ask('GET', '/payments')).toMatchObject({ status: 200 });
  });
});
