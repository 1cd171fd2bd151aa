/**
 * Tests notifications without a signature: they are stored and answered at once, and only the response of the card
 * provider has an effect. The tests use the YooKassa adapter and its fake.
 */
import { createYooKassa } from '../../../../../src/server/adapters/yooKassa/yooKassa';
import { YOOKASSA_SENDERS } from '../../../../../src/server/adapters/yooKassa/yooKassaNotifications';
import type { UnscheduledCardProvider } from '../../../../../src/server/ports/cardProvider';
import {
  type FakeYooKassa,
  openFakeYooKassa,
} from '../../../../../src/server/sandbox/fakeYooKassa/fakeYooKassa';
import { changedObjects } from '../../../../../src/server/store/schema/changedObjects';
import { readChangedObjects } from '../../../../../src/server/usecases/billing/providerEvents/readChangedObjects';
import { deliverDueOutbox } from '../../../../../src/server/workers/delivery/deliverOutbox';
import { dropStale } from '../../../../../src/server/workers/jobs/dropStale';
import { type CardCustomer, cardCustomer } from '../../../../support/cardCustomer';
import { openSandboxTestDatabase } from '../../../../support/database';
import { startTestServer, type TestServer } from '../../../../support/server';
import { settableClock, TEST_START } from '../../../../support/settableClock';
import { scaleSample } from '../../../../support/simulation';

const SENDER = '185.71.76.5';
const WEBHOOK = '/api/webhooks/yookassa';
const SHOP = { shopId: '100500', secretKey: 'test_secret_key' };
const CARD = '5555555555554444';
const MINUTE_MS = 60_000;

let server: TestServer;
let fake: FakeYooKassa;
let provider: UnscheduledCardProvider;
let customer: CardCustomer;
/** Ids of the payments that the server has read from the card provider, whether or not it responded. */
let reads: string[];
let isReachable: boolean;

const post = (body: object, address = SENDER): Promise<Response> =>
  server.fetch(WEBHOOK, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
    body: JSON.stringify(body),
  });

const stored = () => server.db.select().from(changedObjects).orderBy(changedObjects.id);

/** Moves the clocks of the server and of the card provider forward. */
let advance: (ms: number) => void;

