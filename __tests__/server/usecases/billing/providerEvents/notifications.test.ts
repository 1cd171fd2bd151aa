/**
 * Tests the notifications of the card provider: signature, fields, rejections, and the effect of each kind of
 * notification.
 */
import { createHmac } from 'node:crypto';
import { EARLY_CHARGE_DAYS } from '../../../../../src/server/domain/billing/chargeDates';
import { findAccountByEmail } from '../../../../../src/server/store/accounts';
import { outbox } from '../../../../../src/server/store/schema/outbox';
import { ledgerEvents, paymentEvents } from '../../../../../src/server/store/schema/subscriptions';
import { emailIdentity, openAccount } from '../../../../../src/server/usecases/accounts/accounts';
import { createCustomerSession } from '../../../../../src/server/usecases/accounts/sessions';
import { cancelSubscription } from '../../../../../src/server/usecases/billing/subscriptions/cancelSubscription';
import { readSubscription } from '../../../../../src/server/usecases/billing/subscriptions/readSubscription';
import { deliverDueOutbox } from '../../../../../src/server/workers/delivery/deliverOutbox';
import type { Order } from '../../../../../src/shared/contract/shop';
import { stamp } from '../../../../support/cardCustomer';
import { agreeTo } from '../../../../support/consent';
import { onPostgres } from '../../../../support/database';
import { CANCEL, CHECK, FAIL, PAY, RECURRENT, REFUND } from '../../../../support/notificationExamples';
import {
  addDays,
  addMonths,
  addSeconds,
  MONTH_IN_FORM,
  MONTH_KOPECKS,
  TRIAL_END,
} from '../../../../support/offer';
import { startTestServer, type TestServer } from '../../../../support/server';

const EMAIL = 'payer@example.org';
const SECRET = 'test-api-secret';

let server: TestServer;
let order: Order;
let accountId: number;
let token: string;

async function newCustomer(email: string): Promise<{ id: number; uid: string; token: string }> {
  const { deps } = server;
  const { id, uid } = await openAccount(deps.db, deps, emailIdentity(email));
  return { id, uid, token: await createCustomerSession(deps.db, deps, id) };
}

async function openShop(accessToken: string): Promise<Order> {
  const { body } = await server.call('getShop', { token: accessToken });
  if (!body.order) throw new Error('there is no order');
  return body.order;
}

beforeEach(async () => {
  server = await startTestServer();
  const customer = await newCustomer(EMAIL);
  ({ id: accountId, token } = customer);
  order = await openShop(token);
  await agreeTo(server.db, order.id);
});

afterEach(() => deliverDueOutbox(server.deps));

const ofOrder = <Fields extends object>(fields: Fields, changes: Record<string, string | number> = {}) => ({
  ...fields,
  InvoiceId: order.id,
  AccountId: order.accountId,
  ...changes,
});

async function notify(kind: string, fields: Record<string, string | number>) {
  const response = await server.fakeCardProvider.notify(kind, fields);
  return { status: response.status, code: ((await response.json()) as { code?: number }).code };
}

/** Sends a notification with the given body and signature header. */
async function send(kind: string, body: string, headers: Record<string, string>): Promise<number> {
  const response = await server.fetch(`/api/webhooks/cloudpayments/${kind}`, {
    method: 'POST',
    body,
    headers,
  });
  return response.status;
}

const sign = (body: string, secret = SECRET) => createHmac('sha256', secret).update(body).digest('base64');
const FORM = 'application/x-www-form-urlencoded';

const subscription = () => readSubscription(server.db, accountId, server.clock.now());
const ledger = () => server.db.select().from(paymentEvents).orderBy(paymentEvents.id);
const verdicts = async () => (await ledger()).map(({ verdict }) => verdict);
const orderState = async () => (await server.call('getOrder', { token, body: { orderId: order.id } })).body;

