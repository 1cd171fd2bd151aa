/** Tests device links with several domains: their base URL, the fallback of VPN apps, the counted fetches, and the marks. */
import net, { type AddressInfo } from 'node:net';
import { asc } from 'drizzle-orm';
import type { Settings } from '../../../../src/server/deps';
import { VpnUnavailable } from '../../../../src/server/ports/vpnNetwork';
import { createSimulatedApps } from '../../../../src/server/sandbox/simulatedApps';
import { linkFetches } from '../../../../src/server/store/schema/linkDomains';
import { subscriptions } from '../../../../src/server/store/schema/subscriptions';
import { vpnLinks } from '../../../../src/server/store/schema/vpn';
import { grantGiftMonths } from '../../../../src/server/usecases/billing/subscriptions/grantGiftMonths';
import { storeLinkFetches } from '../../../../src/server/usecases/connect/linkDomains';
import { readLinkDomains } from '../../../../src/server/usecases/console/linkDomains';
import { deliverDueOutbox } from '../../../../src/server/workers/delivery/deliverOutbox';
import { startTestServer, type TestServer } from '../../../support/server';
import { type SignedInCustomer, signInByEmail, signInStaffAs } from '../../../support/signIn';

const HOUR = 3_600_000;
const PHONE = 'ABCDEF0123456789';
const HAPP = 'Happ/5.6.0/ios/273';
const [ONE, TWO, THREE] = ['https://one.example', 'https://two.example', 'https://three.example'];

let server: TestServer;
let customer: SignedInCustomer;
let admin: string;
let gifts = 0;

async function start(settings: Partial<Settings> = { vpnLinkBaseUrls: [ONE, TWO, THREE] }): Promise<void> {
  server = await startTestServer({ settings });
  customer = await signInByEmail(server, 'vasilisa@example.com');
  await give(1);
  admin = (await signInStaffAs(server, 'admin')).accessToken;
}

const give = (months: number) =>
  server.db.transaction((tx) =>
    grantGiftMonths(tx, server.deps, {
      ...{ accountId: 1, months, giftId: (gifts += 1), at: server.clock.now() },
    }),
  );

const link = async (): Promise<string> =>
  (await server.call('getConnectLink', { token: customer.accessToken, body: { system: 'ios' } })).body.url;

const mark = (url: string, isBlocked = true) =>
  server.call('markLinkDomain', { token: admin, body: { domain: new URL(url).hostname, isBlocked } });

/** Fetches a device link at the given domain. */
const get = (url: string, { baseUrl = new URL(url).origin, userAgent = HAPP, hwid = PHONE } = {}) =>
  server.fetch(`${baseUrl}${new URL(url).pathname}`, {
    headers: { 'User-Agent': userAgent, 'x-hwid': hwid, 'x-device-os': 'iOS' },
  });

const domains = async () => (await server.call('readLinkDomains', { token: admin, body: {} })).body;

beforeEach(() => start());
afterEach(() => deliverDueOutbox(server.deps));

test('a new link has the first domain that no admin has marked, in every instance', async () => {
  const first = await link();
  expect(first).toMatch(/^https:\/\/one\.example\/s\/vl_/);
  expect((await mark(ONE)).body).toEqual({ success: true });
  // The customer sees the same link with the other domain the next time.
  expect(await link()).toBe(first.replace(ONE, TWO));
  await mark(TWO);
  expect(await link()).toBe(first.replace(ONE, THREE));
  await mark(ONE, false);
  expect(await link()).toBe(first);
});

test('a link works on each domain, also on a marked one and on one that is not configured', async () => {
  const url = await link();
  await mark(ONE);
  for (const baseUrl of [ONE, TWO, THREE, 'https://stranger.example']) {
    const response = await get(url, { baseUrl });
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(/^configuration of/);
  }
});

test('the last domain cannot be marked, and an unknown domain neither', async () => {
  await mark(ONE);
  await mark(TWO);
  expect(await mark(THREE)).toMatchObject({
    status: 409,
    error: { code: 'CONFLICT', message: 'At least one domain must remain unblocked.' },
  });
  expect(await mark('https://stranger.example')).toMatchObject({ status: 404 });
  expect(await link()).toContain(THREE);
  // Two admins who mark at the same time leave one domain.
  await mark(ONE, false);
  await mark(TWO, false);
  const answers = await Promise.all([mark(ONE), mark(TWO), mark(THREE)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 409]);
});

