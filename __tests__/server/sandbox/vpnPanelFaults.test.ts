/**
 * Tests the delivery of VPN access at a VPN panel whose clock, background jobs, squads or users are wrong. The product uses
 * the real panel adapter with the sandbox's strict VPN panel, over HTTP.
 */
import { and, eq } from 'drizzle-orm';
import { findPendingKeys } from '../../../src/server/outbox/vpnKeys';
import { sandboxVpnUsers } from '../../../src/server/sandbox/schema/vpn';
import { outbox } from '../../../src/server/store/schema/outbox';
import { vpnKeys, vpnReconciliation } from '../../../src/server/store/schema/vpn';
import { listRejections, notePanelReading, readVpnPanelState } from '../../../src/server/store/vpnKeys';
import { readConfiguration } from '../../../src/server/usecases/connect/readyKey';
import { readDeliveries } from '../../../src/server/usecases/console/deviceDelivery';
import { deliverDueOutbox } from '../../../src/server/workers/delivery/deliverOutbox';
import { RECONCILE_VPN_EVERY_MS, reconcileVpn } from '../../../src/server/workers/jobs/reconcileVpn';
import { openSandboxTestDatabase } from '../../support/database';
import { type Loss, type SandboxServer, startSandboxServer } from '../../support/sandboxServer';
import { settableClock, TEST_START } from '../../support/settableClock';
import { inDays, type VpnCustomers, vpnCustomers } from '../../support/vpnCustomers';

const MINUTE = 60_000;
const FAMILY_SQUAD = '5a9d0b0e-0000-4000-8000-000000000002';

let server: SandboxServer;
let customers: VpnCustomers;
/** Requests to the VPN panel that change something: method and body. */
let sent: { method: string; body: unknown }[];
/** Decides which exchange with the VPN panel gets lost. */
let lose: (method: string) => Loss;
/** Runs between the reading and the writing of a request at the VPN panel. */
let meanwhile: () => Promise<void>;

const now = () => server.deps.clock.now();
const later = (days: number) => inDays(now(), days);

beforeEach(async () => {
  sent = [];
  lose = () => null;
  meanwhile = () => Promise.resolve();
  server = await startSandboxServer(await openSandboxTestDatabase(), settableClock(TEST_START), {
    lose: (_path, { method, body }) => {
      if (method !== 'GET') sent.push({ method, body });
      return lose(method);
    },
    betweenPanelSteps: () => meanwhile(),
  });
  customers = vpnCustomers(server);
});

afterEach(() => server.settled());

const settle = () => deliverDueOutbox(server.deps);

async function compare(): Promise<void> {
  server.machineClock.advance(RECONCILE_VPN_EVERY_MS);
  await reconcileVpn(server.deps);
  await settle();
}

/** Adds a paying customer whose credential is in the VPN panel. */
async function payingCustomer(): Promise<number> {
  const id = await customers.add(later(10));
  await settle();
  expect(await customers.findKey(id)).toMatchObject({ status: 'ACTIVE', isOnServers: true });
  sent = [];
  return id;
}

const refund = (id: number) => customers.setAccess(id, new Date(now().getTime() - 1));

const storedKey = async () => (await server.deps.db.select().from(vpnKeys))[0];

/** Matches a credential with which the customer reaches the VPN servers. */
const WORKS = { status: 'ACTIVE', isOnServers: true };
const ENDED = { isOnServers: false };