const recurrent = (changes: Record<string, string | number> = {}) => ({
  ...RECURRENT,
  AccountId: order.accountId,
  StartDate: stamp(order.recurringPayment.startDate),
  NextTransactionDate: stamp(order.recurringPayment.startDate),
  ...changes,
});

const charge = (changes: Record<string, string | number> = {}) =>
  ofOrder(PAY, {
    TransactionId: '600001',
    Amount: MONTH_IN_FORM,
    DateTime: stamp(addSeconds(TRIAL_END, 5)),
    SubscriptionId: RECURRENT.Id,
    ...changes,
  });

describe('the signature', () => {
  const body = () => new URLSearchParams(ofOrder(PAY)).toString();

  test.each([
    ['is missing', () => ({})],
    ['is of another secret', () => ({ 'Content-HMAC': sign(body(), 'another') })],
    ['is of another message', () => ({ 'Content-HMAC': sign(`${body()}&Amount=${MONTH_IN_FORM}`) })],
    ['covers the decoded message', () => ({ 'Content-HMAC': sign(decodeURIComponent(body())) })],
    ['stands in the other header', () => ({ 'X-Content-HMAC': sign(body()) })],
    ['is empty', () => ({ 'Content-HMAC': '' })],
    ['is cut', () => ({ 'Content-HMAC': sign(body()).slice(0, -2) })],
  ])('%s: returns 401 and changes nothing', async (_what, headers) => {
    expect(await send('pay', body(), { 'Content-Type': FORM, ...headers() })).toBe(401);
    expect(await ledger()).toEqual([]);
    expect((await subscription()).status).toBe('NOT_ACTIVE');
  });

  test('covers the raw bytes: the same fields in another encoding are rejected', async () => {
    const reencoded = body().replaceAll('+', '%20');
    expect(reencoded).not.toBe(body());
    expect(await send('pay', reencoded, { 'Content-Type': FORM, 'Content-HMAC': sign(body()) })).toBe(401);
    expect(await ledger()).toEqual([]);
  });

  test('a rejected notification logs neither secrets nor personal data', async () => {
    await send('pay', body(), { 'Content-Type': FORM, 'Content-HMAC': 'forged' });
    await notify('pay', ofOrder(PAY, { Amount: '2.00' }));
    const logged = JSON.stringify(server.logs);
    for (const secret of [SECRET, PAY.Token, EMAIL, 'IVAN PETROV', '123.123.123.123']) {
      expect(logged).not.toContain(secret);
    }
    expect(JSON.stringify(await ledger())).not.toMatch(/IVAN|payer@|123\.123|477BBA/);
  });
});

describe('a signed notification with a value that cannot be stored', () => {
  test.each([
    ['an order', (known: Record<string, string>) => ({ InvoiceId: `${known['InvoiceId'] ?? ''}\0` }), 10],
    ['a payer', (known: Record<string, string>) => ({ AccountId: `${known['AccountId'] ?? ''}\0` }), 11],
    ['an address', () => ({ Email: 'payer\0@example.org' }), 0],
    ['a token', () => ({ Token: 'tk\0' }), 0],
  ])('%s with a NUL character is treated as unknown', async (_what, changed, code) => {
    const fields: Record<string, string> = ofOrder(CHECK);
    expect(await notify('check', { ...fields, ...changed(fields) })).toEqual({ status: 200, code });
  });

  test.each([
    ['the year 0', { DateTime: '0000-01-01 00:00:00' }],
    ['a day that no month has', { DateTime: '2026-02-30 00:00:00' }],
    ['more money than can be counted', { Amount: '99999999.00' }],
  ])('%s is rejected as unreadable', async (_what, changes) => {
    expect(await notify('pay', ofOrder(PAY, changes))).toEqual({ status: 400, code: 13 });
    expect(await ledger()).toEqual([]);
  });
});

test('a JSON body is parsed like a form body', async () => {
  const body = JSON.stringify(ofOrder({ ...PAY, TransactionId: 504270, Amount: 1, TestMode: true }));
  const headers = { 'Content-Type': 'application/json', 'Content-HMAC': sign(body) };
  expect(await send('pay', body, headers)).toBe(200);
  expect((await subscription()).status).toBe('ACTIVE');
});