test('each mark is in the audit log once', async () => {
  await mark(ONE);
  await mark(ONE);
  await mark(ONE, false);
  const { body } = await server.call('searchAudit', { token: admin, body: {} });
  expect(
    body.content
      .filter(({ action }) => action.endsWith('LinkDomain'))
      .map(({ action, details }) => [action, details]),
  ).toEqual([
    ['unblockLinkDomain', { domain: 'one.example' }],
    ['blockLinkDomain', { domain: 'one.example' }],
  ]);
});

test('the page of a link shows another domain only while a domain is marked', async () => {
  const token = (await link()).split('/s/')[1] ?? '';
  const read = async () => (await server.call('getConnectLinkState', { body: { token } })).body;
  expect(await read()).toEqual({ state: 'unused', deviceName: null });
  await mark(ONE);
  expect(await read()).toEqual({ state: 'unused', deviceName: null, baseUrl: TWO });
});

describe('fallback-url', () => {
  const fetchFallback = async (url: string, baseUrl?: string) =>
    (await get(url, baseUrl === undefined ? {} : { baseUrl })).headers.get('fallback-url');

  test('names the next open domain with the same token', async () => {
    const url = await link();
    expect(await fetchFallback(url)).toBe(url.replace(ONE, TWO));
    await mark(TWO);
    expect(await fetchFallback(url)).toBe(url.replace(ONE, THREE));
    await mark(THREE);
    expect(await fetchFallback(url)).toBeNull();
  });

  test('never names the domain of the stored link, and stays at a fallback that works', async () => {
    const url = await link();
    await get(url);
    // The app uses the fallback because the first domain is blocked, which no admin has marked yet.
    expect(await fetchFallback(url, TWO)).toBe(url.replace(ONE, TWO));
    expect(await fetchFallback(url, THREE)).toBe(url.replace(ONE, THREE));
    await mark(TWO);
    expect(await fetchFallback(url, TWO)).toBe(url.replace(ONE, THREE));
  });

  test('takes the first fetched domain of a link of an older version for its own', async () => {
    const url = await link();
    await get(url);
    await server.db.update(vpnLinks).set({ domain: null, lastFetchAt: null, lastFetchDomain: null });
    expect(await fetchFallback(url, TWO)).toBe(url.replace(ONE, ONE));
    expect(await fetchFallback(url, ONE)).toBe(url.replace(ONE, ONE));
  });

  test('is also sent with the reason of a rejection, so that no app forgets it', async () => {
    const url = await link();
    await get(url);
    server.clock.set('2027-01-21T09:00:00.000Z');
    const response = await get(url, { baseUrl: TWO });
    expect(response.headers.get('announce')).not.toBeNull();
    expect(response.headers.get('fallback-url')).toBe(url.replace(ONE, TWO));
    expect(response.headers.get('sub-expire')).toBeNull();
  });

  test('is sent only to apps that document it, and not with one domain', async () => {
    const url = await link();
    await get(url);
    for (const userAgent of ['INCY/2.4.1/Android', 'v2raytun/ios', 'HiddifyNext/4.1 (ios)', 'Karing/1.2'])
      expect((await get(url, { userAgent })).headers.get('fallback-url')).toBeNull();
    expect((await get(url, { userAgent: 'prizrak-box/1.8' })).headers.get('fallback-url')).toContain(TWO);
    await start({ vpnLinkBaseUrls: [ONE] });
    expect(await fetchFallback(await link())).toBeNull();
  });
});

describe('sub-expire', () => {
  const fetchHeaders = async (userAgent = HAPP) => {
    const { headers } = await get(await link(), { userAgent });
    return [headers.get('sub-expire'), headers.get('sub-expire-button-link')];
  };

  test('shows the renewal link in the last three days, and hides it before', async () => {
    expect(await fetchHeaders()).toEqual(['0', null]);
    server.clock.set('2026-12-18T08:59:00.000Z');
    expect(await fetchHeaders()).toEqual(['0', null]);
    server.clock.set('2026-12-18T09:00:00.000Z');
    expect(await fetchHeaders()).toEqual(['1', 'http://localhost:8080/shop']);
    expect(await fetchHeaders('v2raytun/ios')).toEqual([null, null]);
  });

  test('is hidden from a customer whose subscription renews', async () => {
    server.clock.set('2026-12-20T09:00:00.000Z');
    await server.db
      .update(subscriptions)
      .set({ recurring: true, nextChargeAt: new Date('2026-12-21T09:00:00.000Z') });
    expect(await fetchHeaders()).toEqual(['0', null]);
  });
});

