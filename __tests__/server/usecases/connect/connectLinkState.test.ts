/** Tests the state of a device link that the server returns to the page that shows the link. */
import { VpnRejected, VpnUnavailable } from '../../../../src/server/ports/vpnNetwork';
import { devices } from '../../../../src/server/store/schema/devices';
import { LIMITS } from '../../../../src/server/throttle/limits';
import { grantGiftMonths } from '../../../../src/server/usecases/billing/subscriptions/grantGiftMonths';
import { deliverDueOutbox } from '../../../../src/server/workers/delivery/deliverOutbox';
import { startTestServer, TEST_ORIGIN, type TestServer } from '../../../support/server';
import { type SignedInCustomer, signInByEmail } from '../../../support/signIn';

const DAY = 24 * 60 * 60_000;
const PHONE = 'ABCDEF0123456789';

let server: TestServer;
let customer: SignedInCustomer;

const link = async (): Promise<string> => {
  const { body } = await server.call('getConnectLink', {
    token: customer.accessToken,
    body: { system: 'ios' },
  });
  return body.url;
};

const fetchAs = (url: string, hwid: string) =>
  server.fetch(url.replace(TEST_ORIGIN, ''), {
    headers: {
      'User-Agent': 'Happ/5.6.0',
      'x-hwid': hwid,
      'x-device-os': 'iOS',
      'x-device-model': 'iPhone 15',
    },
  });

const readNews = async (url: string) => {
  const { status, body } = await server.call('getConnectLinkState', {
    body: { token: url.split('/s/')[1] ?? '' },
  });
  return status === 200 ? body : status;
};

beforeEach(async () => {
  server = await startTestServer();
  customer = await signInByEmail(server, 'vasilisa@example.com');
  await server.db.transaction((tx) =>
    grantGiftMonths(tx, server.deps, { accountId: 1, months: 1, giftId: 1, at: server.clock.now() }),
  );
});

afterEach(() => deliverDueOutbox(server.deps));

test('a link is unused until an application has fetched its configuration, then the device is named', async () => {
  const url = await link();
  expect(await readNews(url)).toEqual({ state: 'unused', deviceName: null });
  expect(await server.db.select().from(devices)).toEqual([]);
  server.vpnNetwork.failWith(new VpnUnavailable('nothing'));
  await fetchAs(url, PHONE);
  expect(await readNews(url)).toEqual({ state: 'preparing', deviceName: 'iPhone 15' });
  server.vpnNetwork.failWith(null);
  await fetchAs(url, PHONE);
  expect(await readNews(url)).toEqual({ state: 'connected', deviceName: 'iPhone 15' });
  expect(await readNews(await link())).toEqual({ state: 'unused', deviceName: null });
});

test('reports a detached device, ended access, an old link and a link of a full account', async () => {
  const url = await link();
  await fetchAs(url, PHONE);
  await server.call('detachDevice', { token: customer.accessToken, body: { deviceId: PHONE } });
  expect(await readNews(url)).toEqual({ state: 'detached', deviceName: 'iPhone 15' });
  for (const hwid of ['PHONE-ONE1', 'PHONE-TWO2', 'PHONE-TRI3']) await fetchAs(await link(), hwid);
  const unused = await link();
  expect(await readNews(unused)).toMatchObject({ state: 'full' });
  server.clock.advance(8 * DAY);
  expect(await readNews(unused)).toMatchObject({ state: 'stale' });
  server.clock.advance(40 * DAY);
  expect(await readNews(unused)).toMatchObject({ state: 'accessEnded' });
});

test('reports that the VPN panel rejects the credential of the device', async () => {
  const url = await link();
  server.vpnNetwork.failWith(new VpnRejected('the panel user prosvet-1 belongs to another owner'));
  await fetchAs(url, PHONE);
  expect(await readNews(url)).toEqual({ state: 'preparing', deviceName: 'iPhone 15', isRejected: true });
  server.vpnNetwork.failWith(null);
  await fetchAs(url, PHONE);
  expect(await readNews(url)).toEqual({ state: 'connected', deviceName: 'iPhone 15' });
});

test('the link reports that the access has ended, and works again after a renewal', async () => {
  const read = async () =>
    (await server.call('getConnectLink', { token: customer.accessToken, body: { system: 'ios' } })).body;
  expect((await read()).reason).toBeUndefined();
  server.clock.advance(60 * DAY);
  customer = await signInByEmail(server, 'vasilisa@example.com');
  const ended = await read();
  expect(ended).toMatchObject({ success: true, reason: 'accessEnded' });
  await server.db.transaction((tx) =>
    grantGiftMonths(tx, server.deps, {
      ...{ accountId: 1, months: 1, giftId: 99, at: server.clock.now() },
    }),
  );
  expect(await read()).toMatchObject({ url: ended.url });
  expect((await read()).reason).toBeUndefined();
});

test('guessed tokens and polling without a pause are throttled', async () => {
  const url = await link();
  for (let n = 0; n < LIMITS.linkStateReads.tries; n += 1) await readNews(url);
  expect(await readNews(url)).toBe(429);
  for (let n = 0; n < LIMITS.unknownLinks.tries; n += 1) {
    expect(await readNews(`/s/unknown-${n}`)).toEqual({ state: 'unknown', deviceName: null });
  }
  expect(await readNews('/s/one-more')).toBe(429);
});

test('returns nothing if VPN delivery is off', async () => {
  const url = await link();
  const silent = await startTestServer();
  silent.deps.vpnNetwork = null;
  const { status } = await silent.call('getConnectLinkState', { body: { token: url.split('/s/')[1] ?? '' } });
  expect(status).toBe(503);
});
