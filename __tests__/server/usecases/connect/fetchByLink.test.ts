/**
 * Tests fetching a device link: which VPN applications get a configuration, and which applications get a rejection
 * reason.
 */
import type { Settings } from '../../../../src/server/deps';
import { VpnUnavailable } from '../../../../src/server/ports/vpnNetwork';
import { connections, devices } from '../../../../src/server/store/schema/devices';
import { vpnLinks } from '../../../../src/server/store/schema/vpn';
import { buildLinkRejections, type LinkRejection } from '../../../../src/server/texts/links';
import { LIMITS } from '../../../../src/server/throttle/limits';
import { grantGiftMonths } from '../../../../src/server/usecases/billing/subscriptions/grantGiftMonths';
import { importVpnApps, LIST_CACHED_MS } from '../../../../src/server/usecases/connect/vpnAppList';
import { deliverDueOutbox } from '../../../../src/server/workers/delivery/deliverOutbox';
import { DEFAULT_VPN_APPS } from '../../../../src/shared/defaultVpnApps';
import { OFFER_TERMS } from '../../../../src/shared/offerTerms';
import { VPN_CLIENTS } from '../../../../src/shared/vpnClients';
import { onPostgres } from '../../../support/database';
import { startTestServer, TEST_ORIGIN, type TestServer } from '../../../support/server';
import { type SignedInCustomer, signInByEmail, signInStaffAs } from '../../../support/signIn';

const DAY = 24 * 60 * 60_000;
const PHONE = 'ABCDEF0123456789';

let server: TestServer;
let customer: SignedInCustomer;
let gifts = 0;

const give = (months: number) =>
  server.db.transaction((tx) =>
    grantGiftMonths(tx, server.deps, {
      accountId: 1,
      months,
      giftId: (gifts += 1),
      at: server.clock.now(),
    }),
  );

const link = async (): Promise<string> => {
  const { body } = await server.call('getConnectLink', {
    token: customer.accessToken,
    body: { system: 'ios' },
  });
  return body.url;
};

interface App {
  hwid?: string;
  userAgent?: string;
  headers?: Record<string, string>;
}

const get = (url: string, { hwid, userAgent = 'Happ/5.6.0/ios/273', headers = {} }: App = {}) =>
  server.fetch(url.replace(TEST_ORIGIN, ''), {
    headers: {
      'User-Agent': userAgent,
      ...(hwid === undefined ? {} : { 'x-hwid': hwid, 'x-device-os': 'iOS', 'x-device-model': 'iPhone 15' }),
      ...headers,
    },
  });

/** Fetches a device link like a VPN application that repeats its request after a 503. */
async function getInACrowd(url: string, app: App): Promise<Response> {
  for (;;) {
    const response = await get(url, app);
    if (response.status !== 503) return response;
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
  }
}

const decoded = (header: string | null) =>
  Buffer.from((header ?? '').slice('base64:'.length), 'base64').toString();

/** Returns the rejection reason that the application shows, or null for a valid configuration. */
async function parseRejection(response: Response): Promise<LinkRejection | null> {
  expect(response.status).toBe(200);
  const message = response.headers.get('announce');
  const body = await response.text();
  if (message === null) {
    expect(body).toMatch(/^configuration of \d+(-\d+)?$/);
    return null;
  }
  const line = Buffer.from(body, 'base64').toString();
  expect(decodeURIComponent(line.split('#')[1] ?? '')).toBe(decoded(message));
  expect(line).toMatch(/^vless:\/\/0{8}-0{4}-0{4}-0{4}-0{12}@0\.0\.0\.0:1\?/);
  const texts = Object.entries(buildLinkRejections(OFFER_TERMS)) as [LinkRejection, string][];
  return texts.find(([, text]) => text === decoded(message))?.[0] ?? null;
}

const attached = async () =>
  (await server.db.select().from(devices).orderBy(devices.id)).filter(
    ({ detachedAt }) => detachedAt === null,
  );

const detach = (deviceId: string) =>
  server.call('detachDevice', { token: customer.accessToken, body: { deviceId } });

async function start(settings: Partial<Settings> = {}): Promise<void> {
  server = await startTestServer({ settings });
  customer = await signInByEmail(server, 'vasilisa@example.com');
  await give(1);
}

beforeEach(() => start());

afterEach(() => deliverDueOutbox(server.deps));

