/** Tests the customer lookup by an exact identifier. */
import { desc, eq } from 'drizzle-orm';
import { orders } from '../../../../src/server/store/schema/orders';
import { staffAudit } from '../../../../src/server/store/schema/staff';
import { paymentEvents } from '../../../../src/server/store/schema/subscriptions';
import { vpnKeys } from '../../../../src/server/store/schema/vpn';
import { attachDevice } from '../../../../src/server/usecases/customer/devices';
import { PROVIDER } from '../../../support/paymentEvents';
import { startTestServer, type TestServer } from '../../../support/server';
import { type SignedInCustomer, signInByEmail, signInStaffAs } from '../../../support/signIn';

let server: TestServer;
let token: string;
let customer: SignedInCustomer;

beforeEach(async () => {
  server = await startTestServer();
  token = (await signInStaffAs(server, 'senior')).accessToken;
  customer = await signInByEmail(server, 'vasilisa@example.com');
});

const find = async (value: string) => {
  const { body } = await server.call('findUsers', { token, body: { value } });
  return body.matches.map(({ matchedBy, user }) => [matchedBy, user.email]);
};

it('finds by uid, device id, order and payment number, exactly', async () => {
  await attachDevice(server.db, server.clock, {
    accountId: 1,
    deviceId: 'device-one',
    deviceName: 'Phone',
    platform: 'android',
    firebaseToken: null,
  });
  await server.call('getShop', { token: customer.accessToken, body: {} });
  const [order] = await server.db.select().from(orders).where(eq(orders.accountId, 1));
  const at = server.clock.now();
  await server.db.insert(paymentEvents).values({
    eventKey: 'pay-1',
    provider: PROVIDER,
    kind: 'pay',
    source: 'notification',
    accountId: 1,
    transactionId: '504',
    verdict: 'applied',
    payload: {},
    providerAt: at,
    receivedAt: at,
  });
  expect(await find(customer.uid)).toEqual([['uid', customer.email]]);
  expect(await find('  device-one ')).toEqual([['deviceId', customer.email]]);
  expect(await find(order?.id ?? '')).toEqual([['order', customer.email]]);
  expect(await find('504')).toEqual([['payment', customer.email]]);
  for (const part of ['device-on', '50', customer.uid.slice(1), 'device_one', '%', 'vasilisa']) {
    expect(await find(part)).toEqual([]);
  }
});

it('finds by every short or shortened id that the console shows, and returns the complete id', async () => {
  const deviceId = 'b7e1f0aa-3c41-4d5e';
  await attachDevice(server.db, server.clock, {
    ...{ accountId: 1, deviceId, deviceName: 'Phone', platform: 'android', firebaseToken: null },
  });
  await server.db.insert(vpnKeys).values({ deviceId: 1, generation: 2, revision: 1 }).onConflictDoNothing();
  await server.db.update(vpnKeys).set({ generation: 2 });
  const at = server.clock.now();
  await server.db.insert(paymentEvents).values({
    ...{ eventKey: 'pay-1', provider: PROVIDER, kind: 'pay', source: 'notification', accountId: 1 },
    ...{ transactionId: '43', verdict: 'applied', payload: {}, providerAt: at, receivedAt: at },
  });
  const matchOf = async (value: string) => {
    const { body } = await server.call('findUsers', { token, body: { value } });
    return body.matches.map(({ matchedBy, matched }) => [matchedBy, matched]);
  };
  for (const value of ['43', '#43', 'payment #43']) expect(await matchOf(value)).toEqual([['payment', '43']]);
  for (const value of [deviceId.slice(0, 10), `device ${deviceId.slice(0, 10)}`]) {
    expect(await matchOf(value)).toEqual([['shownDeviceId', deviceId]]);
  }
  expect(await matchOf(customer.uid.slice(0, 18))).toEqual([['shownUid', customer.uid]]);
  expect(await matchOf('1-2')).toEqual([['vpnCredential', '1-2']]);
  expect(await matchOf('prosvet-1-2')).toEqual([['vpnCredential', 'prosvet-1-2']]);
  expect(await matchOf('prosvet-1')).toEqual([['vpnCredential', 'prosvet-1']]);
  await server.db.delete(vpnKeys);
  expect(await matchOf('1')).toEqual([['customerId', '1']]);
  for (const value of ['1-3', '2', '0', '2147483648', '#', deviceId.slice(0, 9), deviceId.slice(0, 11)]) {
    expect(await matchOf(value)).toEqual([]);
  }
});

