/**
 * Tests the synchronisation of VPN credentials. In any order of requests, the VPN panel ends in the state of the
 * database.
 */
import { eq } from 'drizzle-orm';
import { credentialName } from '../../../../src/server/domain/credentialName';
import { enqueue } from '../../../../src/server/outbox/outbox';
import { VpnRejected, VpnUnavailable } from '../../../../src/server/ports/vpnNetwork';
import { devices } from '../../../../src/server/store/schema/devices';
import { outbox } from '../../../../src/server/store/schema/outbox';
import { vpnKeys } from '../../../../src/server/store/schema/vpn';
import { emailIdentity, openAccount } from '../../../../src/server/usecases/accounts/accounts';
import { grantGiftMonths } from '../../../../src/server/usecases/billing/subscriptions/grantGiftMonths';
import { applyKey, KeyInHands } from '../../../../src/server/usecases/connect/applyKey';
import { detachDevice } from '../../../../src/server/usecases/customer/detachDevice';
import { attachDevice } from '../../../../src/server/usecases/customer/devices';
import { deliverDueOutbox, deliverLane } from '../../../../src/server/workers/delivery/deliverOutbox';
import { onPostgres } from '../../../support/database';
import { startTestServer, type TestServer } from '../../../support/server';
import { signInByEmail } from '../../../support/signIn';
import { scaleSample } from '../../../support/simulation';

let server: TestServer;

const attach = () =>
  attachDevice(server.db, server.clock, {
    accountId: 1,
    deviceId: 'phone-one',
    deviceName: 'iPhone 15',
    platform: 'ios',
  });
const detach = () => detachDevice(server.deps, { accountId: 1, deviceId: 'phone-one', staff: null });

/** Applies the VPN credential like one of several server instances. Another instance may hold the lease. */
const instance = async () => {
  await applyKey(server.deps, 1).catch((error: unknown) => {
    if (!(error instanceof KeyInHands)) throw error;
  });
};

beforeEach(async () => {
  server = await startTestServer();
  await signInByEmail(server, 'vasilisa@example.com');
  await server.db.transaction((tx) =>
    grantGiftMonths(tx, server.deps, { accountId: 1, months: 12, giftId: 1, at: server.clock.now() }),
  );
});

afterEach(() => deliverDueOutbox(server.deps));

test('concurrent attaching and detaching in two instances ends in the state of the database', async () => {
  const rounds = scaleSample(500);
  let turns = 0;
  // The delays make the requests of the two instances reach the VPN panel in every order.
  server.vpnNetwork.delayBy(async () => {
    for (let n = (turns += 1) % 7; n > 0; n -= 1) await new Promise((resolve) => setImmediate(resolve));
  });
  let opened = 0;
  for (let round = 0; round < rounds; round += 1) {
    const isAttaching = round % 3 !== 2;
    await attach();
    await Promise.all([isAttaching ? attach() : detach(), instance(), instance(), detach()]);
    if (isAttaching) await Promise.all([attach(), instance(), instance()]);
    // A change that failed because another instance held the lease is retried.
    server.clock.advance(60_000);
    await deliverLane(server.deps, 'vpn');
    const [device] = await server.db.select().from(devices);
    const isAttached = device?.detachedAt === null;
    const [stored] = await server.db.select().from(vpnKeys);
    const current = credentialName({ deviceId: 1, generation: stored?.generation ?? 0 });
    expect([round, ...server.vpnNetwork.keys.keys()]).toEqual([round, ...(isAttached ? [current] : [])]);
    opened += isAttached ? 1 : 0;
  }
  process.stdout.write(
    `attach and detach crossing (${onPostgres ? 'PostgreSQL' : 'PGlite'}): ${rounds} rounds, ${opened} ended attached, the network as the database each time\n`,
  );
  expectOneAtATime();
  expect(opened).toBeGreaterThan(0);
  expect(opened).toBeLessThan(rounds);
}, 1_800_000);

/** Throws unless every VPN credential was closed before the next credential of the same device was opened. */
function expectOneAtATime(): void {
  const open = new Set<string>();
  for (const { call, name } of server.vpnNetwork.calls) {
    if (call === 'close') open.delete(name);
    else open.add(name);
    expect([...open].length).toBeLessThanOrEqual(1);
  }
}

/** Adds a panel user as if the VPN panel's response to its creation had been lost. */
function addToPanel(name: string): void {
  const at = server.clock.now();
  server.vpnNetwork.keys.set(name, {
    ...{ name, until: at, status: 'active', hasOurSettings: true, lastSeenAt: null, createdAt: at },
    ...{ ref: name, label: '' },
  });
}

test('a device attached again before its detachment reached the panel gets a new credential, and the old credential is closed first', async () => {
  await attach();
  await deliverLane(server.deps, 'vpn');
  const [first] = [...server.vpnNetwork.keys.values()];
  server.vpnNetwork.failWith(new VpnUnavailable('GET: HTTP 502'));
  await detach();
  await deliverLane(server.deps, 'vpn');
  await attach();
  await deliverLane(server.deps, 'vpn');
  server.vpnNetwork.failWith(null);
  server.clock.advance(60_000);
  await deliverLane(server.deps, 'vpn');
  const now = [...server.vpnNetwork.keys.values()];
  expect(now.map(({ name }) => name)).toEqual(['1-2']);
  expect(now[0]?.ref).not.toBe(first?.ref);
  expect(server.vpnNetwork.calls.map(({ call, name }) => `${call} ${name}`)).toEqual([
    'open 1',
    'close 1',
    'open 1-2',
  ]);
  expect((await server.db.select().from(vpnKeys))[0]).toMatchObject({ ref: now[0]?.ref, closedThrough: 1 });
});