test('the first application that fetches a link takes a slot and gets the configuration of the panel', async () => {
  const url = await link();
  expect(url).toMatch(/^http:\/\/localhost:8080\/s\/vl_[\w-]{43}$/);
  expect(await link()).toBe(url);
  expect(await attached()).toEqual([]);

  const response = await get(url, { hwid: PHONE });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'text/plain',
    'profile-update-interval': '6',
    'subscription-userinfo': `upload=0; download=0; expire=${Date.parse('2026-12-21T09:00:00.000Z') / 1000}`,
  });
  expect(await parseRejection(response)).toBeNull();
  expect(await attached()).toMatchObject([{ deviceId: PHONE, deviceName: 'iPhone 15', platform: 'ios' }]);
  expect(await parseRejection(await get(url, { hwid: PHONE }))).toBeNull();
  expect(await attached()).toHaveLength(1);
  expect(await link()).not.toBe(url);
});

test('a link that is passed to a second phone, or whose phone changes its id, is rejected with a reason', async () => {
  const url = await link();
  await get(url, { hwid: PHONE });
  const response = await get(url, { hwid: 'ANOTHERPHONE12' });
  expect(response.headers.get('x-hwid-limit')).toBe('true');
  expect(await parseRejection(response)).toBe('otherDevice');
  expect(await attached()).toHaveLength(1);
});

test.each([
  ['no device id', undefined],
  ['a device id that no application makes', 'short'],
  ['the id of a device without one', 'link-00000001'],
])('a link whose first application sent a device id rejects one that sends %s', async (_what, hwid) => {
  const url = await link();
  await get(url, { hwid: PHONE });
  const app = hwid === undefined ? {} : { headers: { 'x-hwid': hwid } };
  const response = await get(url, { userAgent: 'v2rayNG/1.10.8', ...app });
  expect(response.headers.get('x-hwid-not-supported')).toBe('true');
  expect(response.headers.get('x-hwid-limit')).toBeNull();
  expect(await parseRejection(response)).toBe('noDeviceId');
  expect(await attached()).toMatchObject([{ deviceId: PHONE }]);
  const staffToken = (await signInStaffAs(server, 'support')).accessToken;
  const { body } = await server.call('getTimeline', { token: staffToken, body: { userId: 1 } });
  expect(body.entries).toContainEqual(
    expect.objectContaining({
      kind: 'device',
      action: 'rejected',
      details: expect.objectContaining({ reason: 'noDeviceId' }) as object,
    }),
  );
  expect(await parseRejection(await get(url, { hwid: PHONE }))).toBeNull();
});

test.each([
  ['none', undefined],
  ['too short', 'short'],
  ['with blanks', 'a b c d e f g h i j k l'],
  ['a thousand emails', 'x'.repeat(1000)],
  ['the id of a device without one', 'link-00000001'],
])('an application with an absurd device id (%s) is identified by its link alone', async (_what, hwid) => {
  const url = await link();
  const app = hwid === undefined ? {} : { headers: { 'x-hwid': hwid } };
  expect(await parseRejection(await get(url, app))).toBeNull();
  const [device] = await attached();
  expect(device?.deviceId).toMatch(/^link-\d+$/);
  expect(await parseRejection(await get(url, { hwid: PHONE }))).toBeNull();
  expect(await attached()).toHaveLength(1);
});

test.each([
  ['in the emails of its owner', 'Телефон Василисы', 'Телефон Василисы'],
  ['longer than a name is kept', '😀'.repeat(150), '😀'.repeat(100)],
  ['of nothing that can be shown', '\u0001\u0002', 'Happ'],
])('a device with a name %s is shown with a valid name', async (_what, told, shown) => {
  // Applications send UTF-8 bytes, which HTTP decodes as Latin-1 characters.
  const model = Buffer.from(told).toString('latin1');
  const headers = { 'x-hwid': PHONE, 'x-device-model': model };
  expect(await parseRejection(await get(await link(), { headers }))).toBeNull();
  expect((await attached()).map(({ deviceName }) => deviceName)).toEqual([shown]);
});

test('the fourth device gets a reason instead of a slot, and a slot once one is free', async () => {
  for (const hwid of ['PHONE-ONE1', 'PHONE-TWO2', 'PHONE-TRI3']) await get(await link(), { hwid });
  const url = await link();
  expect(await parseRejection(await get(url, { hwid: 'PHONE-FOUR' }))).toBe('noSlot');
  await detach('PHONE-ONE1');
  expect(await parseRejection(await get(url, { hwid: 'PHONE-FOUR' }))).toBeNull();
  expect((await attached()).map(({ deviceId }) => deviceId)).toEqual([
    'PHONE-TWO2',
    'PHONE-TRI3',
    'PHONE-FOUR',
  ]);
});

