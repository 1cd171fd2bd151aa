/**
 * Tests requests of VPN apps and of the product's own app with the real adapter: while the outbox applies the same
 * credential, while the VPN panel does not respond in time, and with response rules that an administrator changed.
 */
import { createRemnawaveNetwork } from '../../../../src/server/adapters/remnawave/remnawaveNetwork';
import { emailIdentity, openAccount } from '../../../../src/server/usecases/accounts/accounts';
import { createCustomerSession } from '../../../../src/server/usecases/accounts/sessions';
import { grantGiftMonths } from '../../../../src/server/usecases/billing/subscriptions/grantGiftMonths';
import { deliverDueOutbox, deliverLane } from '../../../../src/server/workers/delivery/deliverOutbox';
import { startTestServer, TEST_ORIGIN, type TestServer } from '../../../support/server';

const LINK = 'vless://7f1b2c3d-0000-4000-8000-000000000001@nl.example:443?security=reality#Netherlands';
const LINKS = Buffer.from(LINK).toString('base64');
const SINGBOX = JSON.stringify({
  outbounds: [{ type: 'vless', tag: 'Netherlands', server: 'nl.example', server_port: 443, uuid: 'a' }],
});
const XRAY = JSON.stringify([
  {
    remarks: 'Netherlands',
    outbounds: [{ protocol: 'vless', settings: { vnext: [{ address: 'nl.example' }] } }],
  },
]);
const CLASH = 'proxies:\n  - {name: Netherlands, type: vless, server: nl.example, uuid: a}\n';

/** Time in ms within which an app must have its response, with a margin for a busy test machine. */
const ANSWERED_WITHIN_MS = 9000;

let server: TestServer;
/** Time in ms before each response of the VPN panel; null if it accepts requests and never responds. */
let panelMs: number | null;
/** Body that the VPN panel returns if no format is in the path. */
let standard: string;
const users = new Map<string, Record<string, unknown>>();
/** Ends the waiting of requests for which the VPN panel has not responded yet. */
const waiting = new Set<() => void>();

const json = (body: unknown, status = 200) => Response.json(body, { status });

async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname.endsWith('/json')) return new Response(XRAY);
  if (pathname.endsWith('/singbox')) return new Response(SINGBOX);
  if (pathname.endsWith('/info')) return json({ response: { isFound: true, links: [LINK] } });
  if (pathname.startsWith('/api/sub/')) return new Response(standard);
  if (request.method === 'GET') {
    const user = users.get(pathname.split('/').at(-1) ?? '');
    return user === undefined ? json({ errorCode: 'A063' }, 404) : json({ response: user });
  }
  const body = (await request.json()) as { username: string; activeInternalSquads?: string[] };
  const createdAt = server.clock.now().toISOString();
  const user = {
    ...{
      id: users.size + 1,
      shortUuid: `ref-${body.username}`,
      status: 'ACTIVE',
      createdAt,
      userTraffic: {},
    },
    ...users.get(body.username),
    ...body,
    activeInternalSquads: (body.activeInternalSquads ?? []).map((uuid) => ({ uuid })),
  };
  users.set(body.username, user);
  return json({ response: user }, 201);
}

/** Waits for the response time of the VPN panel. Rejects like `fetch` when the request times out. */
async function waitForPanel({ signal }: Request): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    waiting.add(resolve);
    signal.addEventListener('abort', () => reject(signal.reason as Error));
    if (panelMs !== null) setTimeout(resolve, panelMs);
  });
}

/** Lets the VPN panel respond at once, to waiting requests too. */
function speedUpPanel(): void {
  panelMs = 0;
  for (const resolve of waiting) resolve();
  waiting.clear();
}

beforeEach(async () => {
  server = await startTestServer();
  users.clear();
  panelMs = 0;
  standard = LINKS;
  server.deps.vpnNetwork = createRemnawaveNetwork({
    url: 'https://panel.example',
    token: 'token',
    squads: ['5f0c3e1c-6a43-4a52-9d6b-0a1f5f1f2a11'],
    prefix: 'prosvet',
    headers: {},
    clock: server.clock,
    logger: server.deps.logger,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      await waitForPanel(request);
      return answer(request);
    },
  });
});

afterEach(async () => {
  speedUpPanel();
  await deliverDueOutbox(server.deps);
});