describe('an ending', () => {
  it('is one request with the status only, and reaches the VPN servers at once', async () => {
    const id = await payingCustomer();
    await refund(id);
    await settle();
    expect(sent).toEqual([{ method: 'PATCH', body: { username: 'sandbox-1', status: 'DISABLED' } }]);
    expect(await customers.findKey(id)).toMatchObject({ status: 'DISABLED', ...ENDED });
    expect(await storedKey()).toMatchObject({ blocked: false, problem: null, endedAt: now() });
  });

  it.each([60, 86_400, -86_400])(
    'needs no clock: it succeeds while the clock of the panel is %i s ahead',
    async (clockSkewSeconds) => {
      const id = await payingCustomer();
      await customers.control('settings', { clockSkewSeconds });
      await refund(id);
      await settle();
      expect(await customers.findKey(id)).toMatchObject({ status: 'DISABLED', ...ENDED });
    },
  );

  it('ends a LIMITED credential, which the panel would activate again', async () => {
    const id = await payingCustomer();
    await customers.act(id, 'limit');
    await refund(id);
    await settle();
    expect(sent.map(({ body }) => body)).toEqual([
      { username: 'sandbox-1', trafficLimitBytes: 0 },
      { username: 'sandbox-1', status: 'DISABLED' },
    ]);
    expect(await customers.findKey(id)).toMatchObject({ status: 'DISABLED', ...ENDED });
  });

  it.each(['request', 'answer'] as const)(
    'whose %s is lost is repeated, and is not taken for a decision of an administrator',
    async (lost) => {
      const id = await payingCustomer();
      lose = (method) => (method === 'PATCH' ? lost : null);
      await refund(id);
      await settle();
      lose = () => null;
      // The comparison reads the panel before the ending is repeated.
      await reconcileVpn(server.deps);
      expect((await storedKey())?.blocked).toBe(false);
      server.machineClock.advance(MINUTE);
      await settle();
      expect(await customers.findKey(id)).toMatchObject({ status: 'DISABLED', ...ENDED });
      await customers.setAccess(id, later(30));
      await settle();
      expect(await customers.findKey(id)).toMatchObject(WORKS);
      expect(await storedKey()).toMatchObject({ blocked: false, endedAt: null });
    },
  );

  it('that arrives after the renewal is undone by the next comparison', async () => {
    const id = await payingCustomer();
    lose = (method) => (method === 'PATCH' ? 'request' : null);
    await refund(id);
    await settle();
    lose = () => null;
    await customers.setAccess(id, later(30));
    await settle();
    expect(await customers.findKey(id)).toMatchObject(WORKS);
    // The lost request was only late.
    await server.fetch('/sandbox/vpn/api/users/', {
      method: 'PATCH',
      headers: { ...authorization(), 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'sandbox-1', status: 'DISABLED' }),
    });
    expect(await customers.findKey(id)).toMatchObject({ status: 'DISABLED' });
    await compare();
    expect(await customers.findKey(id)).toMatchObject(WORKS);
    expect((await storedKey())?.blocked).toBe(false);
  });

  it('is repeated until the panel confirms it', async () => {
    const id = await payingCustomer();
    let enabled = 0;
    meanwhile = async () => {
      meanwhile = () => Promise.resolve();
      enabled += 1;
      await server.deps.db.update(sandboxVpnUsers).set({ status: 'LIMITED', trafficLimitBytes: 5 });
    };
    await refund(id);
    await settle();
    expect(enabled).toBe(1);
    expect(await customers.findKey(id)).toMatchObject({ status: 'DISABLED', ...ENDED });
  });

  it('of our own is revived by a renewal with a date and a status', async () => {
    const id = await payingCustomer();
    await refund(id);
    await settle();
    await customers.setAccess(id, later(30));
    sent = [];
    await settle();
    expect(sent.map(({ body }) => body)).toEqual([
      { username: 'sandbox-1', expireAt: later(30).toISOString(), status: 'ACTIVE' },
    ]);
    expect(await customers.findKey(id)).toMatchObject(WORKS);
  });
});

const authorization = () => ({
  Authorization: `Bearer ${server.sandbox.vpnPanel.token}`,
  'x-forwarded-for': '127.0.0.1',
  'x-forwarded-proto': 'https',
});

