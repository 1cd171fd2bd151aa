/**
 * Tests that one visitor who opens many payments multiplies no calls to the card provider, and keeps no other customer
 * from paying. The card provider rejects more than ten requests a second. `npm run prove -- paymentAttacks` runs the
 * attacks at full size and checks the time in which the other customers' payments open.
 */
import { requestedPayments } from '../../../../../src/server/store/schema/requestedPayments';
import { LIMITS } from '../../../../../src/server/throttle/limits';
import { TEST_ORIGIN } from '../../../../support/server';
import {
  startYooKassaServer,
  type YooKassaCustomer,
  type YooKassaServer,
} from '../../../../support/yooKassaServer';

const FULL_ATTACK = Number(process.env['PAYMENT_ATTACK_REQUESTS'] ?? '0');
const REQUESTS = FULL_ATTACK || 60;
const OTHERS = 15;
const OPENS_WITHIN_MS = 3_000;
const PROVIDER_LIMIT_PER_SECOND = 10;

interface Answer {
  status: number;
  retryAfter: string | null;
  body: { success?: boolean; problem?: string; confirmationToken?: string; order?: { id: string } };
  ms: number;
}

let server: YooKassaServer;
/** Number of requests that reached the card provider. */
let calls: number;

beforeEach(async () => {
  server = await startYooKassaServer({ settings: { mode: 'production' } });
  calls = 0;
  server.before(() => {
    calls += 1;
    return Promise.resolve();
  });
});

async function post(
  path: string,
  body: object,
  { ip, token }: { ip: string; token?: string },
): Promise<Answer> {
  const began = performance.now();
  const response = await server.fetch(`${TEST_ORIGIN}/api/${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': ip,
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Answer['body'];
  const retryAfter = response.headers.get('Retry-After');
  return { status: response.status, retryAfter, body: answer, ms: performance.now() - began };
}

async function createCampaignOrder(ip: string): Promise<string> {
  const { body } = await post('shop/getCampaignOrder', {}, { ip });
  return body.order?.id ?? '';
}

const openCampaign = (orderId: string, email: string, ip: string) =>
  post('shop/openCampaignPayment', { orderId, email }, { ip });

const openOwn = ({ token }: YooKassaCustomer, orderId: string, ip: string) =>
  post('shop/openPayment', { orderId }, { ip, token });

const readRows = () => server.db.select().from(requestedPayments).orderBy(requestedPayments.id);

test('the same order with the same address returns the stored payment without a call', async () => {
  const ip = '192.0.2.1';
  const orderId = await createCampaignOrder(ip);
  const first = await openCampaign(orderId, 'a@example.org', ip);
  expect(first.body).toMatchObject({ success: true });
  expect(calls).toBe(1);
  for (let again = 0; again < 20; again += 1)
    expect((await openCampaign(orderId, 'a@example.org', ip)).body).toEqual(first.body);
  expect(calls).toBe(1);
});

test('rereads only the latest open payment, and opens three payments for changed addresses at once', async () => {
  const ip = '192.0.2.1';
  const orderId = await createCampaignOrder(ip);
  const opened: Answer[] = [];
  for (const name of 'abcdef') {
    const before = calls;
    opened.push(await openCampaign(orderId, `${name}@example.org`, ip));
    expect(calls - before).toBeLessThanOrEqual(2);
  }
  expect(opened.map(({ body }) => body.problem ?? 'opened')).toEqual([
    ...['opened', 'opened', 'opened', 'opened'],
    ...['tooMany', 'tooMany'],
  ]);
  expect(opened.at(-1)).toMatchObject({ status: 200, retryAfter: '60' });
  expect(calls).toBe(1 + 3 * 2);
  server.clock.advance(60_000);
  expect((await openCampaign(orderId, 'e@example.org', ip)).body).toMatchObject({ success: true });
  expect((await openCampaign(orderId, 'f@example.org', ip)).body).toMatchObject({ problem: 'tooMany' });
});

test("the provider's rate limit is unavailable with its pause, and the same request is sent later", async () => {
  const customer = await server.customer('limited@example.org');
  const orderId = await customer.order();
  await server.fake.change({ requestsPerSecond: 0 });
  const limited = await openOwn(customer, orderId, '192.0.2.1');
  expect(limited).toMatchObject({ status: 200, body: { success: false, problem: 'unavailable' } });
  expect(Number(limited.retryAfter)).toBeGreaterThan(0);
  expect(await readRows()).toMatchObject([{ outcome: null, transactionId: null }]);
  await server.fake.change({ requestsPerSecond: null });
  expect((await openOwn(customer, orderId, '192.0.2.1')).body).toMatchObject({ success: true });
  expect(await readRows()).toMatchObject([{ outcome: null }]);
  expect(new Set(server.sent.map(({ key }) => key)).size).toBe(1);
});

/** Attacks by their source. Each function returns the requests of the attack, which are sent at once. */
const ATTACKS = {
  'one network': async () => {
    const ip = '198.51.100.7';
    const orderIds = await Promise.all(Array.from({ length: 10 }, () => createCampaignOrder(ip)));
    return Array.from(
      { length: REQUESTS },
      (_, index) => () => openCampaign(orderIds[index % 10] ?? '', `a${index}@example.org`, ip),
    );
  },
  'one account': async () => {
    const attacker = await server.customer('attacker@example.org');
    const orderIds: string[] = [];
    for (let count = 0; count < 10; count += 1) orderIds.push(await attacker.order());
    return Array.from(
      { length: REQUESTS },
      (_, index) => () => openOwn(attacker, orderIds[index % 10] ?? '', `198.51.100.${index % 250}`),
    );
  },
  'one /48': async () => {
    const buildIp = (index: number) => `2001:db8:7:${index.toString(16)}::1`;
    const orderIds = await Promise.all(
      Array.from({ length: 40 }, (_, index) => createCampaignOrder(buildIp(index))),
    );
    return Array.from(
      { length: REQUESTS },
      (_, index) => () => openCampaign(orderIds[index % 40] ?? '', `a${index}@example.org`, buildIp(index)),
    );
  },
};

test.each(Object.entries(ATTACKS))(
  'while %s opens many payments, the payments of all other customers open',
  async (source, prepare) => {
    const customers: { customer: YooKassaCustomer; orderId: string }[] = [];
    for (let count = 0; count < OTHERS; count += 1) {
      const customer = await server.customer(`customer${count}@example.org`);
      customers.push({ customer, orderId: await customer.order() });
    }
    const attack = await prepare();
    await server.fake.change({ requestsPerSecond: PROVIDER_LIMIT_PER_SECOND });
    const attacked = Promise.all(attack.map((request) => request()));
    const opened = await Promise.all(
      customers.map(({ customer, orderId }, index) => openOwn(customer, orderId, `192.0.2.${index + 1}`)),
    );
    expect(opened.map(({ body }) => body.success)).toEqual(Array.from({ length: OTHERS }, () => true));
    const slowestMs = Math.max(...opened.map(({ ms }) => ms));
    if (FULL_ATTACK > 0) {
      process.stdout.write(
        `${source}: the slowest of ${OTHERS} other payments opened in ${Math.round(slowestMs)} ms\n`,
      );
      expect(slowestMs).toBeLessThan(OPENS_WITHIN_MS);
    }
    const answers = await attacked;
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(answers.filter(({ status, body }) => status === 429 || body.success === false)).not.toEqual([]);
    expect(calls).toBeLessThanOrEqual(OTHERS + LIMITS.browserCallsOfOne.tries);
    expect((await readRows()).filter(({ outcome }) => outcome === 'rejected')).toEqual([]);
  },
  180_000,
);