test('a detached device gets a reason, its credential is closed, and only a new link attaches it again', async () => {
  const url = await link();
  await get(url, { hwid: PHONE });
  expect(server.vpnNetwork.keys.size).toBe(1);
  await detach(PHONE);
  await deliverDueOutbox(server.deps);
  expect(server.vpnNetwork.keys.size).toBe(0);
  expect(await parseRejection(await get(url, { hwid: PHONE }))).toBe('detached');
  expect(await parseRejection(await get(await link(), { hwid: PHONE }))).toBeNull();
  expect(await parseRejection(await get(url, { hwid: PHONE }))).toBe('detached');
  expect(await server.db.select().from(connections)).toMatchObject([{ deviceId: PHONE, success: false }]);
});

test('one phone in two accounts is a separate device in each, and neither link gives access to the other account', async () => {
  const url = await link();
  await get(url, { hwid: PHONE });
  const other = await signInByEmail(server, 'koschei@example.com');
  await server.db.transaction((tx) =>
    grantGiftMonths(tx, server.deps, {
      accountId: 2,
      months: 1,
      giftId: (gifts += 1),
      at: server.clock.now(),
    }),
  );
  const { body } = await server.call('getConnectLink', { token: other.accessToken, body: { system: 'ios' } });
  expect(await parseRejection(await get(body.url, { hwid: PHONE }))).toBeNull();
  expect((await attached()).map(({ accountId, deviceId }) => [accountId, deviceId]).sort()).toEqual([
    [1, PHONE],
    [2, PHONE],
  ]);
  await detach(PHONE);
  expect(await parseRejection(await get(url, { hwid: PHONE }))).toBe('detached');
  expect(await parseRejection(await get(body.url, { hwid: PHONE }))).toBeNull();
});

test('a renewal never changes a link, and without access the link returns a reason', async () => {
  const url = await link();
  await get(url, { hwid: PHONE });
  const [before] = [...server.vpnNetwork.keys.values()];
  server.clock.advance(40 * DAY);
  await deliverDueOutbox(server.deps);
  expect(await parseRejection(await get(url, { hwid: PHONE }))).toBe('accessEnded');
  await give(2);
  await deliverDueOutbox(server.deps);
  expect(await parseRejection(await get(url, { hwid: PHONE }))).toBeNull();
  expect([...server.vpnNetwork.keys.values()][0]?.ref).toBe(before?.ref);
});

test('a link that was not fetched for a week has expired', async () => {
  const url = await link();
  server.clock.advance(8 * DAY);
  expect(await parseRejection(await get(url, { hwid: PHONE }))).toBe('stale');
  expect(await attached()).toEqual([]);
});

test('while the panel is unresponsive an application gets a response to retry later, and no change is lost', async () => {
  const url = await link();
  server.vpnNetwork.failWith(new VpnUnavailable('nothing'));
  const response = await get(url, { hwid: PHONE });
  expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([
    503,
    '60',
    '',
  ]);
  server.vpnNetwork.failWith(null);
  expect(await parseRejection(await get(url, { hwid: PHONE }))).toBeNull();
  expect(await attached()).toHaveLength(1);
});

test('a credential that the panel has lost is created again while the application waits', async () => {
  const url = await link();
  await get(url, { hwid: PHONE });
  server.vpnNetwork.keys.clear();
  expect(await parseRejection(await get(url, { hwid: PHONE }))).toBeNull();
});

test('unknown links return 404, and guessing many links or fetching one link repeatedly is throttled', async () => {
  for (const token of ['x', `vl_${'A'.repeat(43)}`, 'A'.repeat(5000), '%00', 'ca_nothing']) {
    expect((await get(`/s/${token}`)).status).toBe(404);
  }
  for (let n = 5; n < LIMITS.unknownLinks.tries; n += 1) await get(`/s/unknown-${n}`);
  expect((await get('/s/one-more')).status).toBe(429);
  const url = await link();
  for (let n = 0; n < LIMITS.linkFetches.tries; n += 1) await get(url, { hwid: PHONE });
  expect((await get(url, { hwid: PHONE })).status).toBe(429);
});

const LOOKERS = [
  'TelegramBot (like TwitterBot)',
  'WhatsApp/2.23',
  'Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
  'Viber/24.8.0.2 (Android; preview)',
  'Viber',
  'curl/8.5.0',
  'python-requests/2.32.3',
  'Go-http-client/2.0',
  'okhttp/4.12.0',
  'Happiness/1.0',
  'like Happ/5.6.0',
  '',
];

