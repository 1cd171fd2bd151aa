/**
 * Tests malformed input that the server cannot parse as an HTTP request. The server rejects such input with the error
 * body of the API contract.
 */
import { once } from 'node:events';
import http, { type IncomingMessage, type Server } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { createServerFor, listen } from '../../../src/server/http/listen';

let server: Server;

beforeEach(async () => {
  server = createServerFor((request) => new Response(`seen ${new URL(request.url).pathname}`));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** Sends the bytes and returns everything that the server sends until it closes the connection. */
async function say(bytes: string): Promise<{ status: number; body: string }> {
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8');
  socket.on('data', (part: string) => {
    text += part;
  });
  socket.write(bytes);
  await once(socket, 'close');
  const [head = '', ...body] = text.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), body: body.join('\r\n\r\n') };
}

/** Sends requests at once without reading responses. Resolves to whether the server closed the connection. */
async function pipelines(requests: number): Promise<boolean> {
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.pause();
  socket.write('GET /a HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(requests));
  const count = () =>
    new Promise<number>((resolve, reject) =>
      server.getConnections((error, open) => (error === null ? resolve(open) : reject(error))),
    );
  for (let turn = 0; turn < 50 && (await count()) > 0; turn += 1)
    await new Promise((resolve) => setTimeout(resolve, 10));
  const isClosed = (await count()) === 0;
  socket.destroy();
  return isClosed;
}

test('a connection with more than a few waiting responses is closed', async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
  server = createServerFor(() => new Promise<Response>(() => undefined));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  expect(await pipelines(4)).toBe(false);
  expect(await pipelines(5)).toBe(true);
  expect(await pipelines(1000)).toBe(true);
});

test('a connection serves any number of requests one after another', async () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const { port } = server.address() as AddressInfo;
  for (let request = 0; request < 20; request += 1) {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      http.get({ agent, port, host: '127.0.0.1', path: '/a' }, resolve).once('error', reject);
    });
    response.resume();
    await once(response, 'end');
    expect(response.statusCode).toBe(200);
  }
  agent.destroy();
});

const CLOSE = 'Connection: close\r\n';
const JSON_BODY = 'Content-Type: application/json\r\n';

