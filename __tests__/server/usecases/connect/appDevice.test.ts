/** Our own applications: sign-in by code, a device, what it connects with, and its end. */
import { grantGiftMonths } from '../../../../src/server/billing/usecases/grantGiftMonths';
import { deliverDueOutbox } from '../../../../src/server/delivery/deliverOutbox';
import { connections } from '../../../../src/server/store/schema/devices';
import {
  APP_IDLE_MS,
  createCustomerSession,
  CUSTOMER_ABSOLUTE_MS,
} from '../../../../src/server/usecases/accounts/sessions';
import { VpnUnavailable } from '../../../../src/server/vpn/vpnNetwork';
import { startTestServer, type TestServer } from '../../../support/server';
import { signInByEmail } from '../../../support/signIn';

const DAY = 24 * 60 * 60_000;
const EMAIL = 'vasilisa@example.com';
const INSTALLATION = { deviceId: '0b6f1a52-8b1f-4a44', deviceName: 'Pixel 9', platform: 'android' };

let server: TestServer;
let token: string;

const give = (months: number, giftId: number) =>
  server.db.transaction((tx) =>
    grantGiftMonths(tx, server.deps, { accountId: 1, months, giftId, at: server.clock.now() }),
  );
const attach = (changes: object = {}, as = token) =>
  server.call('attachApp', { token: as, body: { ...INSTALLATION, ...changes } });
const access = (as = token) => server.call('getAppAccess', { token: as, body: {} });

beforeEach(async () => {
  server = await startTestServer();
  token = (await signInByEmail(server, EMAIL)).accessToken;
  await give(12, 1);
});

afterEach(() => deliverDueOutbox(server.deps));

test('an application attaches its device and gets what it connects with', async () => {
  expect((await access()).status).toBe(409);
  expect((await attach()).body).toMatchObject({
    success: true,
    device: { deviceName: 'Pixel 9', deviceId: INSTALLATION.deviceId },
    availableDevices: 2,
    userInfo: { subscriptionIsActive: true },
  });
  expect((await access()).body).toEqual({
    success: true,
    expirationDate: '2027-11-21T09:00:00.000Z',
    refreshAfterSeconds: 3600,
    configuration: 'configuration of 1',
  });
});

test('without a slot it is told which devices there are, and attaches once one is free', async () => {
  for (const deviceId of ['device-one', 'device-two', 'device-three']) {
    await attach({ deviceId }, await createCustomerSession(server.db, server.deps, 1));
  }
  const { body } = await attach();
  expect([body.success, body.reason, body.devices.length, body.availableDevices]).toEqual([
    false,
    'noSlotLeft',
    3,
    0,
  ]);
  await server.call('detachDevice', { token, body: { deviceId: 'device-two' } });
  expect((await attach()).body.success).toBe(true);
});

test('a detached device is signed out and its key is gone; so is one that leaves by itself', async () => {
  await attach({ fcmToken: 'push-token' });
  const browser = (await signInByEmail(server, EMAIL)).accessToken;
  await server.call('detachDevice', { token: browser, body: { deviceId: INSTALLATION.deviceId } });
  await deliverDueOutbox(server.deps);
  expect((await access()).status).toBe(401);
  expect(server.vpnNetwork.keys.size).toBe(0);
  expect(server.pushService.pushes).toEqual([{ token: 'push-token', push: { type: 'LOGOUT' } }]);

  const other = (await signInByEmail(server, EMAIL)).accessToken;
  await attach({}, other);
  expect((await server.call('leaveApp', { token: other, body: {} })).body.success).toBe(true);
  await deliverDueOutbox(server.deps);
  expect((await access(other)).status).toBe(401);
  expect(server.vpnNetwork.keys.size).toBe(0);
});

test('its session outlives that of a browser while it is used, and ends when it is not', async () => {
  await attach();
  for (let passed = 0; passed < CUSTOMER_ABSOLUTE_MS + 10 * DAY; passed += 50 * DAY) {
    server.clock.advance(50 * DAY);
    expect((await access()).status).toBe(200);
  }
  server.clock.advance(APP_IDLE_MS);
  expect((await access()).status).toBe(401);
});

test('it is told when the access is over, and to come again while the network is silent', async () => {
  await attach();
  await deliverDueOutbox(server.deps);
  server.vpnNetwork.failWith(new VpnUnavailable('nothing'));
  expect((await access()).body).toMatchObject({
    success: false,
    reason: 'notReady',
    refreshAfterSeconds: 60,
  });
  server.vpnNetwork.failWith(null);
  server.clock.advance(170 * DAY);
  expect((await access()).status).toBe(200);
  server.clock.advance(170 * DAY);
  expect((await access()).status).toBe(200);
  server.clock.advance(30 * DAY);
  expect((await access()).body).toMatchObject({ success: false, reason: 'accessEnded' });
});

test('tries to connect are written down once, within the last thirty days', async () => {
  await attach();
  const entries = [
    { at: '2026-11-21T08:00:00.000Z', success: true },
    { at: '2026-11-21T08:00:00.000Z', success: true },
    { at: '2020-01-01T00:00:00.000Z', success: false },
    { at: '2030-01-01T00:00:00.000Z', success: true },
  ];
  await server.call('reportAppConnections', { token, body: { entries } });
  await server.call('reportAppConnections', { token, body: { entries } });
  const logged = (await server.db.select().from(connections)).map(({ connectedAt, success }) => [
    connectedAt.toISOString(),
    success,
  ]);
  expect(logged).toEqual([
    ['2026-11-21T08:00:00.000Z', true],
    ['2026-10-22T09:00:00.000Z', false],
    ['2026-11-21T09:00:00.000Z', true],
  ]);
});
