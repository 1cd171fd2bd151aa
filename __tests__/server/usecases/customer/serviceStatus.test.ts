/** Tests the states of the services on the page /status, and how often they are measured. */
import { sql } from 'drizzle-orm';
import { enqueue } from '../../../../src/server/outbox/outbox';
import { pauseCharges } from '../../../../src/server/store/chargeLimits';
import type { Database } from '../../../../src/server/store/database';
import { insertGoneMark } from '../../../../src/server/store/goneProviders';
import { changedObjects } from '../../../../src/server/store/schema/changedObjects';
import { orders } from '../../../../src/server/store/schema/orders';
import { outbox } from '../../../../src/server/store/schema/outbox';
import { requestedPayments } from '../../../../src/server/store/schema/requestedPayments';
import { paymentEvents } from '../../../../src/server/store/schema/subscriptions';
import { vpnReconciliation } from '../../../../src/server/store/schema/vpn';
import { serviceStatus } from '../../../../src/server/usecases/customer/serviceStatus';
import { instanceWith, startTestServer, type TestServer } from '../../../support/server';
import { signInByEmail } from '../../../support/signIn';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

let server: TestServer;
let provider: string;

beforeEach(async () => {
  server = await startTestServer();
  provider = server.deps.cardProvider.name;
});

/** Measures anew, as another instance does. */
const measured = () => serviceStatus(instanceWith(server.deps, {}));

const ago = (ms: number) => new Date(server.clock.now().getTime() - ms);

/** Adds a message that has been waiting for `ms`. The age of a message is measured by the clock of the database. */
async function wait(
  lane: 'signIn' | 'confirmation' | 'email' | 'provider' | 'vpn',
  ms: number,
): Promise<void> {
  const dedupeKey = `waiting:${lane}`;
  await enqueue(server.db, { kind: 'vpn', payload: { deviceId: 1 }, dedupeKey });
  await server.db
    .update(outbox)
    .set({ lane, kind: lane, wantedAt: sql`now() - ${ms / SECOND} * interval '1 second'` })
    .where(sql`dedupe_key = ${dedupeKey}`);
}

async function finish(key: string, state: 'delivered' | 'dropped', ms: number): Promise<void> {
  await enqueue(server.db, {
    kind: 'push',
    payload: { token: 't', push: { type: 'TURN_OFF' } },
    dedupeKey: key,
  });
  await server.db
    .update(outbox)
    .set({ lane: 'signIn', state, finishedAt: ago(ms), dropAfter: ago(ms) })
    .where(sql`dedupe_key = ${key}`);
}

const report = (ms: number) =>
  server.db.insert(paymentEvents).values({
    eventKey: 'paid:1',
    provider,
    kind: 'paid',
    source: 'notification',
    verdict: 'applied',
    payload: {},
    providerAt: ago(ms),
    receivedAt: ago(ms),
  });

const readPanel = (ms: number) =>
  server.db
    .insert(vpnReconciliation)
    .values({ id: 1, pass: 1, dueAt: server.clock.now(), readAt: ago(ms) })
    .onConflictDoUpdate({ target: vpnReconciliation.id, set: { readAt: ago(ms) } });

it('nothing is known about a new installation', async () => {
  expect(await measured()).toEqual({
    at: server.clock.now().toISOString(),
    signIn: 'unknown',
    payment: 'unknown',
    vpn: 'unknown',
  });
});

it('contains states only, and no numbers', async () => {
  await wait('signIn', 100 * SECOND);
  const { at, ...states } = await measured();
  expect(Date.parse(at)).toBe(server.clock.now().getTime());
  for (const state of Object.values(states)) expect(['works', 'slow', 'down', 'unknown']).toContain(state);
});

describe('the sign-in by email', () => {
  const state = async () => (await measured()).signIn;

  it('works after an email was delivered, and is unknown a day later', async () => {
    await signInByEmail(server, 'vasilisa@example.com');
    expect(await state()).toBe('works');
    server.clock.advance(24 * HOUR);
    expect(await state()).toBe('unknown');
  });

  it.each(['signIn', 'confirmation'] as const)(
    'follows the oldest waiting email of the lane %s',
    async (lane) => {
      await finish('sent', 'delivered', 10 * MINUTE);
      await wait(lane, 50 * SECOND);
      expect(await state()).toBe('works');
      await server.db.update(outbox).set({ wantedAt: sql`now() - interval '90 seconds'` });
      expect(await state()).toBe('slow');
      await server.db.update(outbox).set({ wantedAt: sql`now() - interval '6 minutes'` });
      expect(await state()).toBe('down');
    },
  );

  it('is only slow if other emails are delivered meanwhile', async () => {
    await wait('signIn', 6 * MINUTE);
    await finish('sent', 'delivered', MINUTE);
    expect(await state()).toBe('slow');
  });

  it('is down for an hour after an email expired, unless a later email was delivered', async () => {
    await finish('expired', 'dropped', 10 * MINUTE);
    expect(await state()).toBe('down');
    await finish('sent', 'delivered', 20 * MINUTE);
    expect(await state()).toBe('down');
    await finish('later', 'delivered', 5 * MINUTE);
    expect(await state()).toBe('works');
  });

  it('forgets an expired email after an hour', async () => {
    await finish('expired', 'dropped', 61 * MINUTE);
    expect(await state()).toBe('unknown');
  });

  it('does not depend on other emails', async () => {
    await finish('sent', 'delivered', MINUTE);
    await wait('email', 2 * HOUR);
    expect(await state()).toBe('works');
  });
});

