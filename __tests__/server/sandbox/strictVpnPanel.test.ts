/**
 * Tests that the sandbox's VPN panel answers like Remnawave 3.3.2: formats by the User-Agent and the path, dead entries
 * in each format, and the shape of errors. The expected answers were observed on a real VPN panel.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { load } from 'js-yaml';
import { createFakeVpnPanel, type FakeVpnPanel } from '../../../src/server/sandbox/fakeVpnPanel/fakeVpnPanel';
import { openSandboxTestDatabase } from '../../support/database';
import { settableClock, TEST_START } from '../../support/settableClock';

const SQUAD = '5f0c3e1c-6a43-4a52-9d6b-0a1f5f1f2a11';
const NIL = '00000000-0000-0000-0000-000000000000';
const DAY = 24 * 60 * 60_000;

let panel: FakeVpnPanel;
let scopes: string[] | null;
let clock: ReturnType<typeof settableClock>;

const PROXIED = { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' };

const ask = (path: string, init: { method?: string; headers?: Record<string, string>; body?: string } = {}) =>
  panel.app.fetch(
    new Request(`http://panel.example/api${path}`, { ...init, headers: { ...PROXIED, ...init.headers } }),
  );

const call = (method: string, path: string, body?: object, token = 'token') =>
  ask(path, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** Creates a user and returns the address of its subscription. */
async function subscription(fields: object = {}): Promise<string> {
  const expireAt = new Date(clock.now().getTime() + DAY).toISOString();
  const body = { username: 'prosvet-77', expireAt, activeInternalSquads: [SQUAD], ...fields };
  const response = await call('POST', '/users', body);
  expect(response.status).toBe(201);
  const { response: user } = (await response.json()) as { response: { shortUuid: string } };
  return `/sub/${user.shortUuid}`;
}

const fetchAs = (path: string, userAgent: string, accept = '*/*') =>
  ask(path, { headers: { 'User-Agent': userAgent, Accept: accept } });

beforeEach(async () => {
  clock = settableClock(TEST_START);
  scopes = ['*'];
  panel = createFakeVpnPanel({
    db: await openSandboxTestDatabase(),
    clock,
    squads: [{ uuid: SQUAD, name: 'Default-Squad' }],
    token: 'token',
    scopes: () => scopes,
    subscriptionBaseUrl: 'https://panel.example/api/sub',
  });
});

type Format = 'links' | 'singbox' | 'clash' | 'xray';

/** Returns the names, addresses and user ids of the servers in a body, in any format. */
function parseServers(format: Format, body: string): { name: string; address: unknown; id: unknown }[] {
  switch (format) {
    case 'links':
      return Buffer.from(body, 'base64')
        .toString()
        .split('\n')
        .map((line) => {
          const { hash, hostname, username } = new URL(line.replace(/^\w+:/, 'http:'));
          return { name: decodeURIComponent(hash.slice(1)), address: hostname, id: username };
        });
    case 'singbox': {
      const { inbounds, outbounds, route } = JSON.parse(body) as Record<string, Record<string, unknown>[]>;
      expect([inbounds, route]).not.toContain(undefined);
      return (outbounds ?? [])
        .filter(({ type }) => type === 'vless' || type === 'trojan')
        .map(({ tag, server, uuid }) => ({ name: String(tag), address: server, id: uuid }));
    }
    case 'xray':
      return (JSON.parse(body) as Record<string, unknown>[]).map((configuration) => {
        expect(Object.keys(configuration)).toEqual(
          expect.arrayContaining(['dns', 'routing', 'inbounds', 'outbounds', 'remarks']),
        );
        const [proxy] = configuration.outbounds as {
          settings: Record<string, { address: string; users?: { id: string }[] }[]>;
        }[];
        const [server] = proxy?.settings.vnext ?? proxy?.settings.servers ?? [];
        return {
          name: String(configuration.remarks),
          address: server?.address,
          id: server?.users?.[0]?.id,
        };
      });
    case 'clash':
      return (load(body) as { proxies: Record<string, unknown>[] }).proxies.map(({ name, server, uuid }) => ({
        name: String(name),
        address: server,
        id: uuid,
      }));
  }
}