test('credentials of all attachments that the panel did not confirm are closed, including the last', async () => {
  server.vpnNetwork.failWith(new VpnUnavailable('POST: effect unknown'));
  for (let n = 0; n < 3; n += 1) {
    await attach();
    await deliverLane(server.deps, 'vpn');
    await detach();
  }
  // The VPN panel executed the requests although they got no response.
  for (const name of ['1', '1-2', '1-3']) addToPanel(name);
  server.vpnNetwork.failWith(null);
  server.clock.advance(60_000);
  await deliverLane(server.deps, 'vpn');
  expect([...server.vpnNetwork.keys.keys()]).toEqual([]);
});

test('a device attached again without access has its old credential closed and no new one opened', async () => {
  await attach();
  await deliverLane(server.deps, 'vpn');
  server.vpnNetwork.failWith(new VpnUnavailable('GET: HTTP 502'));
  await detach();
  server.clock.advance(400 * 24 * 60 * 60_000);
  await attach();
  server.vpnNetwork.failWith(null);
  server.clock.advance(60_000);
  await deliverLane(server.deps, 'vpn');
  expect([...server.vpnNetwork.keys.keys()]).toEqual([]);
});

test('an old credential that a late request created after its closing is closed again', async () => {
  await attach();
  let isFirst = true;
  server.vpnNetwork.delayBy(async () => {
    if (!isFirst) return;
    isFirst = false;
    server.clock.advance(61_000);
    await detach();
    await attach();
    await instance();
  });
  await instance();
  server.clock.advance(60_000);
  await deliverLane(server.deps, 'vpn');
  expect([...server.vpnNetwork.keys.keys()]).toEqual(['1-2']);
});

test('a credential whose creation was reported as failed after the lease had expired is closed again', async () => {
  await attach();
  let isFirst = true;
  server.vpnNetwork.delayBy(async () => {
    if (!isFirst) return;
    isFirst = false;
    server.clock.advance(61_000);
    await detach();
    await instance();
    addToPanel('1');
    server.vpnNetwork.failWith(new VpnUnavailable('POST: timeout'));
  });
  await expect(instance()).rejects.toThrow(VpnUnavailable);
  server.vpnNetwork.failWith(null);
  server.clock.advance(60_000);
  await deliverLane(server.deps, 'vpn');
  expect([...server.vpnNetwork.keys.keys()]).toEqual([]);
});

test('the credential is applied once more if the lease expired during the panel request', async () => {
  await attach();
  let isFirst = true;
  server.vpnNetwork.delayBy(async () => {
    if (!isFirst) return;
    isFirst = false;
    server.clock.advance(61_000);
    // The request that the detachment sends may be faster than the request of the other instance.
    await detach();
    await instance();
  });
  await instance();
  server.clock.advance(60_000);
  await deliverLane(server.deps, 'vpn');
  expect(server.vpnNetwork.keys.size).toBe(0);
});

test('a rejected change fails permanently with its reason, and an unanswered change is retried each minute', async () => {
  await attach();
  server.vpnNetwork.failWith(new VpnUnavailable('PATCH: HTTP 502'));
  for (let n = 0; n < 30; n += 1) {
    await deliverLane(server.deps, 'vpn');
    server.clock.advance(60_000);
  }
  const message = async () => (await server.db.select().from(outbox).where(eq(outbox.kind, 'vpn')))[0];
  expect(await message()).toMatchObject({ state: 'pending', attempts: 30 });
  expect((await server.db.select().from(vpnKeys))[0]?.problem).toBe('VpnUnavailable: PATCH: HTTP 502');
  server.vpnNetwork.failWith(new VpnRejected('create: HTTP 400 squads'));
  await deliverLane(server.deps, 'vpn');
  expect(await message()).toMatchObject({
    state: 'failed',
    lastError: 'VpnRejected: create: HTTP 400 squads',
  });
});

test('a credential held by another instance is no outage: the next change is sent at once', async () => {
  const attachTo = async (email: string) => {
    const { id } = await openAccount(server.db, server.deps, emailIdentity(email));
    await server.db.transaction((tx) =>
      grantGiftMonths(tx, server.deps, { accountId: id, months: 1, giftId: id + 1, at: server.clock.now() }),
    );
    const device = { deviceId: `phone-${id}`, deviceName: 'iPhone', platform: 'ios' };
    await attachDevice(server.db, server.clock, { accountId: id, ...device });
  };
  for (let n = 0; n < 6; n += 1) await attachTo(`busy${n}@example.com`);
  await server.db.update(vpnKeys).set({ leaseUntil: new Date(server.clock.now().getTime() + 30_000) });
  await deliverLane(server.deps, 'vpn');
  expect(server.vpnNetwork.keys.size).toBe(0);
  await attachTo('free@example.com');
  await deliverLane(server.deps, 'vpn');
  expect(server.vpnNetwork.keys.size).toBe(1);
});

test('an unresponsive panel delays no email', async () => {
  await attach();
  let response: () => void = () => undefined;
  server.vpnNetwork.delayBy(
    () =>
      new Promise((resolve) => {
        response = resolve;
      }),
  );
  const hanging = deliverLane(server.deps, 'vpn');
  await enqueue(server.db, {
    kind: 'email',
    dedupeKey: 'a-email',
    payload: { to: 'to@example.org', subject: 'subject', text: 'text', html: '<p>text</p>' },
  });
  await deliverLane(server.deps, 'email');
  const [emailMessage] = await server.db.select().from(outbox).where(eq(outbox.dedupeKey, 'a-email'));
  expect(emailMessage?.state).toBe('delivered');
  server.vpnNetwork.delayBy(() => Promise.resolve());
  response();
  await hanging;
  expect(server.vpnNetwork.keys.size).toBe(1);
});