test.each(LOOKERS)(
  'a program that is no VPN application takes no slot and gets no server list (%s)',
  async (userAgent) => {
    const url = await link();
    for (const end of ['', '/']) {
      const response = await get(`${url}${end}`, { userAgent, headers: { Accept: '*/*' } });
      expect(response.status).toBe(403);
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      const [line, ...rest] = (await response.text()).split('\n');
      expect(line).toBe(buildLinkRejections(OFFER_TERMS).unknownClient);
      expect(rest).toEqual(['']);
      // The server of this test has no website, so the page is a 404.
      const page = await get(`${url}${end}`, { userAgent, headers: { Accept: 'text/html,*/*' } });
      expect(page.status).toBe(404);
      const head = await server.fetch(url.replace(TEST_ORIGIN, ''), {
        method: 'HEAD',
        headers: { 'User-Agent': 'Happ/5.6.0/ios/273', Accept: '*/*' },
      });
      expect(head.status).toBe(403);
    }
    expect(await attached()).toEqual([]);
    expect(await parseRejection(await get(`${url}/`, { hwid: PHONE }))).toBeNull();
  },
);

test('the console shows the name of an unknown application that was rejected', async () => {
  const url = await link();
  await get(url, { userAgent: 'NewClient/1.0 (Android)', headers: { Accept: '*/*' } });
  const staffToken = (await signInStaffAs(server, 'support')).accessToken;
  const { body } = await server.call('getTimeline', { token: staffToken, body: { userId: 1 } });
  expect(body.entries).toContainEqual(
    expect.objectContaining({
      kind: 'device',
      action: 'rejected',
      details: expect.objectContaining({ reason: 'unknownClient', app: 'NewClient' }) as object,
    }),
  );
});

/** Example of the User-Agent of each known client. The names are those of the sources in `VPN_CLIENTS`. */
const USER_AGENTS: Readonly<Record<(typeof VPN_CLIENTS)[number], string>> = {
  Happ: 'Happ/3.13.0/Android/17',
  INCY: 'INCY/2.4.1/Android',
  'FlClash X': 'FlClash X/v0.3.0 core/v1.19 Platform/windows',
  Flowvy: 'Flowvy/1.0.0',
  Streisand: 'Streisand/1.6.60 CFNetwork/1568 Darwin/24.0.0',
  V2Box: 'V2Box 8.8;IOS 15.1',
  FlClash: 'FlClash/v0.8.80 clash-verge Platform/android',
  FlClashX: 'FlClashX/0.2.0',
  Murge: 'Murge/1.0.0',
  mihomo: 'mihomo/1.19.27',
  'prizrak-box': 'prizrak-box/1.0.21',
  'koala-clash': 'koala-clash/1.0.0',
  'clash-verge': 'clash-verge/v1.5.11',
  'clash-nyanpasu': 'clash-nyanpasu/v1.6.1',
  'ClashX Meta': 'ClashX Meta/1.4.0 (com.metacubex.ClashX; build:1; macOS 15.0.0) Alamofire/5.9.1',
  'Clash-Meta': 'Clash-Meta/Prizrak-Box',
  'Clash.Meta': 'Clash.Meta/1.18.0',
  ClashMeta: 'ClashMeta/1.18.0',
  Clash: 'Clash/1.9.0',
  Stash: 'Stash/2.7.5 Clash/1.11.0',
  SFA: 'SFA/1.12.0 (603; sing-box 1.12.0; language ru_RU)',
  SFI: 'SFI/1.12.0 (Build 1; sing-box 1.12.0; language ru_RU)',
  SFM: 'SFM/1.12.0 (Build 1; sing-box 1.12.0; language ru_RU)',
  SFT: 'SFT/1.12.0 (Build 1; sing-box 1.12.0; language ru_RU)',
  Karing: 'Karing/1.2.22.2502 platform/ios;mihomo/1.19.27;clash-verge;sing-box 1.13.0',
  v2raytun: 'v2raytun/ios',
  v2rayN: 'v2rayN/7.4.2',
  v2rayNG: 'v2rayNG/1.10.8',
  HiddifyNext: 'HiddifyNext/4.1.1 (android) like ClashMeta v2ray sing-box',
  NekoBox: 'NekoBox/Android/1.3.4 (Prefer ClashMeta Format)',
  Shadowrocket: 'Shadowrocket/2070 CFNetwork/1410.0.3 Darwin/22.4.0',
  ClashMetaForAndroid: 'ClashMetaForAndroid/2.11.10.Meta',
};