test.each([
  ['not JSON', '{'],
  ['a list', '[]'],
  ['an absurd amount', JSON.stringify({ ...PAY, Amount: '1e9' })],
  ['a date that is none', JSON.stringify({ ...PAY, DateTime: '2026-13-45 99:00:00' })],
  ['no transaction', JSON.stringify({ Amount: '1.00' })],
])('a signed notification that is %s returns 400 and changes nothing', async (_what, body) => {
  const headers = { 'Content-Type': 'application/json', 'Content-HMAC': sign(body) };
  for (const kind of ['check', 'pay', 'fail', 'confirm', 'refund', 'cancel', 'recurrent']) {
    expect(await send(kind, body, headers)).toBe(400);
  }
  expect(await ledger()).toEqual([]);
});

test('an unsupported kind of signed notification is accepted, and logged once', async () => {
  for (let copies = 0; copies < 3; copies += 1)
    expect(await send('payout', '', { 'Content-HMAC': sign('') })).toBe(200);
  expect(await send('payout', '', { 'Content-HMAC': sign('x') })).toBe(401);
  expect(server.logs.filter(({ message }) => message.includes('accepted and not read'))).toHaveLength(1);
});

describe('Check', () => {
  test('allows the payment that the order describes', async () => {
    expect(await notify('check', ofOrder(CHECK))).toEqual({ status: 200, code: 0 });
    expect((await subscription()).status).toBe('NOT_ACTIVE');
  });

  test.each([
    ['no order', 10, { InvoiceId: '' }],
    ['an unknown order', 10, { InvoiceId: 'o-unknown' }],
    ['no account', 11, { AccountId: '' }],
    ['an unknown account', 11, { AccountId: 'somebody' }],
    ['more money', 12, { Amount: '1.01' }],
    ['less money', 12, { Amount: '0.99' }],
    ['another currency', 12, { Currency: 'USD' }],
    ['a payout', 13, { OperationType: 'CardPayout' }],
  ])('rejects %s with %i', async (_what, code, changes) => {
    expect(await notify('check', ofOrder(CHECK, changes))).toEqual({ status: 200, code });
  });

  test('rejects an order of another customer', async () => {
    const stranger = await newCustomer('stranger@example.org');
    expect((await notify('check', ofOrder(CHECK, { AccountId: stranger.uid }))).code).toBe(11);
  });

  test('rejects an order one day after it was last shown, and not before', async () => {
    server.clock.advance(24 * 3_600_000);
    expect((await notify('check', ofOrder(CHECK))).code).toBe(0);
    server.clock.advance(1);
    expect((await notify('check', ofOrder(CHECK))).code).toBe(20);
  });

  test('rejects test payments if they are not accepted', async () => {
    server = await startTestServer({ settings: { acceptTestPayments: false } });
    ({ id: accountId, token } = await newCustomer(EMAIL));
    order = await openShop(token);
    await agreeTo(server.db, order.id);
    expect((await notify('check', ofOrder(CHECK))).code).toBe(13);
    expect((await notify('check', ofOrder(CHECK, { TestMode: '0' }))).code).toBe(0);
    await notify('pay', ofOrder(PAY));
    expect(await verdicts()).toEqual(['testPayment']);
    expect((await subscription()).status).toBe('NOT_ACTIVE');
  });

  test('rejects a paid order and any other order while ACTIVE', async () => {
    await notify('check', ofOrder(CHECK));
    const other = await openShop(token);
    expect(other.id).not.toBe(order.id);
    await notify('pay', ofOrder(PAY));
    expect((await notify('check', ofOrder(CHECK))).code).toBe(13);
    expect((await notify('check', ofOrder(CHECK, { InvoiceId: other.id }))).code).toBe(13);
  });

  test('of a recurring payment is rejected once the cancellation was acknowledged, and allowed before', async () => {
    await notify('pay', ofOrder(PAY));
    await notify('recurrent', recurrent());
    const question = ofOrder(CHECK, { Amount: MONTH_IN_FORM, SubscriptionId: RECURRENT.Id });
    const asked = addDays(TRIAL_END, -EARLY_CHARGE_DAYS);
    server.clock.set(addSeconds(asked, -1));
    expect((await notify('check', question)).code).toBe(13);
    server.clock.set(asked);
    expect((await notify('check', question)).code).toBe(0);
    expect((await notify('check', { ...question, Amount: '450.00' })).code).toBe(12);
    await cancelSubscription(server.deps, { accountId });
    expect((await notify('check', question)).code).toBe(13);
  });
});

