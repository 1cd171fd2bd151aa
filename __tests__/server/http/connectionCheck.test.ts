/**
 * Tests the API endpoint of the page /check: which IP addresses belong to the VPN, which origins may send the request,
 * and that nothing is stored.
 */
import { createVpnExits } from '../../../src/server/configuration/vpnExits';
import { startTestServer, TEST_ORIGIN, type TestServerOptions } from '../../support/server';

const PATH = '/api/connection/check';
const PAGE = 'https://shop.example';

async function serverWith(options: TestServerOptions = {}) {
  return startTestServer({
    vpnExits: createVpnExits(['192.0.2.0/24', '2001:db8:1::/48']),
    trustedProxies: 1,
    settings: { publicUrl: PAGE },
    ...options,
  });
}

const ask = (server: { fetch: typeof fetch }, headers: Record<string, string> = {}, method = 'POST') =>
  server.fetch(`${TEST_ORIGIN}${PATH}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(method === 'POST' ? { body: '{}' } : {}),
  });

it.each([
  ['192.0.2.7', true],
  ['::ffff:192.0.2.7', true],
  ['::ffff:c000:207', true],
  ['2001:db8:1::42', true],
  ['198.51.100.4, 192.0.2.7', true],
  // A client may claim any address in the header, in front of the address that the trusted proxy appends.
  ['192.0.2.7, 198.51.100.4', false],
  ['198.51.100.4', false],
  ['2001:db8:2::42', false],
  ['192.0.2.7:443', false],
  ['unknown', false],
])('the client %s is in the VPN: %s', async (forwarded, isThroughVpn) => {
  const response = await ask(await serverWith(), { 'X-Forwarded-For': forwarded });
  expect(await response.json()).toEqual({ isThroughVpn });
});

it('ignores the forwarding header unless a trusted proxy is configured', async () => {
  const response = await ask(await serverWith({ trustedProxies: 0 }), { 'X-Forwarded-For': '192.0.2.7' });
  expect(await response.json()).toEqual({ isThroughVpn: false });
});

it('returns an unknown result if no VPN exits are configured, to pages of its own origin only', async () => {
  const server = await startTestServer();
  const response = await ask(server, { Origin: PAGE });
  expect(await response.json()).toEqual({ isThroughVpn: null });
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
});

describe('a page on another host', () => {
  it('may send the request without cookies if the host belongs to the product', async () => {
    const server = await serverWith();
    const preflight = await ask(
      server,
      {
        Origin: PAGE,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type',
      },
      'OPTIONS',
    );
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': PAGE,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'Content-Type',
    });
    const response = await ask(server, { Origin: PAGE });
    expect(response.headers.get('access-control-allow-origin')).toBe(PAGE);
    expect(response.headers.get('vary')).toContain('Origin');
    expect(response.headers.get('cache-control')).toBe('no-store');
    for (const each of [preflight, response]) {
      expect(each.headers.get('access-control-allow-credentials')).toBeNull();
      expect(each.headers.get('set-cookie')).toBeNull();
    }
  });

  it.each(['https://evil.example', 'https://shop.example.evil.example', 'http://shop.example', 'null'])(
    '%s may not read the response',
    async (origin) => {
      const server = await serverWith();
      const preflight = await ask(server, { Origin: origin }, 'OPTIONS');
      const response = await ask(server, { Origin: origin });
      for (const each of [preflight, response])
        expect(each.headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  it('may send no other request', async () => {
    const server = await serverWith();
    const response = await server.fetch(`${TEST_ORIGIN}/api/shop/getShop`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: PAGE },
      body: '{}',
    });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('the host of CHECK_URL', () => {
  const CHECK_HOST = 'check.example';
  const askHost = async (host: string, path: string, method: string) => {
    const server = await serverWith({ checkHost: CHECK_HOST });
    return server.fetch(`https://${host}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '192.0.2.7' },
      ...(method === 'POST' ? { body: '{}' } : {}),
    });
  };

  it('answers the request', async () => {
    const response = await askHost(CHECK_HOST, PATH, 'POST');
    expect(await response.json()).toEqual({ isThroughVpn: true });
    expect((await askHost(CHECK_HOST, PATH, 'OPTIONS')).status).toBe(204);
  });

  it.each([
    ['GET', '/'],
    ['GET', '/readyz'],
    ['GET', '/api/openapi.json'],
    ['POST', '/api/shop/getShop'],
    ['POST', `${PATH}/`],
    ['POST', '/api/webhooks/cloudpayments/pay'],
    ['GET', '/s/secret'],
  ])('does not answer %s %s', async (method, path) => {
    expect((await askHost(CHECK_HOST, path, method)).status).toBe(404);
  });

  it('does not restrict the other hosts', async () => {
    expect((await askHost('shop.example', '/readyz', 'GET')).status).toBe(200);
  });
});

it('logs the request without the IP address', async () => {
  const server = await serverWith();
  await ask(server, { 'X-Forwarded-For': '192.0.2.7', Origin: PAGE });
  await ask(server, { Origin: PAGE }, 'OPTIONS');
  expect(server.logs).toHaveLength(2);
  expect(server.logs.map(({ details }) => details)).toMatchObject([
    { route: PATH, status: 200 },
    { route: PATH, status: 204 },
  ]);
  expect(JSON.stringify(server.logs)).not.toContain('192.0.2');
});