describe('the table of the domains', () => {
  const view = async (url: string) =>
    (await readLinkDomains(server.deps)).content.find(({ domain }) => domain === new URL(url).hostname);

  test('counts fetches by hour, domain and result, and no request without a valid link', async () => {
    const url = await link();
    await get(url);
    await get(url, { baseUrl: TWO });
    await get(url, { baseUrl: 'https://stranger.example' });
    await get(url, { hwid: 'ANOTHERPHONE12' });
    server.vpnNetwork.failWith(new VpnUnavailable('away'));
    await get(url);
    server.vpnNetwork.failWith(null);
    await get(`${ONE}/s/vl_nothing`);
    await storeLinkFetches(server.deps);
    await storeLinkFetches(server.deps);
    expect((await domains()).other).toEqual({ recent: { served: 1, rejected: 0, failed: 0 }, usual: null });
    server.clock.advance(HOUR);
    await get(url);
    await storeLinkFetches(server.deps);
    const rows = await server.db
      .select()
      .from(linkFetches)
      .orderBy(asc(linkFetches.hour), asc(linkFetches.domain));
    expect(rows.map(({ domain, served, rejected, failed }) => [domain, served, rejected, failed])).toEqual([
      ['one.example', 1, 1, 1],
      ['other', 1, 0, 0],
      ['two.example', 1, 0, 0],
      ['one.example', 1, 0, 0],
    ]);
    expect(await view(ONE)).toMatchObject({ recent: { served: 2, rejected: 1, failed: 1 }, usual: null });
  });

  test('adds numbers that could not be stored to later ones', async () => {
    const url = await link();
    await get(url);
    const { db } = server.deps;
    const broken = new Proxy(db, {
      get: () => () => {
        throw new Error('away');
      },
    });
    await expect(storeLinkFetches({ ...server.deps, db: broken })).rejects.toThrow('away');
    await get(url);
    await storeLinkFetches(server.deps);
    expect(await view(ONE)).toMatchObject({ recent: { served: 2 } });
  });

  test('compares the last 24 hours with the daily average of the week before', async () => {
    const now = server.clock.now().getTime();
    await server.db.insert(linkFetches).values(
      Array.from({ length: 24 * 9 }, (_, hours) => ({
        domain: 'one.example',
        hour: new Date(now - hours * HOUR),
        served: hours < 24 ? 1 : 10,
      })),
    );
    expect(await view(ONE)).toMatchObject({
      recent: { served: 24 + 10, rejected: 0, failed: 0 },
      usual: { served: 240, rejected: 0, failed: 0 },
    });
  });

  test('counts missing devices, devices on another domain and links that no app fetched', async () => {
    const url = await link();
    await get(url);
    const unused = await link();
    expect(unused).not.toBe(url);
    server.clock.advance(2 * HOUR);
    expect(await view(ONE)).toMatchObject({
      ...{ devices: 1, missing: 0, onOtherDomain: 0, shown: 2, unfetched: 1, usualUnfetched: null },
      ...{ isConfigured: true, isPreferred: true, blockedAt: null },
    });
    await get(url, { baseUrl: TWO });
    expect(await view(ONE)).toMatchObject({ devices: 1, missing: 0, onOtherDomain: 1 });
    expect(await view(TWO)).toMatchObject({ devices: 0, onOtherDomain: 0 });
    server.clock.advance(26 * HOUR);
    expect(await view(ONE)).toMatchObject({
      ...{ devices: 1, missing: 1, onOtherDomain: 0, shown: 0, unfetched: 0, usualUnfetched: 0.5 },
    });
    server.clock.advance(8 * 24 * HOUR);
    expect(await view(ONE)).toMatchObject({ devices: 0, missing: 0, usualUnfetched: null });
  });

  test('shows a former domain while devices have links of it', async () => {
    await get(await link());
    const { settings } = server.deps;
    Object.assign(settings, { vpnLinkBaseUrls: [TWO] });
    expect((await domains()).content).toMatchObject([
      { domain: 'two.example', isConfigured: true, isPreferred: true },
      { domain: 'one.example', isConfigured: false, isPreferred: false, devices: 1 },
    ]);
  });
});