describe('a credential that an administrator disabled', () => {
  it('stays disabled through renewals and comparisons, and no status is sent for it', async () => {
    const id = await payingCustomer();
    await customers.act(id, 'block');
    await compare();
    expect((await storedKey())?.blocked).toBe(true);
    await customers.setAccess(id, later(40));
    await settle();
    await compare();
    const key = await customers.findKey(id);
    expect(key).toMatchObject({ status: 'DISABLED', ...ENDED });
    expect(new Date(key?.expireAt ?? 0).getTime()).toBeGreaterThan(later(39).getTime());
    expect(sent.filter(({ body }) => JSON.stringify(body).includes('status'))).toEqual([]);
    await refund(id);
    await settle();
    expect(await storedKey()).toMatchObject({ blocked: true, endedAt: null });
    await customers.setAccess(id, later(50));
    await settle();
    expect(await customers.findKey(id)).toMatchObject({ status: 'DISABLED' });

    await customers.act(id, 'unblock');
    await compare();
    expect(await storedKey()).toMatchObject({ blocked: false });
    await refund(id);
    await settle();
    expect(await customers.findKey(id)).toMatchObject({ status: 'DISABLED', ...ENDED });
    expect(await storedKey()).toMatchObject({ blocked: false });
  });
});

describe('a rejected change', () => {
  it('that ends access is visible to staff and to alerts at once, and is made within a minute once it is accepted', async () => {
    const id = await payingCustomer();
    const { db } = server.deps;
    await db.update(sandboxVpnUsers).set({ tag: null });
    await refund(id);
    await settle();
    expect((await readVpnPanelState(db)).rejected).toBe(1);
    expect(await findPendingKeys(db, 5 * MINUTE, 10)).toMatchObject({
      count: 1,
      oldest: [{ userId: id, deviceId: 'phone' }],
    });
    for (let tries = 0; tries < 10; tries += 1) {
      server.machineClock.advance(MINUTE);
      await settle();
    }
    // Comparisons add no second message to a change that is being retried.
    for (let comparisons = 0; comparisons < 3; comparisons += 1) await compare();
    expect(await db.select().from(outbox).where(eq(outbox.state, 'pending'))).toHaveLength(1);
    expect((await readVpnPanelState(db)).rejected).toBe(1);
    await db.update(sandboxVpnUsers).set({ tag: 'SANDBOX' });
    server.machineClock.advance(MINUTE);
    await settle();
    expect(await customers.findKey(id)).toMatchObject({ status: 'DISABLED', ...ENDED });
    expect((await readVpnPanelState(db)).rejected).toBe(0);
    expect(await findPendingKeys(db, 5 * MINUTE, 10)).toMatchObject({ count: 0, oldest: [] });
  });

  it('of a detached device is made again too', async () => {
    const id = await payingCustomer();
    await server.deps.db.update(sandboxVpnUsers).set({ tag: null });
    await customers.detach(id);
    for (let tries = 0; tries < 10; tries += 1) {
      server.machineClock.advance(MINUTE);
      await settle();
    }
    expect(await customers.findKey(id)).toMatchObject(WORKS);
    await server.deps.db.update(sandboxVpnUsers).set({ tag: 'SANDBOX' });
    server.machineClock.advance(MINUTE);
    await settle();
    expect(await customers.findKey(id)).toBeUndefined();
  });

  it('that shortens access is retried too', async () => {
    const id = await payingCustomer();
    await customers.control('settings', { clockSkewSeconds: 9 * 86_400 });
    await customers.setAccess(id, later(2));
    for (let tries = 0; tries < 10; tries += 1) {
      server.machineClock.advance(MINUTE);
      await settle();
    }
    expect((await readVpnPanelState(server.deps.db)).rejected).toBe(1);
    await customers.control('settings', { clockSkewSeconds: 0 });
    server.machineClock.advance(MINUTE);
    await settle();
    expect((await readVpnPanelState(server.deps.db)).rejected).toBe(0);
    const until = (await storedKey())?.appliedUntil ?? null;
    expect((await customers.findKey(id))?.expireAt).toBe(until?.toISOString());
  });

  it('that gives access is made again by every comparison, with one message each', async () => {
    const { db } = server.deps;
    await customers.control('settings', { isSquadRemoved: true });
    const id = await customers.add(later(10));
    const pending = async () =>
      (
        await db
          .select()
          .from(outbox)
          .where(and(eq(outbox.lane, 'vpn'), eq(outbox.state, 'pending')))
      ).length;
    for (let comparisons = 0; comparisons < 3; comparisons += 1) {
      for (let tries = 0; tries < 10; tries += 1) {
        await settle();
        server.machineClock.advance(MINUTE);
      }
      expect(await pending()).toBe(0);
      await reconcileVpn(server.deps);
      expect(await pending()).toBeLessThanOrEqual(1);
    }
    await customers.control('settings', { isSquadRemoved: false });
    await compare();
    expect(await customers.findKey(id)).toMatchObject(WORKS);
  });

  it('because of a date in the past of the panel is made when the clock is right again', async () => {
    const id = await customers.add(later(1));
    await settle();
    await customers.control('settings', { clockSkewSeconds: 40 * 86_400 });
    await customers.setAccess(id, later(30));
    await settle();
    expect((await readVpnPanelState(server.deps.db)).rejected).toBe(1);
    await customers.control('settings', { clockSkewSeconds: 0 });
    await compare();
    expect(await customers.findKey(id)).toMatchObject(WORKS);
  });
});