it('finds by gift key the customer who activated it, in any notation, and never records the key', async () => {
  const { body } = await server.call('createGift', { token, body: { months: 1 } });
  const key = body.activationKey;
  expect(await find(key)).toEqual([]);
  const giftOf = async () => (await server.call('findUsers', { token, body: { value: key } })).body.gift;
  expect(await giftOf()).toMatchObject({ state: 'new', createdBy: 'senior', keyEnding: key.slice(-4) });
  await server.call('activateGift', { token: customer.accessToken, body: { key } });
  expect(await find(key)).toEqual([['giftKey', customer.email]]);
  expect(await find(key.toLowerCase().replace(/(.{5})/g, '$1-'))).toEqual([['giftKey', customer.email]]);
  const audit = await server.db
    .select()
    .from(staffAudit)
    .where(eq(staffAudit.action, 'findUsers'))
    .orderBy(staffAudit.id);
  expect(audit).toHaveLength(4);
  expect(JSON.stringify(audit).toUpperCase()).not.toContain(key);
  expect(audit.at(-1)?.details).toEqual({
    giftKey: true,
    giftId: 1,
    found: [{ matchedBy: 'giftKey', accountId: 1 }],
  });
  expect(await giftOf()).toMatchObject({
    state: 'activated',
    activatedAt: server.clock.now().toISOString(),
    activatedBy: { id: 1, email: customer.email },
  });
});

it('records at most 16 characters of a slowly typed gift key, but a complete device id', async () => {
  const { body } = await server.call('createGift', { token, body: { months: 1 } });
  const key = body.activationKey;
  for (let length = 15; length <= 26; length += 1) {
    await find(key.slice(0, length));
    await server.call('searchUsers', { token, query: { emailPart: key.slice(0, length) } });
  }
  // A gift key is recognised only once it contains both a digit and an alphabetic character. Before this point more characters may be
  // recorded.
  const firstOf = (kind: RegExp) => (kind.test(key) ? key.search(kind) : key.length);
  const shown = Math.max(16, firstOf(/\d/), firstOf(/[A-Z]/));
  const audit = JSON.stringify(await server.db.select().from(staffAudit));
  expect(audit).not.toContain(key.slice(0, shown + 1));
  const device = { accountId: 1, deviceId: '9774d56d682e549c7f', deviceName: 'Phone', platform: 'android' };
  await attachDevice(server.db, server.clock, device);
  expect(await find('9774d56d682e549c7f')).toEqual([['deviceId', customer.email]]);
  const [last] = await server.db.select().from(staffAudit).orderBy(desc(staffAudit.id)).limit(1);
  expect(last?.details).toMatchObject({ value: '9774d56d682e549c7f' });
});

it('accepts a gift link instead of its key, and records neither', async () => {
  const { body } = await server.call('createGift', { token, body: { months: 1 } });
  const key = body.activationKey;
  const link = `https://prosvet.example/gift?key=${key}`;
  await server.call('activateGift', { token: customer.accessToken, body: { key } });
  expect(await find(link)).toEqual([['giftKey', customer.email]]);
  await server.call('searchUsers', { token, query: { emailPart: key } });
  await server.call('searchUsers', { token, query: { emailPart: link } });
  const audit = JSON.stringify(await server.db.select().from(staffAudit));
  expect(audit).toContain('searchUsers');
  expect(audit.toUpperCase()).not.toContain(key);
});

it('returns the name and the role of the signed-in staff member', async () => {
  const { body } = await server.call('getStaffMe', { token, body: {} });
  expect(body).toEqual({ username: 'senior', role: 'senior', totpEnabled: false, totpRequired: false });
});
