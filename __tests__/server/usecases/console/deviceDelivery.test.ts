/** Tests the data about the VPN credentials of a customer's devices that staff see. */
import { VpnRejected, VpnUnavailable } from '../../../../src/server/ports/vpnNetwork';
import { grantGiftMonths } from '../../../../src/server/usecases/billing/subscriptions/grantGiftMonths';
import { deliverDueOutbox } from '../../../../src/server/workers/delivery/deliverOutbox';
import { RECONCILE_VPN_EVERY_MS, reconcileVpn } from '../../../../src/server/workers/jobs/reconcileVpn';
import { startTestServer, TEST_ORIGIN, type TestServer } from '../../../support/server';
import { type SignedInCustomer, signInByEmail, signInStaffAs } from '../../../support/signIn';

let server: TestServer;
let customer: SignedInCustomer;
let staffToken: string;

const give = (giftId: number) =>
  server.db.transaction((tx) =>
    grantGiftMonths(tx, server.deps, { accountId: 1, months: 1, giftId, at: server.clock.now() }),
  );

async function fetchLink() {
  const { body } = await server.call('getConnectLink', {
    token: customer.accessToken,
    body: { system: 'ios' },
  });
  await server.fetch(body.url.replace(TEST_ORIGIN, ''), {
    headers: { 'User-Agent': 'Happ/5.6.0', 'x-hwid': 'ABCDEF0123456789', 'x-device-os': 'iOS' },
  });
}

async function delivery() {
  const { body } = await server.call('getUserById', { token: staffToken, query: { id: 1 } });
  return body.devices[0]?.delivery;
}

beforeEach(async () => {
  server = await startTestServer();
  customer = await signInByEmail(server, 'vasilisa@example.com');
  staffToken = (await signInStaffAs(server, 'support')).accessToken;
  await give(1);
});

afterEach(() => deliverDueOutbox(server.deps));

test('shows its expiry, its start, its application and its state in the panel', async () => {
  await fetchLink();
  const openedAt = server.clock.now().toISOString();
  const fresh = {
    until: '2026-12-21T09:00:00.000Z',
    openedAt,
    lastSeenAt: null,
    app: 'Happ',
    isBlocked: false,
    waiting: null,
  };
  expect(await delivery()).toEqual(fresh);

  const [key] = server.vpnNetwork.keys.values();
  if (key === undefined) throw new Error('there is no key');
  const lastSeenAt = new Date(server.clock.now().getTime() - 60_000);
  Object.assign(key, { status: 'disabled', lastSeenAt });
  await reconcileVpn(server.deps);
  expect(await delivery()).toEqual({ ...fresh, isBlocked: true, lastSeenAt: lastSeenAt.toISOString() });
});

test('names the last complete reading of the VPN panel', async () => {
  const read = async (username: string) => {
    const token = (await signInStaffAs(server, 'support', username)).accessToken;
    return (await server.call('getUserById', { token, query: { id: 1 } })).body.vpnPanelReadAt;
  };
  expect(await read('ann')).toBeNull();
  await reconcileVpn(server.deps);
  const readAt = server.clock.now().toISOString();
  server.clock.advance(RECONCILE_VPN_EVERY_MS);
  server.vpnNetwork.failWith(new VpnUnavailable('GET /api/users: HTTP 502'));
  await reconcileVpn(server.deps);
  expect(await read('bob')).toBe(readAt);
  server.vpnNetwork.failWith(null);
});

test('shows a pending change, its reason and its next attempt', async () => {
  await fetchLink();
  server.vpnNetwork.failWith(new VpnUnavailable('GET /api/users: HTTP 502'));
  await give(2);
  await deliverDueOutbox(server.deps);
  const told = await delivery();
  expect(told).toMatchObject({
    until: '2026-12-21T09:00:00.000Z',
    waiting: { problem: 'VpnUnavailable: GET /api/users: HTTP 502' },
  });
  const nextTryAt = Date.parse(told?.waiting?.nextTryAt ?? '');
  expect(nextTryAt).toBeGreaterThan(server.clock.now().getTime());
  expect(nextTryAt - server.clock.now().getTime()).toBeLessThanOrEqual(2 * 60_000);

  server.vpnNetwork.failWith(null);
  server.clock.advance(2 * 60_000);
  await deliverDueOutbox(server.deps);
  expect(await delivery()).toMatchObject({ until: '2027-01-21T09:00:00.000Z', waiting: null });
});

test('names a change that the VPN panel rejects, and when the next comparison makes it again', async () => {
  await reconcileVpn(server.deps);
  server.vpnNetwork.failWith(new VpnRejected('the panel user prosvet-1 belongs to another owner'));
  await fetchLink();
  const rejectedAt = expect.stringMatching(/^20/) as string;
  const problem = 'VpnRejected: the panel user prosvet-1 belongs to another owner';
  expect(await delivery()).toMatchObject({ until: null, waiting: { problem, rejectedAt } });
  const { body } = await server.call('getConnectLink', {
    token: customer.accessToken,
    body: { system: 'ios' },
  });
  expect(body.success).toBe(true);
  for (let tries = 0; tries < 10; tries += 1) {
    await deliverDueOutbox(server.deps);
    server.clock.advance(60_000);
  }
  const nextTryAt = new Date(
    server.clock.now().getTime() + RECONCILE_VPN_EVERY_MS - 10 * 60_000,
  ).toISOString();
  expect(await delivery()).toMatchObject({ waiting: { problem, rejectedAt, nextTryAt } });
  server.vpnNetwork.failWith(null);
});

test('shows nothing if VPN delivery is off', async () => {
  await fetchLink();
  server.deps.vpnNetwork = null;
  expect(await delivery()).toBeUndefined();
});