describe('a panel user of our name that somebody else created', () => {
  /** Creates the panel user that the next device of the product would use. */
  async function takeName(username: string): Promise<void> {
    const response = await server.fetch('/sandbox/vpn/api/users/', {
      method: 'POST',
      headers: { ...authorization(), 'Content-Type': 'application/json' },
      body: JSON.stringify({ username, expireAt: later(100).toISOString(), tag: 'OTHERS' }),
    });
    expect(response.status).toBe(201);
  }

  const REASON = 'the panel user sandbox-1 belongs to another owner: it lacks the tag SANDBOX';

  const theirs = async () =>
    (await server.deps.db.select().from(sandboxVpnUsers)).map(({ username, tag, status }) => ({
      ...{ username, tag, status },
    }));
  const A_TIME = expect.any(Date) as Date;
  const UNTOUCHED = [{ username: 'sandbox-1', tag: 'OTHERS', status: 'ACTIVE' }];

  async function expectError(id: number): Promise<void> {
    const { db } = server.deps;
    expect(await storedKey()).toMatchObject({
      problem: `VpnRejected: ${REASON}`,
      failedAt: A_TIME,
    });
    expect((await readVpnPanelState(db)).rejected).toBe(1);
    expect(await findPendingKeys(db, 5 * MINUTE, 10)).toMatchObject({
      count: 1,
      oldest: [{ userId: id, deviceId: 'phone' }],
    });
    expect(await listRejections(db, 5)).toEqual([{ reason: `VpnRejected: ${REASON}`, count: 1 }]);
    const { waiting = null } = (await readDeliveries(db, server.deps, [1])).get(1) ?? {};
    expect(waiting).toMatchObject({ problem: `VpnRejected: ${REASON}`, rejectedAt: A_TIME });
    expect(await theirs()).toEqual(UNTOUCHED);
  }

  it('is an error at the attachment, and its removal lets the device in', async () => {
    await takeName('sandbox-1');
    const id = await customers.add(later(10));
    await settle();
    await expectError(id);
    for (let tries = 0; tries < 10; tries += 1) {
      server.machineClock.advance(MINUTE);
      await settle();
    }
    // No attempt is left, and staff see when the comparison makes the next attempt.
    const { waiting = null } = (await readDeliveries(server.deps.db, server.deps, [1])).get(1) ?? {};
    await reconcileVpn(server.deps);
    expect(waiting).toMatchObject({ rejectedAt: A_TIME });
    await settle();
    await expectError(id);
    await server.deps.db.update(sandboxVpnUsers).set({ username: 'somebody' });
    await compare();
    expect(await customers.findKey(id)).toMatchObject({ ...WORKS, username: 'sandbox-1' });
    expect((await readVpnPanelState(server.deps.db)).rejected).toBe(0);
  });

  it('is an error when an app fetches the configuration, and when the comparison misses the credential', async () => {
    for (const notice of [
      () => readConfiguration(server.deps, 1, { userAgent: 'Happ/5.6.0', ip: '192.0.2.1' }),
      compare,
    ]) {
      const id = await customers.add(later(10));
      await settle();
      await server.deps.db.delete(sandboxVpnUsers);
      await takeName('sandbox-1');
      await notice();
      await expectError(id);
      await server.settled();
      server = await startSandboxServer(await openSandboxTestDatabase(), settableClock(TEST_START));
      customers = vpnCustomers(server);
    }
  });
});