test.each(VPN_CLIENTS)('%s takes a slot without a device id', async (name) => {
  const url = await link();
  const response = await get(url, { userAgent: USER_AGENTS[name], headers: { Accept: '*/*' } });
  expect(await parseRejection(response)).toBeNull();
  expect(await attached()).toHaveLength(1);
});

test('each application of the shipped list is known, also if admins removed it', () => {
  for (const { clients = [] } of DEFAULT_VPN_APPS) {
    expect(clients).not.toEqual([]);
    expect(VPN_CLIENTS).toEqual(expect.arrayContaining([...clients]));
  }
});

test('an admin adds an application by the name in its User-Agent, and a disabled application is known as well', async () => {
  const app = { id: 'new', name: 'New', disabled: true, stores: {} };
  await importVpnApps(server.deps, [{ ...app, clients: ['NewClient'] }]);
  server.clock.advance(LIST_CACHED_MS);
  const url = await link();
  expect(await parseRejection(await get(url, { userAgent: 'newclient/2.0' }))).toBeNull();
  expect(await attached()).toHaveLength(1);
});

test('a device without an id is served only to the application that bound it, until that application sends an id', async () => {
  const url = await link();
  expect(await parseRejection(await get(url, { userAgent: 'v2rayNG/1.10.8' }))).toBeNull();
  expect(await parseRejection(await get(url, { userAgent: 'v2rayNG/1.11.0' }))).toBeNull();
  expect(await parseRejection(await get(url, { userAgent: 'Happ/5.6.0/ios/273' }))).toBe('otherDevice');
  expect(await parseRejection(await get(url, { userAgent: 'Happ/5.6.0/ios/273', hwid: PHONE }))).toBe(
    'otherDevice',
  );
  expect(await parseRejection(await get(url, { userAgent: 'curl/8.5.0' }))).toBe('otherDevice');
  expect(await parseRejection(await get(url, { userAgent: 'v2rayNG/1.11.0', hwid: PHONE }))).toBeNull();
  expect(await attached()).toMatchObject([{ deviceId: PHONE }]);
  expect(await parseRejection(await get(url, { userAgent: 'v2rayNG/1.11.0' }))).toBe('noDeviceId');
  expect(await parseRejection(await get(url, { userAgent: 'v2rayNG/1.11.0', hwid: 'ANOTHERPHONE12' }))).toBe(
    'otherDevice',
  );
});

test('a link that an unknown application bound before the upgrade goes on serving it', async () => {
  const url = await link();
  await get(url, { userAgent: 'Happ/5.6.0/ios/273' });
  await server.db.update(vpnLinks).set({ app: 'OldClient' });
  expect(await parseRejection(await get(url, { userAgent: 'OldClient/1.0' }))).toBeNull();
  expect(await parseRejection(await get(url, { userAgent: 'Happ/5.6.0/ios/273' }))).toBe('otherDevice');
});

test('no log contains a token or a configuration', async () => {
  const url = await link();
  await get(url, { hwid: PHONE });
  server.vpnNetwork.failWith(new VpnUnavailable('nothing'));
  await get(url, { hwid: PHONE });
  const logged = JSON.stringify(server.logs);
  expect(logged).toContain('/s/:token');
  expect(logged).not.toContain(url.split('/s/')[1]);
  expect(logged).not.toContain('configuration of');
  expect(JSON.stringify(await server.db.select().from(vpnLinks))).not.toContain(url.split('/s/')[1]);
});

test('exactly three of 200 concurrent first fetches become devices if three slots are free', async () => {
  const urls: string[] = [];
  for (let n = 0; n < 10; n += 1) {
    urls.push(await link());
    // The server would return a recent unused link again, so the test moves the creation date of the link back.
    await server.db.update(vpnLinks).set({ createdAt: new Date(server.clock.now().getTime() - 8 * DAY) });
  }
  await server.db.update(vpnLinks).set({ createdAt: server.clock.now() });
  const outcomes = await Promise.all(
    Array.from({ length: 200 }, async (_, n) =>
      parseRejection(
        await getInACrowd(urls[n % urls.length] ?? '', { hwid: `PHONE-${String(n % 10).padStart(8, '0')}` }),
      ),
    ),
  );
  const devicesNow = await attached();
  const given = outcomes.filter((reason) => reason === null).length;
  process.stdout.write(
    `200 first fetches over ${OFFER_TERMS.maxDevices} slots (${onPostgres ? 'PostgreSQL' : 'PGlite'}): ${devicesNow.length} devices, ${given} answers with a configuration\n`,
  );
  expect(devicesNow).toHaveLength(OFFER_TERMS.maxDevices);
  expect(new Set(outcomes)).toEqual(new Set([null, 'noSlot']));
});