test('an app that follows fallback-url gets its configuration while the first domain resets connections', async () => {
  const censor = net.createServer((socket) => socket.resetAndDestroy());
  await new Promise<void>((resolve) => censor.listen(0, '127.0.0.1', resolve));
  const { port } = censor.address() as AddressInfo;
  let isBlocked = false;
  const apps = createSimulatedApps({
    deps: server.deps,
    baseUrl: ONE,
    fetch: async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      return isBlocked && url.origin === ONE
        ? fetch(`http://127.0.0.1:${port}${url.pathname}`, init)
        : server.fetch(url, init);
    },
  });
  try {
    const [happ, v2raytun] = [
      await apps.fetchLink('happ', { accountId: 1 }),
      await apps.fetchLink('v2raytun', { accountId: 1 }),
    ];
    expect([happ, v2raytun]).toMatchObject([
      { status: 200, through: 'one.example' },
      { status: 200, through: 'one.example' },
    ]);
    isBlocked = true;
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
    // Twice, because the response of the fallback replaces the stored fallback.
    for (let round = 0; round < 2; round += 1)
      expect(await apps.fetchLink('happ', { link: happ.link })).toMatchObject({
        status: 200,
        through: 'two.example',
        message: null,
      });
    expect(await apps.fetchLink('v2raytun', { link: v2raytun.link })).toMatchObject({ status: null });
    // An admin marks the domain, and the customer opens the page for connecting a device again.
    await mark(ONE);
    expect(await apps.fetchLink('v2raytun', { accountId: 1 })).toMatchObject({
      status: 200,
      through: 'two.example',
    });
  } finally {
    censor.close();
  }
});

test('the metrics count fetches by configured domain', async () => {
  const url = await link();
  await get(url);
  await get(url, { baseUrl: 'https://stranger.example' });
  const text = await server.metrics.render();
  expect(text).toContain('prosvet_link_fetches_total{domain="one.example",outcome="served"} 1');
  expect(text).toContain('prosvet_link_fetches_total{domain="other",outcome="served"} 1');
  expect(text).not.toContain('stranger');
});

describe('VPN_LINK_HEADERS', () => {
  const panelHeaders = {
    announce: `base64:${Buffer.from('Работы в субботу').toString('base64')}`,
    providerid: 'aB3dE6',
    'new-domain': 'two.example',
    'support-url': 'https://t.me/panel',
    'fallback-url': 'https://elsewhere.example/s/1',
    'x-other': 'kept back',
  };
  const fetchHeaders = async (vpnLinkHeaders: Settings['vpnLinkHeaders'], panel = {}, userAgent = HAPP) => {
    await start({ vpnLinkBaseUrls: [ONE, TWO], vpnLinkHeaders });
    server.vpnNetwork.answerHeaders({ ...panelHeaders, ...panel });
    return (await get(await link(), { userAgent })).headers;
  };

  test('forwards no further header by default', async () => {
    const headers = await fetchHeaders([]);
    for (const name of ['announce', 'providerid', 'new-domain', 'x-other'])
      expect(headers.get(name)).toBeNull();
    expect(headers.get('support-url')).not.toBe('https://t.me/panel');
  });

  test('forwards the listed headers, but the own fallback-url wins', async () => {
    const headers = await fetchHeaders([
      'announce',
      'providerid',
      'new-domain',
      'support-url',
      'fallback-url',
    ]);
    expect(Object.fromEntries(headers)).toMatchObject({
      announce: panelHeaders.announce,
      providerid: 'aB3dE6',
      'new-domain': 'two.example',
      'support-url': 'https://t.me/panel',
      'fallback-url': expect.stringMatching(/^https:\/\/two\.example\/s\/vl_/) as unknown,
    });
    expect(headers.get('x-other')).toBeNull();
    const ofOther = await fetchHeaders(['fallback-url'], {}, 'v2raytun/ios');
    expect(ofOther.get('fallback-url')).toBe('https://elsewhere.example/s/1');
  });

  test.each([
    ['new-domain', 'elsewhere.example'],
    ['announce', 'x'.repeat(1001)],
    ['announce', 'caf\u00e9'],
    ['providerid', ''],
  ] as const)('does not forward %s: %s', async (name, value) => {
    expect((await fetchHeaders([name], { [name]: value })).get(name)).toBeNull();
  });
});
