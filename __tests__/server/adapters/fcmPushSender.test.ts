/** Tests the FCM push sender against a fake of Google's token and messaging endpoints over HTTP. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose';
import { createFcmPushSender } from '../../../src/server/adapters/fcmPushSender';
import type { PushSender } from '../../../src/server/ports/pushSender';
import { type SettableClock, settableClock } from '../../support/settableClock';

interface ResponseBody {
  status: number;
  body: unknown;
}

const SENT: ResponseBody = { status: 200, body: { name: 'projects/prosvet/messages/1' } };

let google: Server;
let keys: Awaited<ReturnType<typeof generateKeyPair>>;
let clock: SettableClock;
let sender: PushSender;
let base: string;
let tokenRequests: URLSearchParams[];
let messages: { path: string; authorization: string | undefined; body: unknown }[];
let responses: ResponseBody[];
let tokenStatus: number;

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

beforeAll(async () => {
  keys = await generateKeyPair('RS256', { extractable: true });
});

beforeEach(async () => {
  tokenRequests = [];
  messages = [];
  responses = [];
  tokenStatus = 200;
  google = createServer((request, response) => {
    void read(request).then((text) => {
      const result = (status: number, body: unknown) => {
        response.writeHead(status, { 'Content-Type': 'application/json' });
        response.end(typeof body === 'string' ? body : JSON.stringify(body));
      };
      if (request.url === '/token') {
        tokenRequests.push(new URLSearchParams(text));
        result(tokenStatus, { access_token: `access-${tokenRequests.length}`, expires_in: 3600 });
        return;
      }
      messages.push({
        path: request.url ?? '',
        authorization: request.headers.authorization,
        body: JSON.parse(text) as unknown,
      });
      const { status, body } = responses.shift() ?? SENT;
      result(status, body);
    });
  });
  google.listen(0, '127.0.0.1');
  await once(google, 'listening');
  base = `http://127.0.0.1:${(google.address() as AddressInfo).port}`;
  clock = settableClock('2026-11-21T09:00:00.000Z');
  sender = createFcmPushSender({
    serviceAccount: {
      projectId: 'prosvet',
      clientEmail: 'push@prosvet.example',
      privateKey: await exportPKCS8(keys.privateKey),
    },
    clock,
    tokenUrl: `${base}/token`,
    apiBaseUrl: base,
  });
});

afterEach(async () => {
  const closed = once(google, 'close');
  google.close();
  google.closeAllConnections();
  await closed;
});

const push = () => sender.send('device-token', { type: 'LOGOUT' });

it('sends a data message with string values, authorised by the service account token', async () => {
  const outcome = await sender.send('device-token', {
    type: 'LINK_MSG',
    link: 'https://prosvet.example/',
    title: 'Т',
    description: '',
  });
  expect(outcome).toEqual({ kind: 'delivered', messageId: 'projects/prosvet/messages/1' });
  expect(messages).toEqual([
    {
      path: '/v1/projects/prosvet/messages:send',
      authorization: 'Bearer access-1',
      body: {
        message: expect.objectContaining({
          token: 'device-token',
          data: { type: 'LINK_MSG', link: 'https://prosvet.example/', title: 'Т', description: '' },
        }) as unknown,
      },
    },
  ]);
});

it('requests the access token with a signed assertion', async () => {
  await push();
  expect(tokenRequests[0]?.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
  const { payload } = await jwtVerify(tokenRequests[0]?.get('assertion') ?? '', keys.publicKey, {
    issuer: 'push@prosvet.example',
    audience: `${base}/token`,
    currentDate: clock.now(),
  });
  expect(payload['scope']).toBe('https://www.googleapis.com/auth/firebase.messaging');
});

it('caches the access token until one minute before it expires', async () => {
  await push();
  clock.advance(3_540_000 - 1);
  await push();
  expect(tokenRequests).toHaveLength(1);
  clock.advance(1);
  await push();
  expect(tokenRequests).toHaveLength(2);
});

it('requests one new access token if the cached token is rejected', async () => {
  responses = [{ status: 401, body: {} }];
  expect(await push()).toMatchObject({ kind: 'delivered' });
  expect(messages.map(({ authorization }) => authorization)).toEqual(['Bearer access-1', 'Bearer access-2']);
});

const fcmError = (status: number, name: string, errorCode?: string): ResponseBody => ({
  status,
  body: {
    error: {
      code: status,
      message: 'Explained.',
      status: name,
      details:
        errorCode === undefined
          ? []
          : [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }],
    },
  },
});

it.each<[string, ResponseBody, unknown]>([
  ['an uninstalled app', fcmError(404, 'NOT_FOUND', 'UNREGISTERED'), { kind: 'unregistered' }],
  [
    'a malformed token',
    fcmError(400, 'INVALID_ARGUMENT', 'INVALID_ARGUMENT'),
    { kind: 'failed', reason: 'INVALID_ARGUMENT: Explained.' },
  ],
  [
    'another project’s token',
    fcmError(403, 'PERMISSION_DENIED', 'SENDER_ID_MISMATCH'),
    { kind: 'failed', reason: 'SENDER_ID_MISMATCH: Explained.' },
  ],
  ['no project', fcmError(404, 'NOT_FOUND'), { kind: 'failed', reason: 'NOT_FOUND: Explained.' }],
  [
    'a page instead of JSON',
    { status: 503, body: '<html>' },
    { kind: 'failed', reason: 'the push service responded with 503' },
  ],
])('reports %s', async (_what, result, outcome) => {
  responses = [result];
  expect(await push()).toEqual(outcome);
});

it('reports that the service account is rejected', async () => {
  tokenStatus = 400;
  expect(await push()).toMatchObject({ kind: 'failed', reason: expect.stringContaining('400') as string });
});

it('reports that the endpoint does not respond', async () => {
  const lonely = createFcmPushSender({
    serviceAccount: {
      projectId: 'prosvet',
      clientEmail: 'push@prosvet.example',
      privateKey: await exportPKCS8(keys.privateKey),
    },
    clock,
    tokenUrl: 'http://127.0.0.1:1/token',
    apiBaseUrl: 'http://127.0.0.1:1',
  });
  expect(await lonely.send('device-token', { type: 'LOGOUT' })).toMatchObject({ kind: 'failed' });
});

it('applies one overall deadline to a push, its token requests and its retry', async () => {
  const signals: unknown[] = [];
  const privateKey = await exportPKCS8(keys.privateKey);
  const watched = createFcmPushSender({
    serviceAccount: { projectId: 'prosvet', clientEmail: 'push@prosvet.example', privateKey },
    clock,
    tokenUrl: `${base}/token`,
    apiBaseUrl: base,
    fetch: (input, init) => {
      signals.push(init?.signal);
      return fetch(input, init);
    },
  });
  responses = [{ status: 401, body: {} }];
  expect(await watched.send('device-token', { type: 'TURN_OFF' })).toMatchObject({ kind: 'delivered' });
  expect(signals).toHaveLength(4);
  expect(signals[0]).toBeInstanceOf(AbortSignal);
  expect(new Set(signals).size).toBe(1);
});
