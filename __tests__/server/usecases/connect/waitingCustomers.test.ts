/**
 * Tests that thousands of ended credentials do not delay the credentials of customers who wait for access, and that
 * waiting customers do not stop the endings.
 */
import { eq, isNull } from 'drizzle-orm';
import { requestKeys } from '../../../../src/server/outbox/vpnKeys';
import { VpnUnavailable } from '../../../../src/server/ports/vpnNetwork';
import { accounts } from '../../../../src/server/store/schema/accounts';
import { devices } from '../../../../src/server/store/schema/devices';
import { vpnKeys } from '../../../../src/server/store/schema/vpn';
import { grantGiftMonths } from '../../../../src/server/usecases/billing/subscriptions/grantGiftMonths';
import { detachDevice } from '../../../../src/server/usecases/customer/detachDevice';
import { attachDevice } from '../../../../src/server/usecases/customer/devices';
import { deliverLane } from '../../../../src/server/workers/delivery/deliverOutbox';
import { startTestServer, type TestServer } from '../../../support/server';

const ENDINGS = 60;
const FIRST_ENDING = 1001;

let server: TestServer;
/** Names of the credentials that the VPN panel received first, in the order of arrival. */
const received = () => server.vpnNetwork.calls.map(({ call, name }) => `${call} ${name}`);

async function openAccounts(ids: readonly number[]): Promise<void> {
  await server.db.insert(accounts).values(
    ids.map((id) => ({
      id,
      uid: `uid-${id}`,
      email: `c${id}@example.org`,
      providerId: 'email',
      createdAt: server.clock.now(),
    })),
  );
}

const give = (accountId: number, months: number) =>
  server.db.transaction((tx) =>
    grantGiftMonths(tx, server.deps, { accountId, months, giftId: accountId, at: server.clock.now() }),
  );

const attach = (accountId: number) =>
  attachDevice(server.db, server.clock, {
    ...{ accountId, deviceId: `phone-${accountId}`, deviceName: 'Pixel 9', platform: 'android' },
  });

/** Requests the closing of many credentials, as after the deletion or the detachment of many customers. */
async function requestEndings(): Promise<void> {
  const ids = Array.from({ length: ENDINGS }, (_, n) => FIRST_ENDING + n);
  await openAccounts(ids);
  await server.db.insert(devices).values(
    ids.map((id) => ({
      ...{ id, accountId: id, deviceId: `old-${id}`, deviceName: 'Pixel 9', platform: 'android' },
      ...{ isActive: false, firstActivation: server.clock.now(), attachedAt: server.clock.now() },
      detachedAt: server.clock.now(),
    })),
  );
  await server.db
    .insert(vpnKeys)
    .values(ids.map((deviceId) => ({ deviceId, revision: 1, ref: `ref-${deviceId}` })));
  await server.db.transaction((tx) => requestKeys(tx, ids));
}

beforeEach(async () => {
  server = await startTestServer();
  await openAccounts([1, 2, 3]);
});

test('a new device and a payment after the end of access precede endings that were requested before', async () => {
  await give(1, 1);
  await attach(2);
  await deliverLane(server.deps, 'vpn');
  await requestEndings();
  server.vpnNetwork.calls.length = 0;
  await attach(1);
  await give(2, 1);
  await deliverLane(server.deps, 'vpn');
  const [device] = await server.db.select().from(devices).where(eq(devices.accountId, 1));
  const opened = received().flatMap((call, at) => (call.startsWith('open') ? [[call, at] as const] : []));
  expect(opened.map(([call]) => call).sort()).toEqual([`open 1`, `open ${device?.id ?? 0}`].sort());
  // The first batch contains both.
  for (const [, at] of opened) expect(at).toBeLessThan(20);
  expect(received().filter((call) => call.startsWith('close'))).toHaveLength(ENDINGS);
});

test('a renewal of a credential that works, a detachment and a repair do not precede anything', async () => {
  await give(1, 1);
  await attach(1);
  await deliverLane(server.deps, 'vpn');
  const [device] = await server.db.select().from(devices);
  await requestEndings();
  server.vpnNetwork.calls.length = 0;
  await server.db.transaction((tx) =>
    grantGiftMonths(tx, server.deps, { accountId: 1, months: 1, giftId: 77, at: server.clock.now() }),
  );
  await deliverLane(server.deps, 'vpn');
  expect(received().indexOf(`open ${device?.id ?? 0}`)).toBeGreaterThan(ENDINGS - 20);
  await detachDevice(server.deps, { accountId: 1, deviceId: 'phone-1', staff: null });
  await deliverLane(server.deps, 'vpn');
  expect(received().at(-1)).toBe(`close ${device?.id ?? 0}`);
});

test('after an outage a customer whose change failed still precedes the endings', async () => {
  await requestEndings();
  await give(3, 1);
  await attach(3);
  server.vpnNetwork.failWith(new VpnUnavailable('PATCH: HTTP 502'));
  await deliverLane(server.deps, 'vpn');
  const [pending] = await server.db.select().from(vpnKeys).where(isNull(vpnKeys.ref));
  expect(pending?.problem).toBe('VpnUnavailable: PATCH: HTTP 502');
  server.vpnNetwork.failWith(null);
  server.vpnNetwork.calls.length = 0;
  server.clock.advance(60_000);
  await deliverLane(server.deps, 'vpn');
  expect(received().findIndex((call) => call.startsWith('open'))).toBeLessThan(20);
});

test('hundreds of waiting customers leave a quarter of the places to endings', async () => {
  await requestEndings();
  const ids = Array.from({ length: 40 }, (_, n) => 5001 + n);
  await openAccounts(ids);
  for (const id of ids) {
    await give(id, 1);
    await attach(id);
  }
  await deliverLane(server.deps, 'vpn');
  const first = received().slice(0, 20);
  expect(first.filter((call) => call.startsWith('open'))).toHaveLength(15);
  expect(first.filter((call) => call.startsWith('close'))).toHaveLength(5);
  const { length } = await server.db.select().from(vpnKeys).where(eq(vpnKeys.appliedRevision, 0));
  expect(length).toBe(0);
});