const APPS: readonly (readonly [string, Format, string])[] = [
  ['Happ/5.6.0/ios/273', 'links', 'text/plain'],
  ['v2rayN/7.0', 'links', 'text/plain'],
  ['v2rayNG/1.10.8', 'links', 'text/plain'],
  ['sing-box 1.11', 'links', 'text/plain'],
  ['Shadowrocket/2070', 'links', 'text/plain'],
  ['HiddifyNext/2.0 (android) like ClashMeta v2ray sing-box', 'links', 'text/plain'],
  ['SFA/1.13', 'singbox', 'application/json'],
  ['MySFI/1.0', 'singbox', 'application/json'],
  ['app SFA/1.13', 'links', 'text/plain'],
  ['Karing/1.0', 'singbox', 'application/json'],
  ['clash-verge/v2.0', 'clash', 'text/yaml'],
  ['FlClash X/0.8', 'clash', 'text/yaml'],
  ['mihomo/1.19', 'clash', 'text/yaml'],
  ['Stash/2.7', 'clash', 'text/yaml'],
];

test.each(APPS)('%s gets %s', async (userAgent, format, contentType) => {
  const path = await subscription();
  const response = await fetchAs(path, userAgent);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe(`${contentType}; charset=utf-8`);
  expect(parseServers(format, await response.text()).map(({ address }) => address)).toEqual([
    'nl.sandbox.invalid',
    'fi.sandbox.invalid',
  ]);
});

test.each<[string, Format]>([
  ['json', 'xray'],
  ['v2ray-json', 'xray'],
  ['singbox', 'singbox'],
  ['clash', 'clash'],
  ['mihomo', 'clash'],
  ['stash', 'clash'],
])('the suffix %s decides on the format, whatever the User-Agent is', async (suffix, format) => {
  const path = await subscription();
  const body = await (await fetchAs(`${path}/${suffix}`, 'Happ/5.6.0', 'text/html')).text();
  expect(parseServers(format, body).length).toBeGreaterThan(0);
});

const DEAD = {
  block: ['🚫 Subscription disabled', 'Contact support'],
  limit: ['🚧 Subscription limited', 'Contact support'],
} as const;

test.each(Object.entries(DEAD))('after %s each format has two dead entries', async (action, names) => {
  const path = await subscription();
  await panel.act('prosvet-77', action as keyof typeof DEAD);
  const expected = names.map((name) => ({ name, address: '0.0.0.0', id: NIL }));
  for (const [suffix, format] of [
    ['', 'links'],
    ['/json', 'xray'],
    ['/singbox', 'singbox'],
    ['/mihomo', 'clash'],
    ['/stash', 'clash'],
  ] as const) {
    const response = await fetchAs(`${path}${suffix}`, 'Happ/5.6.0');
    expect([response.status, parseServers(format, await response.text())]).toEqual([200, expected]);
  }
  // The old Clash core has no VLESS.
  expect(parseServers('clash', await (await fetchAs(path, 'Clash/1.0')).text())).toEqual([]);
  const { response } = (await (await fetchAs(`${path}/info`, '')).json()) as {
    response: { links: string[] };
  };
  expect(response.links).toHaveLength(2);
});

test('an expired user has two dead entries, and a user without hosts four', async () => {
  const expired = await subscription();
  clock.advance(DAY + 31_000);
  expect(parseServers('links', await (await fetchAs(expired, 'Happ/5')).text())[0]?.name).toBe(
    '⌛ Subscription expired',
  );
  const without = await subscription({ username: 'prosvet-78', activeInternalSquads: [] });
  expect(
    parseServers('links', await (await fetchAs(without, 'Happ/5')).text()).map(({ name }) => name),
  ).toEqual(['→ Remnawave', '→ No hosts found', '→ Check Hosts tab', '→ Check Internal Squads tab']);
});

test('a browser gets the description of its subscription in JSON', async () => {
  const response = await fetchAs(await subscription(), 'Mozilla/5.0 Chrome/140', 'text/html,*/*');
  expect(response.headers.get('content-type')).toContain('application/json');
  expect(await response.json()).toMatchObject({
    isFound: true,
    user: { userStatus: 'ACTIVE', isActive: true },
    links: [expect.stringMatching(/^vless:/) as string, expect.stringMatching(/^trojan:/) as string],
  });
});