describe('Pay', () => {
  test('gives access and requests the refund of the verifying ruble', async () => {
    expect(await notify('pay', ofOrder(PAY))).toEqual({ status: 200, code: 0 });
    expect(await subscription()).toMatchObject({
      status: 'ACTIVE',
      isActive: true,
      amountKopecks: MONTH_KOPECKS,
      expirationDate: new Date(order.recurringPayment.startDate),
      cardMask: '•••• 4242',
      totalPaidKopecks: 0,
    });
    expect(await orderState()).toMatchObject({ success: true, state: 'paid' });
    await deliverDueOutbox(server.deps);
    const idempotencyKey = `refund:cloudPayments:${PAY.TransactionId}`;
    expect(server.fakeCardProvider.changes).toMatchObject([
      { call: 'refund', id: PAY.TransactionId, idempotencyKey, details: { amountKopecks: 100 } },
    ]);
  });

  test('is idempotent if it is repeated', async () => {
    for (let time = 0; time < 3; time += 1) expect((await notify('pay', ofOrder(PAY))).code).toBe(0);
    expect(await verdicts()).toEqual(['applied']);
    const known = await server.db.select().from(ledgerEvents);
    expect(known.filter(({ kind }) => kind === 'paymentSucceeded')).toHaveLength(1);
  });

  test('has one effect if a hundred copies arrive concurrently', async () => {
    const responses = await Promise.all(Array.from({ length: 100 }, () => notify('pay', ofOrder(PAY))));
    expect(responses).toEqual(Array(100).fill({ status: 200, code: 0 }));
    expect(await ledger()).toHaveLength(1);
    const left = (await server.db.select().from(outbox).orderBy(outbox.id)).map(({ dedupeKey }) => dedupeKey);
    expect(left.sort()).toEqual([
      `email:1:payment:cloudPayments:${PAY.TransactionId}`,
      `learn-recurring-payment:cloudPayments:${PAY.TransactionId}`,
      `refund:cloudPayments:${PAY.TransactionId}`,
    ]);
    expect((await subscription()).expirationDate).toEqual(new Date(order.recurringPayment.startDate));
  });

  test.each([
    ['another amount', 'wrongAmount', { Amount: MONTH_IN_FORM }],
    ['another currency', 'wrongAmount', { Currency: 'KZT' }],
    ['an unknown order', 'unknownOrder', { InvoiceId: 'o-unknown' }],
    ['no order', 'unknownOrder', { InvoiceId: '' }],
    ['an unknown account', 'unknownAccount', { AccountId: 'somebody' }],
  ])('of %s is recorded as %s and gives no access', async (_what, verdict, changes) => {
    expect((await notify('pay', ofOrder(PAY, changes))).code).toBe(0);
    expect(await verdicts()).toEqual([verdict]);
    expect((await subscription()).status).toBe('NOT_ACTIVE');
    expect(await orderState()).toMatchObject({ state: 'open' });
    expect(server.logs).toContainEqual(expect.objectContaining({ level: 'warn' }));
  });

  test('for an order of another customer gives no access', async () => {
    const stranger = await newCustomer('stranger@example.org');
    await notify('pay', ofOrder(PAY, { AccountId: stranger.uid }));
    expect(await verdicts()).toEqual(['foreignOrder']);
    expect((await readSubscription(server.db, stranger.id, server.clock.now())).isActive).toBe(false);
    expect((await subscription()).isActive).toBe(false);
  });

  test('that only authorises the payment gives no access until Confirm', async () => {
    await notify('pay', ofOrder(PAY, { Status: 'Authorized' }));
    expect((await subscription()).status).toBe('NOT_ACTIVE');
    await notify('confirm', ofOrder(PAY));
    expect((await subscription()).status).toBe('ACTIVE');
  });

  test('for a second order while ACTIVE is refunded, and its recurring payment is cancelled', async () => {
    await notify('check', ofOrder(CHECK));
    const second = await openShop(token);
    await notify('pay', ofOrder(PAY));
    await notify(
      'pay',
      ofOrder(PAY, { TransactionId: '504271', InvoiceId: second.id, DateTime: '2026-11-21 09:05:00' }),
    );
    expect((await subscription()).expirationDate).toEqual(new Date(order.recurringPayment.startDate));
    await deliverDueOutbox(server.deps);
    expect(server.fakeCardProvider.changes.map(({ call, id }) => `${call} ${id}`).sort()).toEqual([
      'refund 504270',
      'refund 504271',
    ]);
    expect(server.logs).toContainEqual(expect.objectContaining({ level: 'error' }));
  });
});