describe('one comparison', () => {
  it.each([
    [0.5, 0.001],
    [-1500.5, -1.5],
    [1e12, 24 * 86_400],
    [null, null],
  ])('stores a clock difference of %s ms', async (clockAheadMs, seconds) => {
    const { db } = server.deps;
    await reconcileVpn(server.deps);
    const pass = (await db.select().from(vpnReconciliation))[0]?.pass ?? 0;
    await notePanelReading(db, pass, now(), { otherSettings: 0, overdue: 0, clockAheadMs });
    expect((await readVpnPanelState(db)).clockAheadSeconds).toBe(seconds);
  });

  it('gives access again to all customers whom a jump of the panel clock ended', async () => {
    const ids = [await payingCustomer(), await payingCustomer(), await payingCustomer()];
    await customers.control('settings', { clockSkewSeconds: 60 * 86_400 });
    server.machineClock.advance(MINUTE);
    for (const id of ids) expect(await customers.findKey(id)).toMatchObject({ status: 'EXPIRED', ...ENDED });
    await customers.control('settings', { clockSkewSeconds: 0 });
    await compare();
    for (const id of ids) expect(await customers.findKey(id)).toMatchObject(WORKS);
    await server.deps.db.delete(outbox);
    await compare();
    expect(await server.deps.db.select().from(outbox)).toEqual([]);
  });

  it('finds LIMITED credentials', async () => {
    const id = await payingCustomer();
    await customers.act(id, 'limit');
    await compare();
    expect(await customers.findKey(id)).toMatchObject({ ...WORKS, trafficLimitBytes: 0 });
  });

  it.each([
    ['without squads', []],
    ['with the squads of an administrator', [FAMILY_SQUAD]],
  ])('gives a credential %s the configured squads', async (_what, squads) => {
    const id = await payingCustomer();
    await server.deps.db.update(sandboxVpnUsers).set({ squads, hwidDeviceLimit: 3 });
    await compare();
    expect(await customers.findKey(id)).toMatchObject({ ...WORKS, squads: server.sandbox.vpnPanel.squads });
    expect(sent.map(({ body }) => body)).toEqual([
      {
        username: 'sandbox-1',
        activeInternalSquads: server.sandbox.vpnPanel.squads,
        hwidDeviceLimit: 0,
      },
    ]);
  });

  it('restores the members of a squad that was deleted and created again', async () => {
    const id = await payingCustomer();
    await customers.control('settings', { isSquadRemoved: true });
    expect(await customers.findKey(id)).toMatchObject({ squads: [], ...ENDED });
    await compare();
    const { db } = server.deps;
    expect(await readVpnPanelState(db)).toMatchObject({ otherSettings: 1, rejected: 1 });
    expect((await storedKey())?.problem).toContain('REMNAWAVE_SQUADS');
    const added = await customers.add(later(5));
    await settle();
    expect(await customers.findKey(added)).toBeUndefined();
    expect((await readVpnPanelState(db)).rejected).toBe(2);
    await customers.control('settings', { isSquadRemoved: false });
    await compare();
    for (const each of [id, added]) expect(await customers.findKey(each)).toMatchObject(WORKS);
    await compare();
    expect(await readVpnPanelState(db)).toMatchObject({ otherSettings: 0, rejected: 0 });
  });

  it('changes squads of an upgraded database only after it has reported them', async () => {
    const id = await payingCustomer();
    const { db } = server.deps;
    await compare();
    await db.update(vpnReconciliation).set({ settingsComparedAt: null });
    await db.update(sandboxVpnUsers).set({ squads: [FAMILY_SQUAD] });
    await compare();
    expect(await customers.findKey(id)).toMatchObject({ squads: [FAMILY_SQUAD] });
    expect(await readVpnPanelState(db)).toMatchObject({ otherSettings: 1 });
    await compare();
    expect(await customers.findKey(id)).toMatchObject({ squads: server.sandbox.vpnPanel.squads });
  });

  it('disables access past its end while the jobs of the panel are stopped, and reports it', async () => {
    const id = await customers.add(new Date(now().getTime() + 10 * MINUTE));
    await settle();
    await customers.control('settings', { areJobsStopped: true });
    await compare();
    expect(await readVpnPanelState(server.deps.db)).toMatchObject({ overdue: 1 });
    expect(await customers.findKey(id)).toMatchObject({ status: 'DISABLED', isOnServers: true });
    await compare();
    expect(await readVpnPanelState(server.deps.db)).toMatchObject({ overdue: 0 });
    await customers.control('settings', { areJobsStopped: false });
    expect(await customers.findKey(id)).toMatchObject(ENDED);
    await customers.setAccess(id, later(30));
    await settle();
    expect(await customers.findKey(id)).toMatchObject(WORKS);
  });

  it.each([
    [-90, -90],
    [60, 60],
    [60 * 86_400, 24 * 86_400],
    [-3650 * 86_400, -24 * 86_400],
  ])(
    'reports that the clock of the panel is %i s ahead, at most 24 days',
    async (clockSkewSeconds, shown) => {
      await payingCustomer();
      await customers.control('settings', { clockSkewSeconds });
      server.machineClock.advance(333);
      // The clock advances during the request, so the difference is no whole number of milliseconds.
      lose = () => {
        server.machineClock.advance(1);
        return null;
      };
      await compare();
      const { clockAheadSeconds } = await readVpnPanelState(server.deps.db);
      expect(Math.abs((clockAheadSeconds ?? 0) - shown)).toBeLessThanOrEqual(1.1);
    },
  );
});

