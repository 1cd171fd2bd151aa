/** Tests the function that sends an API request, and the base query of RTK Query. */
import { configureStore } from '@reduxjs/toolkit';
import { createApi } from '@reduxjs/toolkit/query';
import * as v from 'valibot';
import { calls } from '../../../src/shared/contract/call';
import { createBaseQuery, schemaFailure } from '../../../src/web/api/baseQuery';
import { buildEndpoint } from '../../../src/web/api/buildEndpoint';
import { toCallError } from '../../../src/web/api/callError';
import { adviceInWords, adviceOn } from '../../../src/web/components/failures/CallFailure';
import { type ConsoleLine, takeConsole } from '../../support/consoleSpy';
import { fakePlatform } from '../../support/fakePlatform';
import { json, lostNetwork, rejection, scriptedApi } from '../../support/scriptedApi';

const { read, list } = calls({
  read: {
    path: 'thing/read',
    audience: 'customer',
    kind: 'read',
    body: v.object({ id: v.optional(v.number(), 7) }),
    response: v.object({ name: v.optional(v.string()) }),
    summary: 'Reads.',
  },

  list: {
    path: 'thing/list',
    audience: 'public',
    kind: 'read',
    query: v.object({ part: v.string(), page: v.optional(v.number(), 0) }),
    response: v.array(v.number()),
    summary: 'Lists.',
  },
});

const { change } = calls({ change: { ...read, path: 'thing/change', kind: 'change' } });

const TIMES = { deadlineMs: 40, retryAfterMs: [1, 1] };

function setup(token: string | null = 'the-token') {
  const server = scriptedApi('/base/api/');
  const api = createApi({
    baseQuery: createBaseQuery(TIMES),
    catchSchemaFailure: (error, { endpoint }) => schemaFailure(error.schemaName, endpoint),
    endpoints: (build) => ({
      read: build.query({ ...buildEndpoint(read) }),
      change: build.mutation({ ...buildEndpoint(change) }),
      changeRaw: build.mutation({ ...buildEndpoint(change, { raw: true }) }),
      changeAs: build.mutation({ ...buildEndpoint(change, { ownBearer: true }) }),
      list: build.query({ ...buildEndpoint(list) }),
    }),
  });
  const platform = fakePlatform({ fetch: server.fetch, configuration: { apiBaseUrl: '/base/api/' } });
  const store = configureStore({
    reducer: { api: api.reducer, identity: () => ({ accessToken: token }) },
    middleware: (defaults) => defaults({ thunk: { extraArgument: platform } }).concat(api.middleware),
  });
  return { server, api, store, platform };
}

let lines: ConsoleLine[];
beforeEach(() => {
  lines = takeConsole();
});

it('sends JSON with the bearer token and parses the JSON response [access-16, call-1]', async () => {
  const { server, api, store } = setup();
  server.on('thing/read', { name: 'a', unknown: 1 });
  const { data } = await store.dispatch(api.endpoints.read.initiate({ id: 1 }));
  expect(data).toEqual({ name: 'a' });
  expect(server.calls).toEqual([
    {
      path: 'thing/read',
      query: {},
      method: 'POST',
      body: { id: 1 },
      bearer: 'the-token',
      contentType: 'application/json',
    },
  ]);
});

it('adds the default values of the endpoint in the API contract', async () => {
  const { server, api, store } = setup();
  server.on('thing/read', {});
  await store.dispatch(api.endpoints.read.initiate({}));
  expect(server.calls[0]?.body).toEqual({ id: 7 });
});

it('sends no bearer token if none is stored or if the endpoint is public, and puts queries into the URL [access-17, call-3]', async () => {
  const { server, api, store } = setup(null);
  server.on('thing/read', {});
  await store.dispatch(api.endpoints.read.initiate({}));
  const signedIn = setup();
  signedIn.server.on('thing/list', () => json([1, 2]));
  const { data } = await signedIn.store.dispatch(signedIn.api.endpoints.list.initiate({ part: 'a&b' }));
  expect(data).toEqual([1, 2]);
  expect(server.calls[0]?.bearer).toBeNull();
  expect(signedIn.server.calls[0]).toMatchObject({
    bearer: null,
    query: { part: 'a&b', page: '0' },
    body: undefined,
  });
});

it('uses the bearer token that the caller passes', async () => {
  const { server, api, store } = setup();
  server.on('thing/change', {});
  await store.dispatch(api.endpoints.changeAs.initiate({ body: { id: 1 }, bearer: 'id-token' }));
  await store.dispatch(api.endpoints.changeAs.initiate({ body: { id: 2 } }));
  expect(server.calls.map(({ bearer, body }) => ({ bearer, body }))).toEqual([
    { bearer: 'id-token', body: { id: 1 } },
    { bearer: 'the-token', body: { id: 2 } },
  ]);
});

it('parses an empty response as {} [call-6]', async () => {
  const { server, api, store } = setup();
  server.on('thing/change', () => new Response('', { status: 200 }));
  const { data } = await store.dispatch(api.endpoints.change.initiate({}));
  expect(data).toEqual({});
});

it.each([400, 401, 403, 404, 409, 418, 429])(
  'fails with the exact message for %d, once, and logs no person [error-1, error-3, error-9]',
  async (status) => {
    const { server, api, store } = setup();
    server.on('thing/read', () => rejection(status, 'CONFLICT'));
    const { error } = await store.dispatch(api.endpoints.read.initiate({ id: 4242 }));
    expect(error).toEqual({
      status,
      message: `HTTP error! status: ${status}`,
      code: 'CONFLICT',
      reason: `rejected with ${status}`,
    });
    expect(server.calls).toHaveLength(1);
    expect(lines).toEqual([
      { level: 'error', message: `HTTP error! status: ${status}`, details: { path: 'thing/read', status } },
    ]);
  },
);

