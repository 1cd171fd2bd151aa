/**
 * Tests a VPN panel with invalid responses. Waiting callers get an error, no change is lost, and no log line contains a
 * secret.
 */
import { createRemnawaveNetwork } from '../../../../src/server/adapters/remnawave/remnawaveNetwork';
import { emailIdentity, openAccount } from '../../../../src/server/usecases/accounts/accounts';
import { createCustomerSession } from '../../../../src/server/usecases/accounts/sessions';
import { grantGiftMonths } from '../../../../src/server/usecases/billing/subscriptions/grantGiftMonths';
import { deliverDueOutbox } from '../../../../src/server/workers/delivery/deliverOutbox';
import { RECONCILE_VPN_EVERY_MS, reconcileVpn } from '../../../../src/server/workers/jobs/reconcileVpn';
import { startTestServer, TEST_ORIGIN, type TestServer } from '../../../support/server';

const PHONE = 'ABCDEF0123456789';
const CONFIGURATION = 'vless://secret-credentials@nl.example:443';

let server: TestServer;
/** Response of the fake VPN panel to every request, or null if the panel works normally. */
let nonsense: (() => Response) | null;
const users = new Map<string, Record<string, unknown>>();

const json = (body: unknown, status = 200) => Response.json(body, { status });
const reject = (errorCode: string, status: number) => json({ message: 'rejected', errorCode }, status);

/** A fake VPN panel with the API endpoints that the adapter uses. */
async function result(request: Request): Promise<Response> {
  if (nonsense !== null) return nonsense();
  const { pathname } = new URL(request.url);
  if (pathname.startsWith('/api/sub/')) return new Response(CONFIGURATION);
  if (pathname === '/api/users/stream') {
    return json({ response: { users: [...users.values()], nextCursor: null, hasMore: false } });
  }
  if (request.method === 'DELETE') {
    for (const [name, { id }] of users) if (pathname.endsWith(`/${String(id)}`)) users.delete(name);
    return new Response(null, { status: 204 });
  }
  if (request.method === 'GET') {
    const user = users.get(pathname.split('/').at(-1) ?? '');
    return user === undefined ? reject('A063', 404) : json({ response: user });
  }
  const body = (await request.json()) as { username: string; activeInternalSquads?: string[] };
  const squads = (body.activeInternalSquads ?? []).map((uuid) => ({ uuid, name: 'squad' }));
  const createdAt = server.clock.now().toISOString();
  const user = {
    ...{ id: users.size + 1, shortUuid: 'secret-short-uuid', status: 'ACTIVE', createdAt, userTraffic: {} },
    ...users.get(body.username),
    ...body,
    activeInternalSquads: squads,
  };
  users.set(body.username, user);
  return json({ response: user }, 201);
}

const closed = (): Response => {
  throw new TypeError('fetch failed: secret-panel-token');
};
const foreign = () =>
  json({
    response: {
      ...{ id: 7, shortUuid: 'secret-of-others', username: 'prosvet-1', status: 'ACTIVE', tag: null },
      ...{ createdAt: '2026-01-01T00:00:00.000Z', expireAt: '2027-01-01T00:00:00.000Z', userTraffic: {} },
      ...{ trafficLimitBytes: 0, hwidDeviceLimit: 0, activeInternalSquads: [] },
    },
  });

beforeEach(async () => {
  server = await startTestServer();
  users.clear();
  nonsense = null;
  server.deps.vpnNetwork = createRemnawaveNetwork({
    url: 'https://panel.example',
    token: 'secret-panel-token',
    squads: ['5f0c3e1c-6a43-4a52-9d6b-0a1f5f1f2a11'],
    prefix: 'prosvet',
    headers: { 'X-Api-Key': 'secret-of-the-front' },
    clock: server.clock,
    logger: server.deps.logger,
    fetch: (input, init) => result(new Request(input, init)),
  });
});

test.each<[string, () => Response]>([
  ['HTML', () => new Response('<html>secret-page</html>', { headers: { 'Content-Type': 'text/html' } })],
  ['401', () => reject('A003', 401)],
  ['429', () => json({ message: 'secret-page' }, 429)],
  ['500', () => reject('A001', 500)],
  ['nothing', closed],
  ['a user that is not ours', foreign],
])('a panel that returns %s', async (_what, bad) => {
  const { id } = await openCustomer();
  const browser = await createCustomerSession(server.db, server.deps, id);
  const app = await createCustomerSession(server.db, server.deps, id);
  const { body } = await server.call('getConnectLink', { token: browser, body: { system: 'ios' } });
  const token = body.url.split('/s/')[1] ?? '';
  const fetchLink = () =>
    server.fetch(body.url.replace(TEST_ORIGIN, ''), {
      headers: { 'User-Agent': 'Happ/5.6.0', 'x-hwid': PHONE, 'x-device-os': 'iOS' },
    });
  const access = async () => (await server.call('getAppAccess', { token: app, body: {} })).body;

  nonsense = bad;
  const answered = await fetchLink();
  expect([answered.status, answered.headers.get('retry-after'), await answered.text()]).toEqual([
    503,
    '60',
    '',
  ]);
  const installation = { deviceId: 'of-our-own', deviceName: 'Pixel 9', platform: 'android' };
  expect((await server.call('attachApp', { token: app, body: installation })).body.success).toBe(true);
  expect(await access()).toMatchObject({ success: false, reason: 'notReady', refreshAfterSeconds: 60 });
  await reconcileVpn(server.deps);

  nonsense = null;
  server.clock.advance(60_000);
  await deliverDueOutbox(server.deps);
  expect(await (await fetchLink()).text()).toBe(CONFIGURATION);
  expect(await access()).toMatchObject({ success: true, configuration: CONFIGURATION });
  expect([...users.keys()].sort()).toEqual(['prosvet-1', 'prosvet-2']);

  nonsense = bad;
  expect(
    (await server.call('detachDevice', { token: browser, body: { deviceId: PHONE } })).body.success,
  ).toBe(true);
  await deliverDueOutbox(server.deps);
  nonsense = null;
  // The periodic comparison with the VPN panel applies changes that failed permanently.
  server.clock.advance(RECONCILE_VPN_EVERY_MS);
  await reconcileVpn(server.deps);
  await deliverDueOutbox(server.deps);
  expect([...users.keys()]).toEqual(['prosvet-2']);

  const logged = JSON.stringify(server.logs);
  expect(logged).not.toMatch(/secret/);
  for (const each of [token, browser, app]) expect(logged).not.toContain(each);
});

async function openCustomer() {
  const { id } = await openAccount(server.db, server.deps, emailIdentity('vasilisa@example.com'));
  await server.db.transaction((tx) =>
    grantGiftMonths(tx, server.deps, { accountId: id, months: 12, giftId: 1, at: server.clock.now() }),
  );
  return { id };
}