describe('payments', () => {
  const state = async () => (await measured()).payment;

  it('work if the card provider reported a payment in the last day', async () => {
    await report(23 * HOUR);
    expect(await state()).toBe('works');
    server.clock.advance(2 * HOUR);
    expect(await state()).toBe('unknown');
  });

  it.each([
    [6 * MINUTE, 'slow'],
    [61 * MINUTE, 'down'],
    [4 * MINUTE, 'works'],
  ])('follow the oldest waiting command (%d ms: %s)', async (ms, expected) => {
    await report(MINUTE);
    await wait('provider', ms);
    expect(await state()).toBe(expected);
  });

  it.each([
    [6 * MINUTE, 'slow'],
    [61 * MINUTE, 'down'],
    [4 * MINUTE, 'works'],
  ])('follow the oldest change that is not read yet (%d ms: %s)', async (ms, expected) => {
    await report(MINUTE);
    const object = { provider, event: 'e', kind: 'payment', objectId: 'o', isKnown: true } as const;
    await server.db.insert(changedObjects).values({ ...object, receivedAt: ago(ms), dueAt: ago(0) });
    expect(await state()).toBe(expected);
    await server.db.update(changedObjects).set({ dueAt: null });
    expect(await state()).toBe('works');
  });

  it('are down if the card provider is gone or rejects the credentials, and slow during another pause', async () => {
    await report(MINUTE);
    const pause = { now: ago(0), probeAt: ago(0) };
    await pauseCharges(server.db, 'another', { ...pause, reason: 'credentials' });
    expect(await state()).toBe('works');
    await pauseCharges(server.db, provider, { ...pause, reason: 'parameter' });
    expect(await state()).toBe('slow');
    await pauseCharges(server.db, provider, { ...pause, reason: 'credentials' });
    expect(await state()).toBe('down');
    await pauseCharges(server.db, provider, { ...pause, reason: 'parameter' });
    await insertGoneMark(server.db, { provider, markedAt: ago(0), graceUntil: ago(0) });
    expect(await state()).toBe('down');
  });

  it('are down if the card provider answered none of the last requests', async () => {
    await report(MINUTE);
    const customer = await signInByEmail(server, 'vasilisa@example.com');
    await server.call('getShop', { token: customer.accessToken, body: {} });
    const [{ id: orderId } = { id: '' }] = await server.db.select({ id: orders.id }).from(orders);
    const request = (key: string, ms: number, transactionId: string | null = null) =>
      server.db.insert(requestedPayments).values({
        ...{ key, provider, kind: 'widget', orderId, payerId: 'p', amountKopecks: 100, currency: 'RUB' },
        ...{ requestedAt: ago(ms), transactionId },
      });
    await request('one', MINUTE);
    expect(await state()).toBe('works');
    await request('pending', 10 * SECOND);
    expect(await state()).toBe('works');
    await request('two', MINUTE);
    expect(await state()).toBe('down');
    await request('three', MINUTE, 'answered');
    expect(await state()).toBe('works');
  });
});

describe('VPN links', () => {
  const state = async () => (await measured()).vpn;

  it.each([
    [16 * MINUTE, 'works'],
    [21 * MINUTE, 'slow'],
    [31 * MINUTE, 'down'],
    [25 * HOUR, 'unknown'],
  ])('follow the last reading of the VPN panel (%d ms ago: %s)', async (ms, expected) => {
    await readPanel(ms);
    expect(await state()).toBe(expected);
  });

  it.each([
    [50 * SECOND, 'works'],
    [90 * SECOND, 'slow'],
    [6 * MINUTE, 'down'],
  ])('follow the oldest waiting task (%d ms: %s)', async (ms, expected) => {
    await readPanel(MINUTE);
    await wait('vpn', ms);
    expect(await state()).toBe(expected);
  });

  it('are unknown without a VPN panel', async () => {
    await readPanel(MINUTE);
    expect((await serviceStatus(instanceWith(server.deps, { vpnNetwork: null }))).vpn).toBe('unknown');
  });
});

it('is measured every 30 seconds, whatever the number of requests', async () => {
  const { deps } = server;
  let queries = 0;
  const counted = new Proxy(deps.db, {
    get: (db, name, receiver) => {
      queries += 1;
      return Reflect.get(db, name, receiver) as unknown;
    },
  });
  const instance = { ...deps, db: counted };
  const [first, ...others] = await Promise.all(Array.from({ length: 50 }, () => serviceStatus(instance)));
  const once = queries;
  expect(once).toBeGreaterThan(0);
  expect(new Set(others)).toEqual(new Set([first]));
  server.clock.advance(29 * SECOND);
  await serviceStatus(instance);
  expect(queries).toBe(once);
  server.clock.advance(SECOND);
  expect((await serviceStatus(instance)).at).toBe(server.clock.now().toISOString());
  expect(queries).toBe(2 * once);
});

it('reports every service as down while the database is unavailable or does not respond', async () => {
  const down = { signIn: 'down', payment: 'down', vpn: 'down' };
  for (const fail of [
    () => {
      throw new Error('connection terminated');
    },
    () => ({ from: () => ({ where: () => ({ groupBy: () => new Promise(() => undefined) }) }) }),
  ]) {
    const db = new Proxy({} as Database, { get: () => fail });
    expect(await serviceStatus(instanceWith(server.deps, { db }))).toMatchObject(down);
  }
});