beforeEach(async () => {
  const clock = settableClock(TEST_START);
  reads = [];
  isReachable = true;
  fake = await openFakeYooKassa({
    ...SHOP,
    db: await openSandboxTestDatabase(),
    clock,
    fetch: async (input, init) => post((await new Request(input, init).json()) as object),
    notifyUrl: `http://server.example${WEBHOOK}`,
    logger: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  provider = createYooKassa({
    ...SHOP,
    apiBaseUrl: 'https://provider.example',
    senders: YOOKASSA_SENDERS,
    retryPausesMs: [],
    async fetch(input, init) {
      const request = new Request(input, init);
      const [, id] = /^\/payments\/([^/]+)$/.exec(new URL(request.url).pathname) ?? [];
      if (id !== undefined) reads.push(id);
      if (!isReachable) throw new TypeError('the network is gone');
      return fake.app.fetch(request);
    },
  });
  server = await startTestServer({ newCardProvider: provider, trustedProxies: 1 });
  advance = (ms) => {
    clock.advance(ms);
    server.clock.advance(ms);
  };
  customer = await cardCustomer(server, 'payer@example.org');
});

afterEach(() => deliverDueOutbox(server.deps));

/** Opens the payment of the customer's order. */
async function open() {
  const { order } = customer;
  const terms = {
    orderId: order.id,
    accountId: order.accountId,
    amountKopecks: order.amount * 100,
    currency: order.currency,
    receipt: null,
    isHold: false,
    savesMethod: true,
  };
  return provider.openPayment(terms, order.id);
}

/** Pays the customer's order, without the delivery of a notification. */
async function pay(): Promise<string> {
  const { transactionId, confirmationToken } = await open();
  expect(await fake.pay(confirmationToken, CARD)).toBe('paid');
  reads.length = 0;
  return transactionId;
}

const invented = (id: string, orderId?: string) => ({
  type: 'notification',
  event: 'payment.succeeded',
  object: {
    id,
    status: 'succeeded',
    paid: true,
    amount: { value: '449.00', currency: 'RUB' },
    ...(orderId === undefined ? {} : { metadata: { order_id: orderId } }),
  },
});

test('a notification is answered without a request to the card provider, and the payment is read later', async () => {
  const transactionId = await pay();
  await fake.runDue();
  expect(reads).toEqual([]);
  expect(await stored()).toMatchObject([
    { objectId: transactionId, event: 'payment.succeeded', isKnown: true },
  ]);
  expect(await customer.subscription()).toMatchObject({ status: 'NOT_ACTIVE' });
  await readChangedObjects(server.deps);
  expect(reads).toEqual([transactionId]);
  expect(await customer.subscription()).toMatchObject({ status: 'ACTIVE' });
  await readChangedObjects(server.deps);
  expect(reads).toHaveLength(1);
});

test('what a notification says about the payment has no effect', async () => {
  const { transactionId } = await open();
  expect((await post(invented(transactionId, customer.order.id))).status).toBe(200);
  await readChangedObjects(server.deps);
  expect(await customer.subscription()).toMatchObject({ status: 'NOT_ACTIVE' });
});

test('a payment that has not changed yet is read again', async () => {
  const { transactionId, confirmationToken } = await open();
  await fake.change({ drop: true });
  await post(invented(transactionId, customer.order.id));
  await readChangedObjects(server.deps);
  await fake.pay(confirmationToken, CARD);
  await readChangedObjects(server.deps);
  expect(await customer.subscription()).toMatchObject({ status: 'NOT_ACTIVE' });
  advance(10_000);
  await readChangedObjects(server.deps);
  expect(await customer.subscription()).toMatchObject({ status: 'ACTIVE' });
});

test('repeated notifications are stored and read once', async () => {
  await fake.change({ copies: 3 });
  await pay();
  await fake.runDue();
  expect(await stored()).toHaveLength(1);
  await readChangedObjects(server.deps);
  expect(reads).toHaveLength(1);
});

test('a refund in the dashboard ends access', async () => {
  const transactionId = await pay();
  await fake.runDue();
  await readChangedObjects(server.deps);
  expect(await fake.refundAtDashboard(transactionId, customer.order.amount * 100)).toBe(true);
  await fake.runDue();
  expect(await stored()).toMatchObject([{}, { kind: 'refund', event: 'refund.succeeded', isKnown: true }]);
  await readChangedObjects(server.deps);
  const { totalPaidKopecks } = await customer.subscription();
  expect(totalPaidKopecks).toBe(0);
});

test.each(['192.0.2.1', '185.71.76.32', '2a02:5181::1', 'not an address'])(
  'a notification from %s is rejected',
  async (address) => {
    const response = await post(invented('payment-1'), address);
    expect(response.status).toBe(403);
    expect(await stored()).toEqual([]);
  },
);

test.each(['185.71.76.31', '77.75.156.11', '77.75.154.255', '2a02:5180::1', '2a02:5180:ffff::9'])(
  'a notification from %s is accepted',
  async (address) => {
    expect((await post(invented('payment-1'), address)).status).toBe(200);
    expect(await stored()).toMatchObject([{ objectId: 'payment-1', isKnown: false }]);
  },
);

test('unknown events are accepted and ignored, and malformed notifications are rejected', async () => {
  const ignored = await post({ type: 'notification', event: 'deal.closed', object: { id: 'deal-1' } });
  const malformed = await post({ type: 'notification', event: 'payment.succeeded', object: {} });
  expect([ignored.status, malformed.status]).toEqual([200, 400]);
  expect(await stored()).toEqual([]);
});

test('stored notifications are deleted after two days', async () => {
  await post(invented('payment-1'));
  advance(2 * 24 * 60 * MINUTE_MS);
  await dropStale(server.deps);
  expect(await stored()).toHaveLength(1);
  advance(1);
  await dropStale(server.deps);
  expect(await stored()).toEqual([]);
});

test('a network that invents notifications is limited, and its later notifications are accepted', async () => {
  const statuses: number[] = [];
  for (let index = 0; index < 125; index += 1)
    statuses.push((await post(invented(`payment-${index}`))).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(120);
  expect(statuses.at(-1)).toBe(503);
  const transactionId = await pay();
  await fake.runDue();
  expect((await stored()).at(-1)).toMatchObject({ objectId: transactionId, isKnown: true });
  advance(10 * MINUTE_MS);
  expect((await post(invented('payment-200'))).status).toBe(200);
});

test('thousands of invented notifications and an hour without the card provider delay no payment', async () => {
  isReachable = false;
  const COUNT = scaleSample(10_000);
  const buildAddress = (index: number): string => `2a02:5180:${index.toString(16)}::1`;
  for (let index = 0; index < COUNT; index += 1)
    await post(invented(`payment-${index}`), buildAddress(index));
  isReachable = true;
  await pay();
  isReachable = false;
  await fake.runDue();
  expect((await stored()).filter(({ isKnown }) => !isKnown)).toHaveLength(COUNT);
  for (let minute = 0; minute < 60; minute += 1) {
    advance(MINUTE_MS);
    await readChangedObjects(server.deps);
  }
  // Each round stops after the first request without a response.
  expect(reads).toHaveLength(60);
  isReachable = true;
  reads.length = 0;
  advance(10_000);
  await readChangedObjects(server.deps);
  expect(await customer.subscription()).toMatchObject({ status: 'ACTIVE' });
  // The payment is read first, and then one tenth of the requests that are allowed in a minute.
  expect(reads.length).toBeLessThanOrEqual(61);
  await readChangedObjects(server.deps);
  expect(reads.length).toBeLessThanOrEqual(61);
}, 300_000);
