import { grantGiftMonths } from '../../../../src/server/usecases/billing/subscriptions/grantGiftMonths';
/** Tests the operating system, the VPN app and the last connection that a customer sees for each device. */
import { attachDevice, recordConnection } from '../../../../src/server/usecases/customer/devices';
import { deliverDueOutbox } from '../../../../src/server/workers/delivery/deliverOutbox';
import { reconcileVpn } from '../../../../src/server/workers/jobs/reconcileVpn';
import type { ConnectSystem } from '../../../../src/shared/vpnApps';
import { startTestServer, TEST_ORIGIN, type TestServer } from '../../../support/server';
import { type SignedInCustomer, signInByEmail } from '../../../support/signIn';

let server: TestServer;
let customer: SignedInCustomer;

beforeEach(async () => {
  server = await startTestServer();
  customer = await signInByEmail(server, 'vasilisa@example.com');
  await server.db.transaction((tx) =>
    grantGiftMonths(tx, server.deps, { accountId: 1, months: 1, giftId: 1, at: server.clock.now() }),
  );
});

afterEach(() => deliverDueOutbox(server.deps));

async function devices(token = customer.accessToken) {
  return (await server.call('getDeviceUse', { token, body: {} })).body.devices;
}

async function fetchLink(
  system: ConnectSystem,
  os: string,
  userAgent = 'Happ/5.6.0',
  hwid = 'ABCDEF0123456789',
) {
  const { body } = await server.call('getConnectLink', {
    token: customer.accessToken,
    body: { system },
  });
  await server.fetch(body.url.replace(TEST_ORIGIN, ''), {
    headers: { 'User-Agent': userAgent, 'x-hwid': hwid, 'x-device-os': os },
  });
}

const attach = (deviceId: string, platform: string) =>
  attachDevice(server.db, server.clock, { accountId: 1, deviceId, deviceName: 'Phone', platform });

it('returns the system, the app and the time of the last connection that the VPN panel recorded', async () => {
  await fetchLink('ios', 'iOS');
  const device = { deviceId: 'ABCDEF0123456789', system: 'ios', app: 'Happ' };
  expect(await devices()).toEqual([{ ...device, lastConnectedAt: null }]);

  const [key] = server.vpnNetwork.keys.values();
  if (key === undefined) throw new Error('there is no credential');
  const lastSeenAt = new Date(server.clock.now().getTime() - 60_000);
  Object.assign(key, { lastSeenAt });
  await reconcileVpn(server.deps);
  expect(await devices()).toEqual([{ ...device, lastConnectedAt: lastSeenAt.toISOString() }]);
});

it.each([
  ['ios', 'Android', 'android'],
  ['tv', 'Android', 'tv'],
  ['tv', '', 'tv'],
  ['macos', 'Windows', 'macos'],
  ['android', 'Linux', 'desktop'],
  ['linux', '', 'linux'],
] as const)('a link for %s, fetched by an app on %s, is on %s', async (chosen, os, system) => {
  await fetchLink(chosen, os);
  expect(await devices()).toMatchObject([{ system }]);
});

it('returns the platform only for the product’s own apps', async () => {
  await attach('own-one', 'android');
  await attach('own-two', 'desktop');
  await attach('own-three', 'fridge');
  expect(await devices()).toEqual([
    { deviceId: 'own-one', system: 'android', app: null, lastConnectedAt: null },
    { deviceId: 'own-two', system: 'desktop', app: null, lastConnectedAt: null },
    { deviceId: 'own-three', system: null, app: null, lastConnectedAt: null },
  ]);
});

it('uses the newest successful connection of the same device', async () => {
  await attach('own-one', 'android');
  await attach('own-two', 'ios');
  const connect = (deviceId: string, success: boolean) =>
    recordConnection(server.db, server.clock, { accountId: 1, deviceId, success });
  await connect('own-one', true);
  server.clock.advance(60_000);
  await connect('own-one', true);
  const lastConnectedAt = server.clock.now().toISOString();
  server.clock.advance(60_000);
  await connect('own-one', false);
  await connect('own-two', false);
  expect(await devices()).toMatchObject([
    { deviceId: 'own-one', lastConnectedAt },
    { deviceId: 'own-two', lastConnectedAt: null },
  ]);
});

it('shows attached devices of the own account only', async () => {
  await attach('own-one', 'android');
  const stranger = await signInByEmail(server, 'stranger@example.com');
  expect(await devices(stranger.accessToken)).toEqual([]);
  await server.call('detachDevice', { token: customer.accessToken, body: { deviceId: 'own-one' } });
  expect(await devices()).toEqual([]);
});
