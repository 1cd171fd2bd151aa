/** The socket in front of the app: what never becomes a request is refused in the words of the contract. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import net, { type AddressInfo } from 'node:net';
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

/** All that the server says to these bytes until it hangs up. */
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
])('%s is refused with the error body', async (_what, bytes, status) => {
  const answer = await say(bytes);
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.body)).toEqual({
    error: { code: 'INVALID_REQUEST', message: expect.stringMatching(/./) as unknown },
  });
});

test('a load balancer that asks in HTTP/1.0 without a Host is answered', async () => {
  expect(await say('GET /healthz HTTP/1.0\r\n\r\n')).toEqual({ status: 200, body: 'seen /healthz' });
});

test('the server goes on after garbage', async () => {
  await say('garbage\r\n\r\n');
  expect(await say(`GET /next HTTP/1.1\r\nHost: a\r\n${CLOSE}\r\n`)).toMatchObject({ status: 200 });
});

test('connections that never finish their headers are closed in time', async () => {
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

test('a draining server answers on, ends each connection after its answer, and closes when asked', async () => {
  const leaving = createServerFor(() => new Response('seen'));
  const listening = await listen(leaving, { host: '127.0.0.1', port: 0 });
  const { port } = leaving.address() as AddressInfo;
  expect((await fetch(`http://127.0.0.1:${port}/`)).headers.get('connection')).not.toBe('close');
  listening.drain();
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('connection')).toBe('close');
  await listening.close();
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
});