it('puts the response body of a raw request into the error message [call-43, error-2]', async () => {
  const { server, api, store } = setup();
  server.on('thing/change', () => new Response('no such device', { status: 502 }));
  const { error } = await store.dispatch(api.endpoints.changeRaw.initiate({}));
  expect(error).toEqual({ status: 502, message: 'HTTP error! status: 502, body: no such device' });
});

it.each([
  ['{"name":"a"}', { name: 'a' }],
  ['sent!', {}],
  ['', {}],
])('reads the raw answer %j as %j [call-43, error-2]', async (text, expected) => {
  const { server, api, store } = setup();
  server.on('thing/change', () => new Response(text));
  const { data } = await store.dispatch(api.endpoints.changeRaw.initiate({}));
  expect(data).toEqual(expected);
});

it.each([
  ['a 500', () => rejection(500)],
  ['a 503', () => rejection(503)],
  ['a lost network', lostNetwork],
])('retries a read after %s', async (_name, script) => {
  const { server, api, store } = setup();
  server.on('thing/read', (seen, count) => (count < 3 ? script(seen, count) : json({ name: 'at last' })));
  const { data } = await store.dispatch(api.endpoints.read.initiate({}));
  expect(data).toEqual({ name: 'at last' });
  expect(server.calls).toHaveLength(3);
});

it('stops retrying a read after its last attempt', async () => {
  const { server, api, store } = setup();
  server.on('thing/read', lostNetwork);
  const { error } = await store.dispatch(api.endpoints.read.initiate({}));
  expect(error).toMatchObject({ status: 'NETWORK' });
  expect(server.calls).toHaveLength(3);
});

it.each([
  ['a 500', () => rejection(500)],
  ['a lost network', lostNetwork],
])('never repeats a change after %s', async (_name, script) => {
  const { server, api, store } = setup();
  server.on('thing/change', script);
  const { error } = await store.dispatch(api.endpoints.change.initiate({}));
  expect(error).toBeDefined();
  expect(server.calls).toHaveLength(1);
});

it('aborts at the deadline, also while the body is read', async () => {
  const { server, api, store } = setup();
  server.on('thing/change', () => new Promise<Response>(() => undefined));
  const { error } = await store.dispatch(api.endpoints.change.initiate({}));
  expect(error).toMatchObject({ status: 'TIMEOUT' });
  expect(server.calls).toHaveLength(1);
});

it('reports nothing for an aborted request', async () => {
  const { server, api, store } = setup();
  server.on('thing/change', () => new Promise<Response>(() => undefined));
  const running = store.dispatch(api.endpoints.change.initiate({}));
  running.abort();
  const { error } = await running;
  expect(error && toCallError(error)).toMatchObject({ status: 'ABORTED' });
  expect(lines).toEqual([]);
});

it('rejects a response that is not JSON [call-5]', async () => {
  const { server, api, store } = setup();
  server.on('thing/change', () => new Response('<html>'));
  const { error } = await store.dispatch(api.endpoints.change.initiate({}));
  expect(error).toMatchObject({ status: 'UNREADABLE' });
});

it('rejects a response that violates the contract', async () => {
  const { server, api, store } = setup();
  server.on('thing/change', { name: 5 });
  const { error } = await store.dispatch(api.endpoints.change.initiate({}));
  expect(error).toEqual({ status: 'SCHEMA', message: 'responseSchema of change does not fit the contract' });
});

it('never sends an argument that violates the contract', async () => {
  const { server, api, store } = setup();
  const wrong: { id?: number } = JSON.parse('{"id":"1"}') as { id?: number };
  const { error } = await store.dispatch(api.endpoints.change.initiate(wrong));
  expect(error).toMatchObject({ status: 'SCHEMA' });
  expect(server.calls).toEqual([]);
});

describe('the maintenance notice', () => {
  const withHeaders = (headers: Record<string, string>, status = 200) =>
    new Response(
      '{"error":{"code":"UNAVAILABLE","message":"m","notice":{"text":"Работы","endsAt":"never"}}}',
      {
        status,
        headers,
      },
    );

  it('is shown or removed as each response of the server says, also of a failed request', async () => {
    const { server, api, store, platform } = setup();
    const time = { 'X-Server-Time': '2026-11-29T09:00:00.000Z' };
    const answers = [
      withHeaders({ ...time, 'X-Notice': 'encoded' }),
      withHeaders({ ...time, 'X-Notice': 'other' }, 503),
      withHeaders(time),
      // The response of a proxy while the server is down changes nothing.
      withHeaders({}, 502),
    ];
    server.on('thing/change', (_call, count) => answers[count - 1] ?? withHeaders({}));
    for (const _answer of answers)
      await store.dispatch(api.endpoints.changeAs.initiate({ body: { id: 1 }, bearer: 't' }));
    expect(platform.notices).toEqual(['encoded', 'other', '']);
  });

  it('is in the error of a rejected request', async () => {
    const { server, api, store } = setup();
    server.on('thing/change', () => withHeaders({}, 503));
    const { error } = await store.dispatch(api.endpoints.changeAs.initiate({ body: { id: 1 }, bearer: 't' }));
    expect(error).toMatchObject({ status: 503, notice: 'Работы' });
    expect(adviceOn(error)).toBe('Работы');
    expect(adviceInWords('Не получилось.', error)).toBe('Работы');
  });
});
