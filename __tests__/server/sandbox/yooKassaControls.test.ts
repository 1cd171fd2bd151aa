/** Tests the controls of the fake of YooKassa, which the sandbox page and the sandbox API use. */
import {
  createYooKassaControls,
  type YooKassaControls,
} from '../../../src/server/sandbox/fakeYooKassa/controls';
import { type FakeYooKassa, openFakeYooKassa } from '../../../src/server/sandbox/fakeYooKassa/fakeYooKassa';
import { openSandboxTestDatabase } from '../../support/database';
import { MONTH_KOPECKS } from '../../support/offer';
import { type SettableClock, settableClock, TEST_START } from '../../support/settableClock';
import { YOOKASSA_CARDS } from '../../support/yooKassaServer';

const SHOP = { shopId: '100500', secretKey: 'test_secret_key' };
const AUTHORIZATION = `Basic ${btoa(`${SHOP.shopId}:${SHOP.secretKey}`)}`;
const MONTH = { value: (MONTH_KOPECKS / 100).toFixed(2), currency: 'RUB' };

let clock: SettableClock;
let fake: FakeYooKassa;
let controls: YooKassaControls;
let events: string[];
let keys: number;

beforeEach(async () => {
  clock = settableClock(TEST_START);
  events = [];
  keys = 0;
  const db = await openSandboxTestDatabase();
  const silent = () => undefined;
  fake = await openFakeYooKassa({
    ...SHOP,
    db,
    clock,
    fetch: async (input, init) => {
      events.push(((await new Request(input, init).json()) as { event: string }).event);
      return new Response('');
    },
    notifyUrl: 'https://server.example/api/webhooks/yookassa',
    logger: { debug: silent, info: silent, warn: silent, error: silent },
  });
  controls = createYooKassaControls(db, fake);
});

async function post(path: string, body: object): Promise<{ id: string; [name: string]: unknown }> {
  keys += 1;
  const response = await fake.app.request(path, {
    method: 'POST',
    headers: { Authorization: AUTHORIZATION, 'Idempotence-Key': `key-${String(keys)}` },
    body: JSON.stringify(body),
  });
  return (await response.json()) as { id: string };
}

/** Pays a month in the payment widget and saves the card. Returns the id of the payment. */
async function paid(): Promise<string> {
  const opened = await post('/payments', {
    amount: MONTH,
    capture: true,
    save_payment_method: true,
    confirmation: { type: 'embedded' },
  });
  const { confirmation_token: token } = opened['confirmation'] as { confirmation_token: string };
  expect(await fake.pay(token, YOOKASSA_CARDS.plain)).toBe('paid');
  clock.advance(1000);
  return opened.id;
}

const charge = (methodId: string) =>
  post('/payments', { amount: MONTH, capture: true, payment_method_id: methodId });

test('lists payments and refunds, newest first, without secrets', async () => {
  const first = await paid();
  const second = await paid();
  await post('/refunds', { payment_id: first, amount: MONTH });
  const { payments, refunds } = await controls.read();
  expect(payments).toEqual([
    {
      id: second,
      status: 'succeeded',
      amountKopecks: MONTH_KOPECKS,
      refundedKopecks: 0,
      description: null,
      reason: null,
      at: expect.any(String) as string,
      cardMask: expect.stringContaining('4444') as string,
      methodId: second,
    },
    expect.objectContaining({ id: first, refundedKopecks: MONTH_KOPECKS }),
  ]);
  expect(refunds).toMatchObject([{ paymentId: first, status: 'succeeded', amountKopecks: MONTH_KOPECKS }]);
});

test('settings that are omitted keep their values', async () => {
  await controls.change({ autopayments: false, skewMs: 5000 });
  await controls.change({ refundsPend: true });
  expect((await controls.read()).settings).toEqual({
    autopayments: false,
    retriesInWidget: true,
    refundsPend: true,
    nextChargeReason: null,
    skewMs: 5000,
    drop: false,
    copies: 1,
    delayMs: 0,
  });
});

test('the decline of the next charge is used once', async () => {
  const methodId = await paid();
  await controls.change({ nextChargeReason: 'insufficient_funds' });
  expect(await charge(methodId)).toMatchObject({
    status: 'canceled',
    cancellation_details: { reason: 'insufficient_funds' },
  });
  expect(await charge(methodId)).toMatchObject({ status: 'succeeded' });
});

test('a revoked card declines all charges, and is revoked once', async () => {
  const methodId = await paid();
  expect(await controls.act(methodId, 'revoke')).toBe(true);
  expect(await controls.act(methodId, 'revoke')).toBe(false);
  expect(await controls.act('unknown', 'revoke')).toBe(false);
  expect(await charge(methodId)).toMatchObject({ cancellation_details: { reason: 'permission_revoked' } });
  expect((await controls.read()).payments.map((payment) => payment.methodId)).toEqual([null, null]);
});

test('a refund in the dashboard refunds the rest, once', async () => {
  const id = await paid();
  await post('/refunds', { payment_id: id, amount: { value: '100.00', currency: 'RUB' } });
  expect(await controls.act(id, 'refund')).toBe(true);
  expect((await controls.read()).payments).toMatchObject([{ refundedKopecks: MONTH_KOPECKS }]);
  expect(await controls.act(id, 'refund')).toBe(false);
  expect(await controls.act('unknown', 'refund')).toBe(false);
  expect((await controls.read()).refunds).toHaveLength(2);
});

test('pending refunds are settled or rejected, and only a settled refund is notified', async () => {
  await controls.change({ refundsPend: true });
  const [settled, rejected] = [await paid(), await paid()];
  for (const id of [settled, rejected]) expect(await controls.act(id, 'refund')).toBe(true);
  const { refunds } = await controls.read();
  expect(refunds.map(({ status }) => status)).toEqual(['pending', 'pending']);
  const findRefundId = (paymentId: string) =>
    refunds.find((refund) => refund.paymentId === paymentId)?.id ?? '';
  expect(await controls.act(findRefundId(settled), 'settle')).toBe(true);
  expect(await controls.act(findRefundId(rejected), 'reject')).toBe(true);
  expect(await controls.act(findRefundId(rejected), 'settle')).toBe(false);
  await controls.runDue();
  expect(events.filter((event) => event.startsWith('refund'))).toEqual(['refund.succeeded']);
  const { payments } = await controls.read();
  expect(payments.find(({ id }) => id === rejected)).toMatchObject({ refundedKopecks: 0 });
});

test('the next due time is on the clock of the fake', async () => {
  await controls.change({ skewMs: 60_000, delayMs: 1000 });
  expect(await controls.nextDueAt()).toBeNull();
  await paid();
  expect(await controls.nextDueAt()).toEqual(new Date(new Date(TEST_START).getTime() + 61_000));
});