describe('Fail', () => {
  test('records the decline reason, and a later success settles the order in any order of arrival', async () => {
    await notify('check', ofOrder(CHECK, { TransactionId: '504260' }));
    await notify('fail', ofOrder(FAIL, { TransactionId: '504260' }));
    expect(await orderState()).toMatchObject({ state: 'declined', declineReason: 'noMoney' });
    await notify('check', ofOrder(CHECK));
    expect(await orderState()).toMatchObject({ state: 'open' });
    await notify('fail', ofOrder(FAIL, { TransactionId: '504259' }));
    expect(await orderState()).toMatchObject({ state: 'open' });
    await notify('pay', ofOrder(PAY));
    await notify('fail', ofOrder(FAIL, { TransactionId: '504299' }));
    expect(await orderState()).toMatchObject({ state: 'paid', declineReason: null });
    expect((await subscription()).status).toBe('ACTIVE');
  });

  test('with a reason code that the database cannot store is still recorded', async () => {
    await notify('fail', ofOrder(FAIL, { ReasonCode: '99999999999' }));
    expect(await orderState()).toMatchObject({ state: 'declined' });
  });

  test('makes the shop open another order for the next attempt', async () => {
    await notify('fail', ofOrder(FAIL));
    expect((await openShop(token)).id).not.toBe(order.id);
  });
});

describe('the recurring payment', () => {
  test('is charged before and after its first report, in any order', async () => {
    await notify('pay', charge());
    expect(await verdicts()).toEqual(['applied']);
    await notify('recurrent', recurrent());
    expect((await subscription()).status).toBe('ACTIVE');
    await notify('pay', ofOrder(PAY));
    server.clock.set(addDays(TRIAL_END, 3));
    expect(await subscription()).toMatchObject({
      status: 'ACTIVE',
      expirationDate: addMonths(TRIAL_END, 1),
      totalPaidKopecks: MONTH_KOPECKS,
    });
  });

  test('with a charge of another amount is recorded and gives no access', async () => {
    await notify('pay', ofOrder(PAY));
    await notify('recurrent', recurrent());
    await notify('pay', charge({ Amount: '1.00' }));
    expect(await verdicts()).toEqual(['applied', 'applied', 'wrongAmount']);
  });

  test('that the payer cancels at the provider becomes CANCELED', async () => {
    await notify('pay', ofOrder(PAY));
    await notify('recurrent', recurrent());
    await notify('recurrent', { ...recurrent({ Status: 'Cancelled' }), NextTransactionDate: '' });
    expect(await subscription()).toMatchObject({ status: 'CANCELED', isActive: true });
  });

  test('that is charged in spite of our cancellation is refunded', async () => {
    await notify('pay', ofOrder(PAY));
    await notify('recurrent', recurrent());
    await cancelSubscription(server.deps, { accountId });
    server.clock.set(addSeconds(TRIAL_END, 10));
    await notify('pay', charge());
    expect((await subscription()).isActive).toBe(false);
    await deliverDueOutbox(server.deps);
    const refund = server.fakeCardProvider.changes.find(
      ({ call, id }) => call === 'refund' && id === '600001',
    );
    expect(refund).toMatchObject({ details: { amountKopecks: MONTH_KOPECKS } });
  });

  test('of an unknown payer is recorded and changes nothing', async () => {
    await notify('recurrent', recurrent({ AccountId: 'somebody' }));
    expect(await verdicts()).toEqual(['unknownAccount']);
  });
});

