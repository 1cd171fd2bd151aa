/** Tests devices and the profile. */
import { devices } from '../../../../src/server/store/schema/devices';
import { attachDevice, recordConnection } from '../../../../src/server/usecases/customer/devices';
import { MONTH_RUB } from '../../../support/offer';
import { startTestServer, type TestServer } from '../../../support/server';
import { type SignedInCustomer, signInByEmail, signInStaffAs } from '../../../support/signIn';

const EMAIL = 'vasilisa@example.com';

let server: TestServer;
let customer: SignedInCustomer;

beforeEach(async () => {
  server = await startTestServer();
  customer = await signInByEmail(server, EMAIL);
});

const attach = (
  deviceId: string,
  accountId = 1,
  more: { deviceName?: string; firebaseToken?: string } = {},
) =>
  attachDevice(server.db, server.clock, {
    accountId,
    deviceId,
    deviceName: more.deviceName ?? `Phone ${deviceId}`,
    platform: 'android',
    firebaseToken: more.firebaseToken ?? null,
  });

const readProfile = async ({ accessToken }: SignedInCustomer) =>
  (await server.call('getProfile', { token: accessToken, body: {} })).body;

const detach = (
  deviceId: string,
  token = customer.accessToken,
  body: { uid?: string; email?: string } = {},
) => server.call('detachDevice', { token, body: { ...body, deviceId } });

