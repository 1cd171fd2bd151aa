/**
 * Tests reading a configuration from the VPN panel: a list without servers is an error of its own, a requested format
 * does not depend on the response rules of the VPN panel, and each request has the headers that the VPN panel requires.
 */
import { createRemnawaveNetwork } from '../../../../src/server/adapters/remnawave/remnawaveNetwork';
import { type VpnNetwork, VpnServersMissing, VpnUnavailable } from '../../../../src/server/ports/vpnNetwork';
import { settableClock, TEST_START } from '../../../support/settableClock';

const APP = { userAgent: 'Happ/5.6.0', ip: '10.0.0.1' };
const LIVE = 'vless://5f0c3e1c-6a43-4a52-9d6b-0a1f5f1f2a11@nl.example.com:443?type=tcp#NL';
const DEAD = 'vless://00000000-0000-0000-0000-000000000000@0.0.0.0:1?type=tcp#Subscription%20expired';

const inBase64 = (text: string) => Buffer.from(text).toString('base64');
const text = (body: string, contentType = 'text/plain; charset=utf-8') =>
  new Response(body, { headers: { 'Content-Type': contentType } });
const singbox = (server: string) =>
  Response.json({ outbounds: [{ type: 'vless', tag: 'x', server, server_port: 443, uuid: 'u' }] });
const xray = (address: string) =>
  Response.json([{ outbounds: [{ protocol: 'vless', settings: { vnext: [{ address }] } }] }]);
const info = (links: string[]) => Response.json({ response: { isFound: true, links } });
const missing = () =>
  Response.json({ isFound: false, statusCode: 404, message: 'Resource not found' }, { status: 404 });

let asked: Request[];

/** Creates an adapter for a VPN panel that returns a response for each path. */
function createPanel(
  responses: Record<string, () => Response>,
  headers: Record<string, string> = {},
): VpnNetwork {
  asked = [];
  const silent = () => undefined;
  return createRemnawaveNetwork({
    url: 'https://panel.example',
    token: 'a.panel.token',
    squads: [],
    prefix: 'prosvet',
    headers,
    clock: settableClock(TEST_START),
    logger: { debug: silent, info: silent, warn: silent, error: silent },
    fetch: (input, init) => {
      const request = new Request(input, init);
      asked.push(request);
      const path = new URL(request.url).pathname;
      return Promise.resolve((responses[path] ?? missing)());
    },
  });
}

const catchFailure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
const decodeText = (configuration: { body: Uint8Array } | null) =>
  Buffer.from(configuration?.body ?? []).toString();

test('a list that holds only dead entries is an error, and a list with a server is returned unchanged', async () => {
  const dead = await catchFailure(
    createPanel({ '/api/sub/ref': () => text(inBase64(DEAD)) }).configuration('ref', APP),
  );
  expect(dead).toBeInstanceOf(VpnServersMissing);
  // A caller that does not know the error must retry.
  expect(dead).toBeInstanceOf(VpnUnavailable);
  const mixed = inBase64(`${LIVE}\n${DEAD}`);
  const network = createPanel({ '/api/sub/ref': () => text(mixed) });
  expect(decodeText(await network.configuration('ref', APP))).toBe(mixed);
});

test.each([
  ['xray', '/api/sub/ref/json', xray],
  ['singbox', '/api/sub/ref/singbox', singbox],
] as const)('%s is read by its path and must have this format', async (format, path, write) => {
  const read = (response: () => Response) =>
    createPanel({ [path]: response }).configuration('ref', { ...APP, format });
  expect(decodeText(await read(() => write('nl.example.com')))).toContain('nl.example.com');
  expect(await catchFailure(read(() => write('0.0.0.0')))).toBeInstanceOf(VpnServersMissing);
  const other = await catchFailure(read(() => text(inBase64(LIVE))));
  expect(other).toBeInstanceOf(VpnUnavailable);
  expect(other).not.toBeInstanceOf(VpnServersMissing);
});

test.each<[string, () => Response]>([
  ['sing-box', () => singbox('nl.example.com')],
  ['Xray', () => xray('nl.example.com')],
  ['Clash', () => text('proxies:\n  - {name: x, type: ss, server: nl.example.com}\n', 'text/yaml')],
  ['its description', () => Response.json({ isFound: true, links: [LIVE] })],
])('links are read from the description if the panel returns %s by default', async (_what, standard) => {
  const read = (links: string[]) =>
    createPanel({ '/api/sub/ref': standard, '/api/sub/ref/info': () => info(links) }).configuration('ref', {
      ...APP,
      format: 'links',
    });
  expect(decodeText(await read([LIVE]))).toBe(inBase64(LIVE));
  expect(await catchFailure(read([DEAD, DEAD]))).toBeInstanceOf(VpnServersMissing);
  // The panel hides the links while its device limit is on, so the list says nothing about the servers.
  const hidden = await catchFailure(read([]));
  expect(hidden).toBeInstanceOf(VpnUnavailable);
  expect(hidden).not.toBeInstanceOf(VpnServersMissing);
});

test('links that the panel returns by default need one request', async () => {
  const network = createPanel({ '/api/sub/ref': () => text(inBase64(LIVE)) });
  await network.configuration('ref', { ...APP, format: 'links' });
  expect(asked.map(({ headers }) => headers.get('user-agent'))).toEqual(['v2rayN']);
});

test('the description of a subscription is no configuration, whatever its content type is', async () => {
  const network = createPanel({ '/api/sub/ref': () => Response.json({ isFound: true, links: [LIVE] }) });
  expect(await catchFailure(network.configuration('ref', APP))).toBeInstanceOf(VpnUnavailable);
});

test('each request has each header that the panel requires once', async () => {
  const fronts = { 'X-Forwarded-Proto': 'https', 'X-Api-Key': 'key', ACCEPT: 'text/html' };
  const network = createPanel({ '/api/sub/ref': () => text(inBase64(LIVE)) }, fronts);
  await network.configuration('ref', APP);
  await catchFailure(network.list(null));
  await catchFailure(network.reference('77'));
  expect(asked).toHaveLength(3);
  for (const { headers } of asked) {
    expect(headers.get('x-forwarded-for')).toBe('127.0.0.1');
    expect(headers.get('x-forwarded-proto')).toBe('https');
    expect(headers.get('x-api-key')).toBe('key');
  }
  expect(asked[0]?.headers.get('accept')).toBe('*/*');
});

test('the error code of a failed request is part of its reason', async () => {
  const network = createPanel({
    '/api/users/by-username/prosvet-77': () =>
      Response.json({ message: 'secret', errorCode: 'A026' }, { status: 500 }),
  });
  expect(await catchFailure(network.reference('77'))).toMatchObject({
    message: expect.stringMatching(/HTTP 500 A026$/) as string,
  });
});