let customers = 0;

/** Opens an account with access, and returns the access token of a session. */
async function openCustomer(): Promise<string> {
  customers += 1;
  const { id } = await openAccount(server.db, server.deps, emailIdentity(`c${customers}@example.com`));
  await server.db.transaction((tx) =>
    grantGiftMonths(tx, server.deps, {
      accountId: id,
      months: 12,
      giftId: customers,
      at: server.clock.now(),
    }),
  );
  return createCustomerSession(server.db, server.deps, id);
}

async function createLink(token: string): Promise<string> {
  const { body } = await server.call('getConnectLink', { token, body: { system: 'ios' } });
  return body.url.replace(TEST_ORIGIN, '');
}

const fetchLink = (path: string) => server.fetch(path, { headers: { 'User-Agent': 'Happ/5.6.0' } });

/** Attaches the product's own app, and returns a function that requests its access. */
async function attachApp(token: string) {
  const body = { deviceId: 'of-our-own', deviceName: 'Pixel 9', platform: 'android' };
  expect((await server.call('attachApp', { token, body })).body.success).toBe(true);
  return async (format?: 'links' | 'xray' | 'singbox') =>
    (await server.call('getAppAccess', { token, body: format === undefined ? {} : { format } })).body;
}

test('no attachment logs a warning, although the app and the outbox apply the same credential', async () => {
  panelMs = 20;
  for (let n = 0; n < 12; n += 1) {
    const link = await createLink(await openCustomer());
    const [response] = await Promise.all([
      fetchLink(link),
      // The attachment wakes the outbox, here at several moments of the request.
      ...[0, 5, 15, 30].map(async (ms) => {
        await new Promise((resolve) => setTimeout(resolve, ms));
        await deliverLane(server.deps, 'vpn');
      }),
    ]);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(LINKS);
  }
  server.clock.advance(60_000);
  await deliverDueOutbox(server.deps);
  expect(users.size).toBe(12);
  expect(JSON.stringify(server.logs)).not.toContain('KeyInHands');
  expect(server.logs.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([]);
});

/** Runs the request, and fails if it takes longer than an app waits. */
async function inTime<Result>(request: Promise<Result>): Promise<Result> {
  const askedAt = performance.now();
  const result = await request;
  expect(performance.now() - askedAt).toBeLessThan(ANSWERED_WITHIN_MS);
  return result;
}

test.each<[string, number | null]>([
  ['accepts requests and never responds', null],
  ['takes 4 seconds for each of its responses', 4000],
])(
  'an app gets its 503 in time from a panel that %s',
  async (_what, ms) => {
    panelMs = ms;
    const access = await attachApp(await openCustomer());
    const link = await createLink(await openCustomer());
    const both = () => Promise.all([inTime(fetchLink(link)), inTime(access())]);
    const [response, answered] = await both();
    expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([
      503,
      '60',
      '',
    ]);
    expect(answered).toMatchObject({ success: false, reason: 'notReady' });
    // The work goes on, and its result is there for the next request.
    speedUpPanel();
    await deliverLane(server.deps, 'vpn');
    server.clock.advance(60_000);
    await deliverLane(server.deps, 'vpn');
    const [again, later] = await both();
    expect([again.status, await again.text()]).toEqual([200, LINKS]);
    expect(later).toMatchObject({ success: true, configuration: LINKS });

    // A panel whose users are up to date may still be slow in the configuration alone.
    panelMs = ms === null ? null : 6000;
    const [last, lastAccess] = await both();
    expect(last.status).toBe(503);
    expect(lastAccess).toMatchObject({ success: false, reason: 'notReady' });
  },
  120_000,
);

test.each([
  ['links', LINKS],
  ['sing-box', SINGBOX],
  ['Xray', XRAY],
  ['Clash', CLASH],
])('app/access returns the requested format if the panel returns %s by default', async (_what, body) => {
  const access = await attachApp(await openCustomer());
  standard = body;
  expect(await access()).toMatchObject({ success: true, configuration: LINKS });
  expect(await access('links')).toMatchObject({ success: true, configuration: LINKS });
  expect(await access('xray')).toMatchObject({ success: true, configuration: XRAY });
  expect(await access('singbox')).toMatchObject({ success: true, configuration: SINGBOX });
});
