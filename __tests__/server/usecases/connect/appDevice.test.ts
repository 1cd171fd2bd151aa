/**
 * Tests the product's own native applications: sign-in by code, attaching a device, the VPN configuration of the device,
 * and detaching the device.
 */
import { VpnUnavailable } from '../../../../src/server/ports/vpnNetwork';
import { connections } from '../../../../src/server/store/schema/devices';
import {
  APP_IDLE_MS,
  createCustomerSession,
  CUSTOMER_ABSOLUTE_MS,
  findCustomerSession,
} from '../../../../src/server/usecases/accounts/sessions';
import { grantGiftMonths } from '../../../../src/server/usecases/billing/subscriptions/grantGiftMonths';
import { attachApp } from '../../../../src/server/usecases/connect/appDevice';
import { deliverDueOutbox } from '../../../../src/server/workers/delivery/deliverOutbox';
import { LINK_DEVICE_PREFIX } from '../../../../src/shared/linkDevices';
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

test('an application attaches its device and gets its configuration', async () => {
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

test('a device id with the prefix that is reserved for links is rejected', async () => {
  const { status, error } = await attach({ deviceId: `${LINK_DEVICE_PREFIX}00000001` });
  expect([status, error.code, error.fields]).toEqual([400, 'INVALID_REQUEST', ['deviceId']]);
});

test('without a free slot it gets the list of devices, and attaches once a slot is free', async () => {
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

test('a detached device is signed out and its credential is closed, even if it detaches itself', async () => {
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

test('its session lasts longer than a browser session while it is used, and expires when it is not', async () => {
  await attach();
  for (let passed = 0; passed < CUSTOMER_ABSOLUTE_MS + 10 * DAY; passed += 50 * DAY) {
    server.clock.advance(50 * DAY);
    expect((await access()).status).toBe(200);
  }
  server.clock.advance(APP_IDLE_MS);
  expect((await access()).status).toBe(401);
});

test('it is notified when the access has ended, and to retry while the VPN panel is unresponsive', async () => {
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

test('connection attempts are recorded once, if they are from the last thirty days', async () => {
  await attach();
  const entries = [
    { at: '2026-11-21T08:00:00.000Z', success: true },
    { at: '2026-11-21T08:00:00.000Z', success: true },
    { at: '2020-01-01T00:00:00.000Z', success: false },
    { at: '2030-01-01T00:00:00.000Z', success: true },
  ];
  await server.call('reportAppConnections', { token, body: { entries } });
  await server.call('reportAppConnections', { token, body: { entries } });
  const logged = (await server.db.select().from(connections).orderBy(connections.id)).map(
    ({ connectedAt, success }) => [connectedAt.toISOString(), success],
  );
  expect(logged).toEqual([
    ['2026-11-21T08:00:00.000Z', true],
    ['2026-10-22T09:00:00.000Z', false],
    ['2026-11-21T09:00:00.000Z', true],
  ]);
});

test('an invalid time is rejected, and a time with another offset is converted', async () => {
  await attach();
  const report = (at: string) =>
    server.call('reportAppConnections', { token, body: { entries: [{ at, success: true }] } });
  for (const at of ['2026-11-21T08:00:00+05', '2026-02-30T08:00:00Z', '2026-13-01T08:00:00Z', 'yesterday']) {
    expect([at, (await report(at)).status]).toEqual([at, 400]);
  }
  expect((await report('2026-11-21T08:00:00Z')).status).toBe(200);
  expect((await report('2026-11-21T10:30:00.5+05:00')).status).toBe(200);
  const logged = (await server.db.select().from(connections).orderBy(connections.id)).map(({ connectedAt }) =>
    connectedAt.toISOString(),
  );
  expect(logged).toEqual(['2026-11-21T08:00:00.000Z', '2026-11-21T05:30:00.500Z']);
});

test('a session cannot access a device of another account', async () => {
  await attach({ fcmToken: 'push-token' });
  const stranger = (await signInByEmail(server, 'koschei@example.com')).accessToken;
  const asStranger = { token: stranger, body: {} };
  expect((await access(stranger)).status).toBe(409);
  expect((await server.call('leaveApp', asStranger)).status).toBe(409);
  expect((await server.call('setAppPushToken', { ...asStranger, body: { fcmToken: 'other' } })).status).toBe(
    409,
  );
  const entries = [{ at: '2026-11-21T08:00:00.000Z', success: true }];
  expect((await server.call('reportAppConnections', { ...asStranger, body: { entries } })).status).toBe(409);
  const { body } = await server.call('detachDevice', {
    token: stranger,
    body: { deviceId: INSTALLATION.deviceId },
  });
  expect(body.success).toBe(false);

  // The same device id in another account is a separate device. In this test the other account has no access.
  expect((await attach({}, stranger)).body).toMatchObject({ success: true, availableDevices: 2 });
  expect((await access(stranger)).body).toMatchObject({ success: false, reason: 'accessEnded' });
  await server.call('leaveApp', asStranger);
  expect((await access()).body).toMatchObject({ success: true, configuration: 'configuration of 1' });
  expect(await server.db.select().from(connections).orderBy(connections.id)).toEqual([]);
});

test('a session belongs to one device permanently: it cannot switch to another or to a detached device', async () => {
  const other = await createCustomerSession(server.db, server.deps, 1);
  await attach({ deviceId: 'of-the-owner' }, other);
  await attach();
  // If a session could switch, it would survive the detachment of its own device by using the other credential.
  expect((await attach({ deviceId: 'of-the-owner' })).status).toBe(409);
  expect((await attach({ deviceName: 'Renamed' })).body).toMatchObject({ success: true });

  const caller = await findCustomerSession(server.deps, token);
  await server.call('detachDevice', { token: other, body: { deviceId: INSTALLATION.deviceId } });
  // The request was authorised before the device was detached, and continues afterwards.
  await expect(
    attachApp(server.deps, caller!, { ...INSTALLATION, firebaseToken: null }),
  ).rejects.toMatchObject({ reason: 'CONFLICT' });
  const { devices } = (await server.call('getProfile', { token: other, body: {} })).body;
  expect(devices?.map(({ deviceId }) => deviceId)).toEqual(['of-the-owner']);
});
