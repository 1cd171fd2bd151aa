/** Tests the customer lookup by an exact identifier. */
import { desc, eq } from 'drizzle-orm';
import type { LedgerEventData } from '../../../../src/server/domain/billing/ledgerEvents';
import { accountEvents } from '../../../../src/server/store/schema/accountEvents';
import { failedRequests } from '../../../../src/server/store/schema/failedRequests';
import { orders } from '../../../../src/server/store/schema/orders';
import { staffAudit } from '../../../../src/server/store/schema/staff';
import { ledgerEvents, paymentEvents } from '../../../../src/server/store/schema/subscriptions';
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
  const findMatch = async (value: string) => {
    const { body } = await server.call('findUsers', { token, body: { value } });
    return body.matches.map(({ matchedBy, matched }) => [matchedBy, matched]);
  };
  for (const value of ['43', '#43', 'payment #43'])
    expect(await findMatch(value)).toEqual([['payment', '43']]);
  for (const value of [deviceId.slice(0, 10), `device ${deviceId.slice(0, 10)}`]) {
    expect(await findMatch(value)).toEqual([['shownDeviceId', deviceId]]);
  }
  expect(await findMatch(customer.uid.slice(0, 18))).toEqual([['shownUid', customer.uid]]);
  expect(await findMatch('1-2')).toEqual([['vpnCredential', '1-2']]);
  expect(await findMatch('prosvet-1-2')).toEqual([['vpnCredential', 'prosvet-1-2']]);
  expect(await findMatch('prosvet-1')).toEqual([['vpnCredential', 'prosvet-1']]);
  await server.db.delete(vpnKeys);
  expect(await findMatch('1')).toEqual([['customerId', '1']]);
  const requestId = 'abcdef12-1111-4222-8333-444455556666';
  await server.db
    .insert(accountEvents)
    .values({ ...{ accountId: 1, at, kind: 'device', details: {} }, requestId });
  for (const value of [requestId, 'abcdef12']) {
    expect(await findMatch(value)).toEqual([['requestId', requestId]]);
  }
  for (const value of [
    '1-3',
    '2',
    '0',
    'abcdef13',
    'abcdef1',
    '2147483648',
    '#',
    deviceId.slice(0, 9),
    deviceId.slice(0, 11),
  ]) {
    expect(await findMatch(value)).toEqual([]);
  }
});

it('finds the customers of payments by card, amount and day, the latest payment first', async () => {
  const other = await signInByEmail(server, 'boris@example.com');
  const payment = (accountId: number, at: string, data: object) => ({
    ...{ accountId, eventKey: `e-${String(accountId)}-${at}`, at: new Date(at), recordedAt: new Date(at) },
    ...{ kind: 'paymentSucceeded' as const, data: data as LedgerEventData },
  });
  const CARD = { amountKopecks: 29_900, cardMask: '•••• 4242' };
  await server.db
    .insert(ledgerEvents)
    .values([
      payment(1, '2026-11-22T20:59:00Z', CARD),
      payment(1, '2026-11-23T07:15:00Z', CARD),
      payment(2, '2026-11-23T20:59:59Z', { ...CARD, amountKopecks: 44_900 }),
      { ...payment(2, '2026-11-20T07:00:00Z', { ...CARD, cardMask: '•••• 1111' }), kind: 'paymentFailed' },
      { ...payment(2, '2026-11-19T07:00:00Z', { amountKopecks: 14_950 }), kind: 'refunded' },
      { ...payment(2, '2026-11-18T07:00:00Z', { amountKopecks: 77_700 }), kind: 'refundDecided' },
    ]);
  const findMatches = async (value: string) => {
    const { body } = await server.call('findUsers', { token, body: { value } });
    return body.matches.map(({ user, matchedBy, payment: found }) => [user.email, matchedBy, found?.at]);
  };
  const ofCustomer = [customer.email, 'paid', '2026-11-23T07:15:00.000Z'];
  const ofOther = [other.email, 'paid', '2026-11-23T20:59:59.000Z'];
  expect(await findMatches('4242 23.11.26')).toEqual([ofOther, ofCustomer]);
  expect(await findMatches('4242')).toEqual([ofOther, ofCustomer]);
  for (const value of [
    '299 23.11.26',
    '299,00 ₽ 2026-11-23',
    '4242 299',
    '299 ₽, •••• 4242, 23.11.26 10:15',
  ]) {
    expect(await findMatches(value)).toEqual([ofCustomer]);
  }
  expect(await findMatches('1111 20.11.26')).toEqual([[other.email, 'declined', '2026-11-20T07:00:00.000Z']]);
  expect(await findMatches('149,50')).toEqual([[other.email, 'refunded', '2026-11-19T07:00:00.000Z']]);
  for (const value of ['299 24.11.26', '4243 23.11.26', '777 18.11.26', '299']) {
    expect(await findMatches(value)).toEqual([]);
  }
  const { body } = await server.call('findUsers', { token, body: { value: '449 23.11.26' } });
  expect(body).toMatchObject({
    matches: [{ payment: { amount: 449, cardMask: '•••• 4242' }, matched: null }],
    hasMore: false,
  });
});