test('Cancel of a payment is recorded, and then no refund is needed', async () => {
  // The refund of the ruble is sent at once. The fake provider does not respond until Cancel has arrived.
  server.fakeCardProvider.isSilent = true;
  await notify('pay', ofOrder(PAY));
  await deliverDueOutbox(server.deps);
  await notify('cancel', ofOrder(CANCEL));
  server.fakeCardProvider.isSilent = false;
  server.clock.set(addSeconds(server.clock.now(), 120));
  await deliverDueOutbox(server.deps);
  const kinds = (await server.db.select().from(ledgerEvents)).map(({ kind }) => kind);
  expect(kinds.sort()).toEqual(['paymentSucceeded', 'voided']);
  expect(server.fakeCardProvider.changes).toEqual([]);
  expect((await subscription()).status).toBe('ACTIVE');
});

test("a refund made in the provider's dashboard ends the bought access", async () => {
  await notify('pay', ofOrder(PAY));
  await notify('recurrent', recurrent());
  server.clock.set(addDays(TRIAL_END, 1));
  await notify('pay', charge());
  await notify('refund', {
    ...REFUND,
    PaymentTransactionId: '600001',
    Amount: MONTH_IN_FORM,
    DateTime: stamp(addSeconds(TRIAL_END, 11 * 3600)),
    AccountId: order.accountId,
  });
  expect(await subscription()).toMatchObject({ isActive: false, totalPaidKopecks: 0 });
});

test('a refund of a known payment is assigned to its payer, whichever account the report names', async () => {
  await notify('pay', ofOrder(PAY));
  server.clock.set(addSeconds(TRIAL_END, 10));
  await notify('pay', charge());
  expect((await subscription()).status).toBe('ACTIVE');
  const stranger = await newCustomer('stranger@example.org');
  await notify('refund', {
    TransactionId: '700001',
    PaymentTransactionId: '600001',
    Amount: MONTH_IN_FORM,
    DateTime: stamp(addSeconds(TRIAL_END, 8)),
    AccountId: stranger.uid,
  });
  expect((await subscription()).isActive).toBe(false);
  expect((await ledger()).at(-1)).toMatchObject({ kind: 'refunded', verdict: 'applied', accountId });
});

test('concurrent notifications of many accounts neither deadlock nor mix', async () => {
  const customers = await Promise.all(
    Array.from({ length: onPostgres ? 20 : 5 }, (_, index) => newCustomer(`many${index}@example.org`)),
  );
  const orders = await Promise.all(customers.map((customer) => openShop(customer.token)));
  await Promise.all(
    orders.flatMap(({ id, accountId: uid }, index) =>
      Array.from({ length: 4 }, () =>
        notify('pay', {
          ...PAY,
          Token: `of-card-${index}`,
          TransactionId: String(700_000 + index),
          InvoiceId: id,
          AccountId: uid,
        }),
      ),
    ),
  );
  for (const { id } of customers) {
    expect((await readSubscription(server.db, id, server.clock.now())).status).toBe('ACTIVE');
  }
  expect(await findAccountByEmail(server.db, EMAIL)).not.toBeNull();
});