test.each([
  ['no HTTP at all', '\u0016\u0003\u0001\r\n\r\n', 400],
  ['an endless address', `GET /?q=${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n${CLOSE}\r\n`, 431],
  [
    'two lengths',
    `POST / HTTP/1.1\r\nHost: a\r\n${JSON_BODY}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    400,
  ],
  ['a Host that is none', `GET / HTTP/1.1\r\nHost: a b c\r\n${CLOSE}\r\n`, 400],
  ['a Host with a path', `GET / HTTP/1.1\r\nHost: a.example/b\r\n${CLOSE}\r\n`, 400],
  ['a backslash', `GET /a\\b HTTP/1.1\r\nHost: a\r\n${CLOSE}\r\n`, 400],
])('%s is rejected with the error body', async (_what, bytes, status) => {
  const result = await say(bytes);
  expect(result.status).toBe(status);
  expect(JSON.parse(result.body)).toEqual({
    error: { code: 'INVALID_REQUEST', message: expect.stringMatching(/./) as unknown },
  });
});

test('a load balancer that sends HTTP/1.0 without a Host header gets a response', async () => {
  expect(await say('GET /healthz HTTP/1.0\r\n\r\n')).toEqual({ status: 200, body: 'seen /healthz' });
});

test('the server continues after malformed input', async () => {
  await say('garbage\r\n\r\n');
  expect(await say(`GET /next HTTP/1.1\r\nHost: a\r\n${CLOSE}\r\n`)).toMatchObject({ status: 200 });
});

test('connections that never complete their headers are closed in time', async () => {
  const slow = createServerFor(() => new Response('seen'), {
    headersTimeout: 200,
    connectionsCheckingInterval: 50,
  });
  slow.listen(0, '127.0.0.1');
  await once(slow, 'listening');
  const { port } = slow.address() as AddressInfo;
  const sockets = Array.from({ length: 40 }, () => net.connect(port, '127.0.0.1'));
  const ended = sockets.map((socket) => {
    socket.resume();
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ');
    return once(socket, 'close');
  });
  await Promise.all(ended);
  slow.close();
  await once(slow, 'close');
});

/**
 * Opens a connection that the client never reads or closes. `closed` resolves when the server has freed the file
 * descriptor.
 */
async function connectImpolitely(
  to: Server,
  first: string,
  next: string,
): Promise<{ closed: Promise<unknown>; end(): void }> {
  const { port } = to.address() as AddressInfo;
  const accepted = once(to, 'connection') as Promise<[net.Socket]>;
  const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.pause();
  socket.on('error', () => undefined);
  if (first !== '') socket.write(first);
  const trickle = setInterval(() => {
    if (next !== '' && socket.writable) socket.write(next);
  }, 20);
  const [descriptor] = await accepted;
  return {
    closed: once(descriptor, 'close'),
    end: () => {
      clearInterval(trickle);
      socket.destroy();
    },
  };
}

test.each([
  ['sends one header line after another', 'GET / HTTP/1.1\r\nHost: a\r\n', 'X-Slow: a\r\n'],
  ['sends nothing', '', ''],
  ['sends its body byte by byte', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n', 'a'],
  ['goes on after garbage', 'garbage\r\n\r\n', 'garbage\r\n\r\n'],
  ['goes on after an endless address', `GET /?q=${'a'.repeat(20_000)} HTTP/1.1\r\n`, 'X-Slow: a\r\n'],
  ['does not read a long response', 'GET /long HTTP/1.1\r\nHost: a\r\n\r\n', ''],
])(
  'the descriptor of a client that %s, reads nothing and never closes is freed',
  async (_what, first, next) => {
    const impatient = createServerFor(
      async (request) =>
        new Response(request.url.endsWith('/long') ? new Uint8Array(50_000_000) : await request.text()),
      {
        headersTimeout: 200,
        requestTimeout: 200,
        connectionsCheckingInterval: 50,
        stalledResponseTimeout: 200,
      },
    );
    impatient.listen(0, '127.0.0.1');
    await once(impatient, 'listening');
    const clients = await Promise.all(
      Array.from({ length: 5 }, () => connectImpolitely(impatient, first, next)),
    );
    await Promise.all(clients.map(({ closed }) => closed));
    impatient.close();
    await once(impatient, 'close');
    for (const client of clients) client.end();
  },
);

/** Resolves when the server has received `count` requests. */
async function requests(of: Server, count: number): Promise<void> {
  for (let seen = 0; seen < count; seen += 1) await once(of, 'request');
}

/** Blocks the event loop, as the work of a busy server does. */
function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test.each([
  ['a proxy keeps its connections', true, 0],
  ['a proxy opens a connection for each request', false, 0],
  ['a proxy opens a connection for each request of a busy server', false, 3],
])(
  'a server that is closing breaks no request: each is answered, or its connection is refused, if %s',
  async (_what, isKeptAlive, workMs) => {
    for (let round = 0; round < 4; round += 1) {
      const leaving = createServerFor(async (request) => {
        work(workMs);
        return new Response(await request.text());
      });
      const listening = await listen(leaving, { host: '127.0.0.1', port: 0 });
      const { port } = leaving.address() as AddressInfo;
      const proxy = new Worker(path.resolve('__tests__/support/hammer.cjs'), {
        workerData: { port, callers: 16, isKeptAlive },
      });
      const broken = once(proxy, 'message');
      await requests(leaving, 100 + round * 7);
      await listening.close();
      expect(await broken).toEqual([[]]);
    }
  },
);

test('a server that is closing ends each connection after its response, and closes idle connections', async () => {
  let result: (response: Response) => void = () => undefined;
  const leaving = createServerFor((request) =>
    request.url.endsWith('/slow')
      ? new Promise<Response>((resolve) => {
          result = resolve;
        })
      : new Response('seen'),
  );
  const listening = await listen(leaving, { host: '127.0.0.1', port: 0 });
  const { port } = leaving.address() as AddressInfo;
  const agent = new http.Agent({ keepAlive: true });
  const ask = async (url: string) => {
    const request = http.get({ port, host: '127.0.0.1', path: url, agent });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    return response.headers.connection;
  };
  expect(await ask('/')).toBe('keep-alive');
  const [slow, silent] = [ask('/slow'), ask('/')];
  await silent;
  const closed = listening.close();
  while (leaving.listening) await new Promise(setImmediate);
  result(new Response('late'));
  expect(await slow).toBe('keep-alive');
  expect(await ask('/')).toBe('close');
  await closed;
  agent.destroy();
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
});