it('lists ten customers of a payment search, and reports that there are more', async () => {
  for (let number = 2; number <= 11; number += 1)
    await signInByEmail(server, `c${String(number)}@example.com`);
  const at = new Date('2026-11-23T07:00:00Z');
  await server.db.insert(ledgerEvents).values(
    Array.from({ length: 11 }, (_, index) => ({
      ...{ accountId: index + 1, eventKey: `e-${String(index)}`, at, recordedAt: at },
      ...{ kind: 'paymentSucceeded' as const, data: { amountKopecks: 29_900 } as LedgerEventData },
    })),
  );
  const { body } = await server.call('findUsers', { token, body: { value: '299 23.11.26' } });
  expect(body.matches).toHaveLength(10);
  expect(body.hasMore).toBe(true);
});

it('finds by gift key the customer who activated it, in any notation, and never records the key', async () => {
  const { body } = await server.call('createGift', { token, body: { months: 1 } });
  const key = body.activationKey;
  expect(await find(key)).toEqual([]);
  const findGift = async () => (await server.call('findUsers', { token, body: { value: key } })).body.gift;
  expect(await findGift()).toMatchObject({ state: 'new', createdBy: 'senior', keyEnding: key.slice(-4) });
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
  expect(await findGift()).toMatchObject({
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
  const findFirst = (kind: RegExp) => (kind.test(key) ? key.search(kind) : key.length);
  const shown = Math.max(16, findFirst(/\d/), findFirst(/[A-Z]/));
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

describe('the audit entry of a found customer names the account', () => {
  const lastEntry = async () =>
    (await server.db.select().from(staffAudit).orderBy(desc(staffAudit.id)).limit(1))[0];

  it('that made a failed request, found by its support code', async () => {
    const requestId = '0f8fad5b-d9cb-469f-a165-70867728950e';
    await server.db.insert(failedRequests).values({
      ...{ requestId, at: server.clock.now(), call: 'getShop', accountId: 1 },
      ...{ errorCode: 'Error', error: 'Error' },
    });
    const { body } = await server.call('findUsers', { token, body: { value: requestId } });
    expect(body.failedRequests).toMatchObject([{ customer: { email: customer.email } }]);
    expect(await lastEntry()).toMatchObject({
      accountId: 1,
      details: { found: [{ matchedBy: 'requestId', accountId: 1 }] },
    });
  });

  it('that activated a gift, found by the number of the gift', async () => {
    const gift = await server.call('createGift', { token, body: { months: 1 } });
    const key = gift.body.activationKey;
    await server.call('activateGift', { token: customer.accessToken, body: { key } });
    const { body } = await server.call('findUsers', { token, body: { value: 'gift id: 1' } });
    expect(body.gift).toMatchObject({ activatedBy: { email: customer.email } });
    expect(await lastEntry()).toMatchObject({
      accountId: 1,
      details: { found: [{ matchedBy: 'gift', accountId: 1 }] },
    });
  });

  it('that a search by a part of the email finds alone', async () => {
    const search = (emailPart: string) => server.call('searchUsers', { token, query: { emailPart } });
    await search('vasilisa');
    expect(await lastEntry()).toMatchObject({ action: 'searchUsers', accountId: 1 });
    // A search changes nothing for the customer, so the timeline does not show it.
    const { body } = await server.call('getTimeline', { token, body: { userId: 1 } });
    expect(JSON.stringify(body)).not.toContain('searchUsers');
    await signInByEmail(server, 'vasilisa@example.org');
    await search('vasilisa');
    expect(await lastEntry()).toMatchObject({ action: 'searchUsers', accountId: null });
  });
});
