/**
 * Tests the sandbox's simulated VPN apps and its fake VPN panel, through the sandbox's JSON endpoints and on the
 * sandbox's page.
 */
import type { FakePanel } from '../../../src/server/sandbox/fakeVpnPanel/fakeVpnPanel';
import type { AppFetch } from '../../../src/server/sandbox/simulatedApps';
import type { NativeAppSignIn } from '../../../src/server/sandbox/simulatedNativeApp';
import { VPN } from '../../../src/server/sandbox/texts/vpn';
import { LINK_REJECTIONS } from '../../../src/server/texts/links';
import type { Order } from '../../../src/shared/contract/shop';
import { CARDS, payOrder } from '../../support/cardPayer';
import { openSandboxTestDatabase } from '../../support/database';
import { type SandboxServer, startSandboxServer } from '../../support/sandboxServer';

const EMAIL = 'payer@example.org';

let server: SandboxServer;
let token: string;

const call = <ResponseBody>(path: string, body: object = {}) =>
  server.callAs<ResponseBody>(token, path, body);

const fetchAs = async (body: object) => (await server.post('/sandbox/api/vpn/fetch', body)).body as AppFetch;
const panel = async (query = '') => (await server.get(`/sandbox/api/vpn${query}`)).body as FakePanel;
const act = (action: string) => server.post('/sandbox/api/vpn', { username: 'sandbox-1', action });
const devices = async () =>
  (await call<{ devices: { deviceName: string; deviceId: string }[] }>('profile')).devices;

beforeEach(async () => {
  server = await startSandboxServer(await openSandboxTestDatabase());
  const { body } = await server.post('/sandbox/api/sessions', { email: EMAIL });
  token = (body as { accessToken: string }).accessToken;
  const { order } = await call<{ order: Order | null }>('shop/getShop');
  if (order === null) throw new Error('there is no order');
  await payOrder(server, order, CARDS.plain);
});

afterEach(() => server.settled());

test('an app attaches its device by a real request, and is rejected once the device is detached', async () => {
  const first = await fetchAs({ email: EMAIL });
  expect(first).toMatchObject({ status: 200, message: null });
  expect(first.servers).toBeGreaterThan(0);
  expect(first.said).toBe(`${VPN.fetchServers} ${first.servers}`);
  const [device] = await devices();
  expect(device?.deviceName).toBe('iPhone 15');
  expect((await panel(`?email=${EMAIL}`)).keys).toMatchObject([{ username: 'sandbox-1', status: 'ACTIVE' }]);

  await call('profile/detachDevice', { deviceId: device?.deviceId });
  await server.settled();
  expect(await fetchAs({ link: first.link })).toMatchObject({
    status: 200,
    servers: 0,
    message: LINK_REJECTIONS.detached,
    said: `${VPN.fetchRejected} ${LINK_REJECTIONS.detached}`,
  });
  expect((await panel()).keys).toEqual([]);
});

test('the native application signs in with the key or the whole link of an email', async () => {
  const signIn = async (pasted: string, email = EMAIL) =>
    (await server.post('/sandbox/api/app/signIn', { email, pasted })).body as NativeAppSignIn;
  const send = async () => {
    await server.callAs('', 'emailVerification/send', { email: EMAIL, platform: 'app' });
    await server.settled();
    const { body } = await server.get(`/sandbox/api/mail?to=${EMAIL}`);
    const [email] = body as { links: string[] }[];
    return email?.links.find((link) => link.includes('/open#')) ?? '';
  };
  const link = await send();
  expect(await signIn('12345678')).toMatchObject({ accessToken: null, said: VPN.native.noKey });
  expect(await signIn(link, 'other@example.org')).toMatchObject({
    accessToken: null,
    said: VPN.native.otherEmail,
  });
  const signedIn = await signIn(`Вот ключ: ${link.split('#t=')[1] ?? ''} .`);
  expect(signedIn).toMatchObject({ hasConfiguration: true, said: VPN.native.connected });
  expect(await signIn(link)).toMatchObject({ accessToken: null, said: VPN.native.linkSpent });
});

test('each app is a separate device, and an app without a device id is identified by its link', async () => {
  for (const app of ['happ', 'v2raytun', 'v2rayng', 'happ']) {
    expect((await fetchAs({ email: EMAIL, app })).message).toBeNull();
  }
  expect((await devices()).map(({ deviceName }) => deviceName)).toEqual(['iPhone 15', 'Pixel 9', 'v2rayNG']);
});

test('applies panel actions: unresponsive panel, block, «was online», deletion', async () => {
  const { link } = await fetchAs({ email: EMAIL, app: 'v2rayng' });
  expect((await act('online')).status).toBe(200);
  expect((await panel()).keys[0]?.lastSeenAt).toBe(server.deps.clock.now().toISOString());
  await act('block');
  expect((await panel()).keys[0]?.status).toBe('DISABLED');
  await act('unblock');
  expect((await panel()).keys[0]?.status).toBe('ACTIVE');

  await server.post('/sandbox/api/vpn/silence', { minutes: 5 });
  expect(await fetchAs({ link, app: 'v2rayng' })).toMatchObject({
    status: 503,
    said: `${VPN.fetchStatus} 503`,
  });
  await server.post('/sandbox/api/vpn/silence', { minutes: 0 });
  expect(await fetchAs({ link, app: 'v2rayng' })).toMatchObject({ status: 200, message: null });

  await act('delete');
  expect((await panel()).keys).toEqual([]);
  expect((await act('block')).status).toBe(404);
  // The server creates the panel user again while the VPN app waits.
  expect(await fetchAs({ link, app: 'v2rayng' })).toMatchObject({ status: 200, message: null });
  expect((await panel()).keys).toHaveLength(1);
});

test.each([
  [{ email: 'nobody@example.org' }, 404],
  [{}, 404],
  [{ link: 'https://prosvet.example/profile' }, 404],
  [{ email: EMAIL, app: 'telegram' }, 400],
])('a fetch of %j is rejected', async (body, status) => {
  expect((await server.post('/sandbox/api/vpn/fetch', body)).status).toBe(status);
});

test('the page has a button for each action', async () => {
  await fetchAs({ email: EMAIL });
  const html = (await server.get('/sandbox')).body as string;
  expect(html).toContain('data-call="vpn/fetch"');
  expect(html).toContain('data-call="vpn/silence"');
  for (const action of ['online', 'delete', 'block'])
    expect(html).toContain(`data-key="vpn-${action}-sandbox-1"`);
  await act('block');
  await server.post('/sandbox/api/vpn/silence', { minutes: 5 });
  const after = (await server.get('/sandbox/parts/vpn')).body as string;
  expect(after).toContain('data-key="vpn-unblock-sandbox-1"');
  expect(after).toContain(VPN.response);
});
