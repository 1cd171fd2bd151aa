/** Tests the requests of store links with a local HTTP server, and the rejection of addresses that are not public. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createLinkChecker,
  isPublicAddress,
  type LinkCheckerOptions,
} from '../../../src/server/adapters/httpLinkChecker';

let server: Server;
let base: string;
let requested: string[];

beforeAll(async () => {
  server = createServer((request, response) => {
    const url = request.url ?? '';
    requested.push(url);
    if (url === '/moved') response.writeHead(302, { Location: '/found' }).end();
    else if (url === '/loop') response.writeHead(302, { Location: '/loop' }).end();
    else if (url === '/gone') response.writeHead(404).end();
    else if (url === '/endless') {
      response.writeHead(200);
      const more = setInterval(() => response.write('x'.repeat(1000)), 1);
      response.on('close', () => clearInterval(more));
    } else if (url === '/closed') request.destroy();
    else if (url !== '/silent') response.writeHead(200).end('found');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://localhost:${String((server.address() as AddressInfo).port)}`;
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

beforeEach(() => {
  requested = [];
});

const never = new AbortController().signal;
const local = createLinkChecker({ allowLocal: true, timeoutMs: 300 });

/** Returns a function that resolves every name to these addresses. */
const resolvesTo =
  (...addresses: string[]): NonNullable<LinkCheckerOptions['lookup']> =>
  (_name, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

it('reports the status and the host of the last response, after redirects', async () => {
  const { host } = new URL(base);
  expect(await local.request(`${base}/moved`, never)).toMatchObject({ status: 200, host, problem: null });
  expect(requested).toEqual(['/moved', '/found']);
  expect(await local.request(`${base}/gone`, never)).toMatchObject({
    status: 404,
    problem: 'The host responded with status 404.',
    isUnreachable: false,
  });
});

it('does not read the body of a response', async () => {
  expect(await local.request(`${base}/endless`, never)).toMatchObject({ status: 200, problem: null });
});

it('ends after its timeout, and after too many redirects', async () => {
  expect(await local.request(`${base}/silent`, never)).toMatchObject({
    status: null,
    problem: 'The host did not respond in time.',
    isUnreachable: true,
  });
  expect(await local.request(`${base}/loop`, never)).toMatchObject({
    problem: 'The link has more than 5 redirects.',
  });
  expect(requested.filter((url) => url === '/loop')).toHaveLength(6);
});

it('describes a connection that fails, in one sentence', async () => {
  expect(await local.request('http://127.0.0.1:1/', never)).toMatchObject({
    problem: 'The host refuses connections.',
    isUnreachable: true,
  });
  expect(await local.request(`${base}/closed`, never)).toMatchObject({
    problem: 'The host closed the connection without a response.',
    isUnreachable: false,
  });
});

describe('without the option for local addresses', () => {
  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://10.0.0.8/',
    'https://172.20.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
  ])('rejects %s', async (url) => {
    expect(await createLinkChecker().request(url, never)).toMatchObject({
      status: null,
      problem: 'The host has a private or local address, which is not requested.',
    });
  });

  it.each([[['127.0.0.1']], [['::1']], [['1.1.1.1', '10.0.0.1']], [['fd00::1']]])(
    'rejects a name that resolves to %s',
    async (addresses) => {
      const checker = createLinkChecker({ lookup: resolvesTo(...addresses) });
      expect(await checker.request('https://store.example/', never)).toMatchObject({
        problem: 'The host has a private or local address, which is not requested.',
      });
    },
  );

  it('requests no link without https', async () => {
    expect(await createLinkChecker().request(`${base}/found`, never)).toMatchObject({
      problem: 'The link leads to an address without https.',
    });
    expect(requested).toEqual([]);
  });

  it.each(['1.1.1.1', '172.15.0.1', '172.32.0.1', '2606:4700::1111'])('allows %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});