test('a subscription has the headers of the real panel, and no expiry in the year 2099', async () => {
  const path = await subscription();
  const { headers } = await fetchAs(path, 'Happ/5');
  const expire = Math.floor((clock.now().getTime() + DAY) / 1000);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-disposition': 'attachment; filename=prosvet-77',
    'subscription-userinfo': `upload=0; download=0; total=0; expire=${expire}`,
    'profile-title': 'base64:UmVtbmF3YXZl',
    'profile-update-interval': '12',
    'support-url': 'https://dummy.docs.rw',
  });
  expect(headers.get('announce')).toBeNull();
  expect(headers.get('subscription-refill-date')).toBeNull();
  const far = await subscription({
    username: 'prosvet-99',
    expireAt: '2099-06-01T00:00:00',
    trafficLimitStrategy: 'DAY',
  });
  const forever = (await fetchAs(far, 'Happ/5')).headers;
  expect(forever.get('subscription-userinfo')).toContain('expire=0');
  expect(Number(forever.get('subscription-refill-date'))).toBeGreaterThan(clock.now().getTime() / 1000);
});

test('unknown users, unknown suffixes and a missing User-Agent have answers of their own', async () => {
  const path = await subscription();
  const readAnswer = async (response: Response) => [response.status, (await response.json()) as unknown];
  const forbidden = [403, { statusCode: 403, message: 'Forbidden' }];
  expect(await readAnswer(await fetchAs('/sub/unknown', 'Happ/5'))).toEqual([
    404,
    { isFound: false, statusCode: 404, message: 'Resource not found' },
  ]);
  expect(await readAnswer(await fetchAs(`${path}/unknown`, 'Happ/5'))).toEqual(forbidden);
  expect(await readAnswer(await ask(path))).toEqual(forbidden);
  expect(await readAnswer(await call('GET', '/unknown'))).toMatchObject([404, { statusCode: 404 }]);
});

test('a wrong token, a deleted token and a missing scope have no error code', async () => {
  const readAnswer = async (token?: string) => {
    const response = await call('GET', '/users/stream?size=1', undefined, token);
    return [response.status, await response.json()] as const;
  };
  expect(await readAnswer('wrong')).toEqual([401, { message: 'Unauthorized', statusCode: 401 }]);
  scopes = null;
  expect(await readAnswer()).toMatchObject([403, { message: 'Forbidden resource' }]);
  scopes = ['users:by-username'];
  expect((await readAnswer())[1]).not.toHaveProperty('errorCode');
  expect((await call('GET', '/users/by-username/nobody')).status).toBe(404);
  expect((await call('POST', '/users', {})).status).toBe(403);
  scopes = ['users:create'];
  expect((await call('POST', '/users', {})).status).toBe(400);
});

test('broken JSON has another answer than an invalid body, and is found before the token is checked', async () => {
  const broken = await ask('/users', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"username":',
  });
  const answer: unknown = await broken.json();
  expect([broken.status, answer]).toMatchObject([400, { error: 'Bad Request', statusCode: 400 }]);
  expect(answer).not.toHaveProperty('errors');
  const invalid = await call('POST', '/users', { username: 'a' });
  expect(await invalid.json()).toMatchObject({ statusCode: 400, message: 'Validation failed' });
});

test.each<[string, Record<string, string>]>([
  ['without both headers', {}],
  ['without x-forwarded-for', { 'x-forwarded-proto': 'https' }],
  ['over plain HTTP', { ...PROXIED, 'x-forwarded-proto': 'http' }],
  ['with the header twice', { ...PROXIED, 'x-forwarded-proto': 'https, https' }],
])('a request %s gets no answer', async (_what, headers) => {
  const listener = createServer(
    (request, response) => void getRequestListener(panel.app.fetch)(request, response),
  );
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  const get = (sent: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}/api/system/metadata`, {
      headers: { Authorization: 'Bearer token', ...sent },
    });
  try {
    expect((await get(PROXIED)).status).toBe(200);
    await expect(get(headers)).rejects.toThrow('fetch failed');
  } finally {
    listener.closeAllConnections();
    listener.close();
  }
});