test('a renewal in the moment in which the panel expires the credential gives access', async () => {
  const id = await customers.add(new Date(now().getTime() + MINUTE));
  await settle();
  server.machineClock.advance(MINUTE + 1000);
  let runs = 0;
  // The job runs between the reading and the writing of the renewal, whose status it overwrites.
  meanwhile = () => {
    meanwhile = () => Promise.resolve();
    runs += 1;
    server.machineClock.advance(30_000);
    return Promise.resolve();
  };
  await customers.setAccess(id, later(30));
  await settle();
  expect(runs).toBe(1);
  expect(await customers.findKey(id)).toMatchObject(WORKS);
});

test('an adopted panel user loses its own squads and limits', async () => {
  const at = now();
  await server.deps.db.insert(sandboxVpnUsers).values({
    ...{ username: 'sandbox-1', tag: 'SANDBOX', shortUuid: 'left', vlessUuid: 'left', trojanPassword: 'x' },
    ...{ ssPassword: 'x', expireAt: later(100), trafficLimitStrategy: 'DAY', squads: [FAMILY_SQUAD] },
    ...{ trafficLimitBytes: 10, usedTrafficBytes: 20, createdAt: at, updatedAt: at },
  });
  const id = await customers.add(later(10));
  await settle();
  await server.deps.db.update(sandboxVpnUsers).set({ description: `account ${id}` });
  expect(await customers.findKey(id)).toMatchObject({
    ...WORKS,
    squads: server.sandbox.vpnPanel.squads,
    trafficLimitBytes: 0,
  });
});

test('nothing is lost while the database of the panel is away', async () => {
  const id = await payingCustomer();
  const other = await customers.add(later(3));
  await settle();
  await customers.control('database', { minutes: 10 });
  await refund(id);
  await customers.detach(other);
  await settle();
  const pending = await server.deps.db.select().from(outbox).where(eq(outbox.state, 'pending'));
  expect(pending.map(({ lane }) => lane)).toEqual(['vpn', 'vpn']);
  await customers.control('database', { minutes: 0 });
  server.machineClock.advance(MINUTE);
  await settle();
  expect(await customers.findKey(id)).toMatchObject({ status: 'DISABLED', ...ENDED });
  expect(await customers.findKey(other)).toBeUndefined();
});