describe('the profile', () => {
  it('returns the subscription, the devices and the free slots [call-15]', async () => {
    await attach('one');
    await attach('two');
    expect(await readProfile(customer)).toEqual({
      success: true,
      message: null,
      userInfo: {
        amount: MONTH_RUB,
        currency: 'RUB',
        expirationDate: '1970-01-01T00:00:00.000Z',
        subscriptionIsActive: false,
        subscriptionStatus: 'NOT_ACTIVE',
        email: EMAIL,
        cardMask: null,
        chargeIsOverdue: false,
        hasPaymentMethod: false,
        needsCard: false,
        renewableFrom: null,
      },
      devices: [
        { id: 1, deviceName: 'Phone one', deviceId: 'one', isActive: true },
        { id: 2, deviceName: 'Phone two', deviceId: 'two', isActive: true },
      ],
      availableDevices: 1,
    });
  });

  it.each([
    ['nothing', {}],
    ['the unknown uid', { uid: 'unknown', email: EMAIL }],
    ['nulls', { uid: null, email: null }],
    ['the own email in capitals', { email: 'VASILISA@EXAMPLE.COM' }],
  ])('is read for the account of the token if the body names %s [access-8, call-16]', async (_what, body) => {
    const result = await server.call('getProfile', { token: customer.accessToken, body });
    expect(result.body.userInfo).toMatchObject({ email: EMAIL });
  });

  it.each([
    ['email', { email: 'koschei@example.com' }],
    ['uid', { uid: 'somebody-else' }],
  ])('is rejected if the body names another %s', async (_what, body) => {
    const result = await server.call('getProfile', { token: customer.accessToken, body });
    expect(result.status).toBe(403);
  });

  it('is served under both of its paths [call-15]', async () => {
    for (const path of ['/api/profile', '/api/api/profile']) {
      const response = await server.fetch(path, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${customer.accessToken}`,
          'Content-Type': 'application/json',
        },
        body: '{}',
      });
      expect(response.status).toBe(200);
    }
  });
});

describe('attaching', () => {
  it('fills three slots and rejects a fourth device [number-5]', async () => {
    for (const id of ['one', 'two', 'three']) expect(await attach(id)).toMatchObject({ kind: 'attached' });
    expect(await attach('four')).toEqual({ kind: 'noSlotLeft' });
    expect((await readProfile(customer)).availableDevices).toBe(0);
  });

  it('updates a device that already has a slot', async () => {
    for (const id of ['one', 'two', 'three']) await attach(id);
    server.clock.advance(60_000);
    const again = await attach('one', 1, { deviceName: 'Renamed', firebaseToken: 'token-1' });
    expect(again).toMatchObject({
      kind: 'attached',
      device: {
        id: 1,
        deviceName: 'Renamed',
        firebaseToken: 'token-1',
        firstActivation: new Date('2026-11-21T09:00:00.000Z'),
      },
    });
  });

  it('never exceeds three devices under concurrent requests', async () => {
    const outcomes = await Promise.all(Array.from({ length: 30 }, (_, index) => attach(`device-${index}`)));
    expect(outcomes.filter(({ kind }) => kind === 'attached')).toHaveLength(3);
    expect(await server.db.select().from(devices)).toHaveLength(3);
  });

  it('is rejected for an account that does not exist', async () => {
    expect(await attach('one', 4711)).toEqual({ kind: 'unknownAccount' });
  });

  it('attaches a device to a second account without changing the first', async () => {
    await signInByEmail(server, 'koschei@example.com');
    await attach('one', 1);
    expect(await attach('one', 2)).toMatchObject({ kind: 'attached' });
    expect((await readProfile(customer)).devices).toHaveLength(1);
  });
});

describe('detaching by the owner', () => {
  it('frees the slot and returns the remaining devices [access-15, call-17, flow-34]', async () => {
    await attach('one');
    await attach('two');
    const result = await detach('one');
    expect(result.body).toEqual({
      success: true,
      devices: [{ id: 2, deviceName: 'Phone two', deviceId: 'two', isActive: true }],
      availableDevices: 2,
      userInfo: { subscriptionIsActive: false },
    });
    expect(await attach('three')).toMatchObject({ kind: 'attached' });
    expect(await attach('one')).toMatchObject({ kind: 'attached', device: { id: 1 } });
  });

  it('returns success false for a foreign, detached or unknown device and changes nothing [access-15]', async () => {
    const other = await signInByEmail(server, 'koschei@example.com');
    await attach('mine', 1);
    await attach('theirs', 2);
    await attach('gone', 1);
    await detach('gone');
    server.clock.advance(120_001);
    for (const deviceId of ['theirs', 'gone', 'never', "' or 1=1 --", '1']) {
      const result = await detach(deviceId);
      expect(result.status).toBe(200);
      expect(result.body).toMatchObject({ success: false, availableDevices: 2 });
      expect(result.body.devices).toEqual([expect.objectContaining({ deviceId: 'mine' })]);
    }
    expect((await readProfile(other)).devices).toHaveLength(1);
  });

  it('happens once for concurrent callers, and a repetition returns the first result', async () => {
    await attach('one');
    const responses = await Promise.all(Array.from({ length: 10 }, () => detach('one')));
    server.clock.advance(120_000);
    responses.push(await detach('one'));
    expect(responses.map(({ body }) => body)).toEqual(responses.map(() => responses[0]?.body));
    expect(responses[0]?.body).toMatchObject({ success: true, devices: [], availableDevices: 3 });
    const { rows } = await server.db.execute(
      `select count(*)::int as detached from account_events where details ->> 'action' = 'detached'`,
    );
    expect(rows).toEqual([{ detached: 1 }]);
  });
});

describe('detaching by staff', () => {
  it('identifies the account by uid and email and is written to the audit log [access-24]', async () => {
    await attach('one');
    const staff = await signInStaffAs(server, 'support');
    const result = await detach('one', staff.accessToken, {
      uid: customer.uid,
      email: 'Vasilisa@Example.com',
    });
    expect(result.body).toMatchObject({ success: true, devices: [], availableDevices: 3 });
    const { rows } = await server.db.execute(
      `select action, username, account_id as account, details, ip <> '' as placed, request_id <> '' as traced
         from staff_audit where action = 'detachDevice'`,
    );
    expect(rows).toEqual([
      {
        action: 'detachDevice',
        username: 'support',
        account: 1,
        details: { deviceId: 'one', success: true },
        placed: true,
        traced: true,
      },
    ]);
  });

  it('returns success false if uid and email belong to different accounts [call-37]', async () => {
    await attach('one');
    const other = await signInByEmail(server, 'koschei@example.com');
    const staff = await signInStaffAs(server, 'support');
    const result = await detach('one', staff.accessToken, { uid: other.uid, email: EMAIL });
    expect(result.body).toMatchObject({ success: false });
    expect((await readProfile(customer)).devices).toHaveLength(1);
  });

  it('is rejected if no account is named', async () => {
    const staff = await signInStaffAs(server, 'support');
    expect((await detach('one', staff.accessToken)).status).toBe(400);
    expect((await detach('one', staff.accessToken, { uid: 'unknown' })).status).toBe(400);
  });
});

it('records connections of known devices only', async () => {
  await attach('one');
  const record = (deviceId: string) =>
    recordConnection(server.db, server.clock, { accountId: 1, deviceId, success: true });
  expect(await record('one')).toBe(true);
  expect(await record('never')).toBe(false);
});
