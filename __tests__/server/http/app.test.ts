import { readFile } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import { freePort } from '../../../.ci/freePort.mjs';
import { createPrometheusMetrics } from '../../../src/server/adapters/prometheusMetrics';
import { openMetrics } from '../../../src/server/composition/openMetrics';
import { HANDLERS } from '../../../src/server/http/handlers';
import { enqueue, OUTBOX_LANES } from '../../../src/server/outbox/outbox';
import { VERDICTS } from '../../../src/server/ports/metrics';
import { outbox } from '../../../src/server/store/schema/outbox';
import { deliverDueOutbox } from '../../../src/server/workers/delivery/deliverOutbox';
import { startTestServer, type TestServer } from '../../support/server';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

test('reports that the server is alive and that the database responds', async () => {
  const versioned = await startTestServer({ version: '1.2.3' });
  expect(await (await versioned.fetch('/healthz')).json()).toEqual({ status: 'up', version: '1.2.3' });
  expect((await server.fetch('/readyz')).status).toBe(200);
});

test('an unknown path returns 404 with the error body', async () => {
  const response = await server.fetch('/api/nothing', { method: 'POST' });
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({
    error: {
      code: 'NOT_FOUND',
      message: 'Ничего не найдено.',
      requestId: response.headers.get('x-request-id'),
    },
  });
});

test('a wrong method returns 405 with the allowed method', async () => {
  const response = await server.fetch('/api/profile');
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('POST');
});

test('a customer request without a token returns 401 whatever its body', async () => {
  const response = await server.fetch('/api/api/profile', { method: 'POST', body: '{broken' });
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({ error: { code: 'NO_TOKEN' } });
});

test('every response has a request id of the server, never one sent by the client', async () => {
  const response = await server.fetch('/healthz', { headers: { 'X-Request-Id': 'mine' } });
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});

test('an unexpected error returns 500 without details, and is logged without its values', async () => {
  const secret = 'vasilisa@example.com';
  server = await startTestServer({
    handlers: { ...HANDLERS, checkGift: () => Promise.reject(new Error(`broke on ${secret}`)) },
  });
  const { status, error } = await server.call('checkGift', { body: { key: 'any' } });
  expect(status).toBe(500);
  expect(error).toEqual({
    code: 'INTERNAL',
    message: 'Что-то сломалось у нас. Попробуй позже.',
    requestId: expect.any(String) as unknown,
  });
  expect(server.takeUnexpectedErrors()).toHaveLength(1);
  const logged = server.logs.filter(({ level }) => level === 'error');
  expect(logged).toHaveLength(1);
  expect(JSON.stringify(logged)).not.toContain(secret);
});

test('a response that violates the contract is never sent', async () => {
  const result = JSON.parse('{"success":true,"months":"three"}') as { months: number };
  server = await startTestServer({ handlers: { ...HANDLERS, checkGift: () => Promise.resolve(result) } });
  const { status } = await server.call('checkGift', { body: { key: 'any' } });
  expect(status).toBe(500);
  expect(server.takeUnexpectedErrors()).toHaveLength(1);
  expect(server.logs.find(({ level }) => level === 'error')?.details).toMatchObject({
    call: 'checkGift',
    fields: ['months'],
  });
});

test('fields that the API contract does not define for the endpoint are removed from the response', async () => {
  const result = { success: true, months: 3, inner: 'secret' };
  server = await startTestServer({ handlers: { ...HANDLERS, checkGift: () => Promise.resolve(result) } });
  const { body } = await server.call('checkGift', { body: { key: 'any' } });
  expect(body).toEqual({ success: true, months: 3 });
});

test('requests are logged by route, without queries, bodies, tokens and addresses', async () => {
  await server.fetch('/api/panel/users/search?emailPart=vasilisa%40example.com', {
    method: 'POST',
    headers: { Authorization: 'Bearer sa_secret', 'Content-Type': 'application/json' },
    body: '{"email":"vasilisa@example.com"}',
  });
  const line = server.logs.find(({ message }) => message === 'request');
  expect(line?.details).toEqual({
    requestId: expect.any(String) as unknown,
    method: 'POST',
    route: '/api/panel/users/search',
    status: 401,
    ms: expect.any(Number) as unknown,
  });
  expect(JSON.stringify(server.logs)).not.toMatch(/vasilisa|sa_secret/);
});

describe('the IP address of a client', () => {
  const requestFrom = (remoteAddress: string) => {
    const socket = new Socket();
    Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
    return new IncomingMessage(socket);
  };

  const addressSeenWith = async (
    trustedProxies: number,
    forwarded: string | null,
    remoteAddress = '10.0.0.9',
  ) => {
    let seen = '';
    server = await startTestServer({
      trustedProxies,
      handlers: {
        ...HANDLERS,
        checkGift: ({ ip }) => {
          seen = ip;
          return Promise.resolve({});
        },
      },
    });
    await server.app.fetch(
      new Request('http://localhost/api/checkGift', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          ...(forwarded === null ? {} : { 'X-Forwarded-For': forwarded }),
        },
        body: '{"key":"any"}',
      }),
      { incoming: requestFrom(remoteAddress) },
    );
    return seen;
  };

  it('has one notation for IPv4, whatever address the socket listens on', async () => {
    expect(await addressSeenWith(0, null, '::ffff:192.0.2.7')).toBe('192.0.2.7');
    expect(await addressSeenWith(1, '::ffff:192.0.2.8')).toBe('192.0.2.8');
    expect(await addressSeenWith(1, '2001:db8::8')).toBe('2001:db8::8');
  });

  it('is the remote address of the connection unless trusted proxies are configured', async () => {
    expect(await addressSeenWith(0, '1.2.3.4')).toBe('10.0.0.9');
    expect(await addressSeenWith(1, null)).toBe('10.0.0.9');
    expect(await addressSeenWith(1, 'nonsense')).toBe('10.0.0.9');
  });

  it('is the address that the outermost trusted proxy reports', async () => {
    expect(await addressSeenWith(1, '6.6.6.6, 1.2.3.4')).toBe('1.2.3.4');
    expect(await addressSeenWith(2, '6.6.6.6, 1.2.3.4, 10.0.0.1')).toBe('1.2.3.4');
  });
});

it('a forwarding header of an undeclared proxy is logged once an hour', async () => {
  const server = await startTestServer();
  const told = () => server.logs.filter(({ message }) => message.startsWith('X-Forwarded-For')).length;
  const look = (headers: Record<string, string>) =>
    server.fetch('/api/checkGift', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: '{"key":"any"}',
    });
  await look({});
  expect(told()).toBe(0);
  await look({ 'X-Forwarded-For': '1.2.3.4' });
  await look({ 'X-Forwarded-For': '1.2.3.4' });
  expect(told()).toBe(1);
  server.clock.advance(3_600_000);
  await look({ 'X-Forwarded-For': '1.2.3.4' });
  expect(told()).toBe(2);
  const declared = await startTestServer({ trustedProxies: 1 });
  await declared.fetch('/api/checkGift', { method: 'POST', headers: { 'X-Forwarded-For': '1.2.3.4' } });
  expect(declared.logs.filter(({ message }) => message.startsWith('X-Forwarded-For'))).toEqual([]);
});

describe('metrics', () => {
  /** Returns the value of one line of the metrics text, or null if the line is missing. */
  const valueIn = (text: string, line: string): number | null => {
    const found = text.split('\n').find((each) => each.startsWith(`${line} `));
    return found === undefined ? null : Number(found.slice(line.length + 1));
  };

  it('are served on a separate port: requests, notifications, outbox, pool and process', async () => {
    const server = await startTestServer();
    const emailMessage = { to: 'vasilisa@example.com', subject: 's', text: 't', html: 'h' };
    await enqueue(server.db, { kind: 'email', dedupeKey: 'early', payload: emailMessage });
    const tomorrow = new Date(Date.now() + 86_400_000);
    await enqueue(server.db, {
      kind: 'email',
      dedupeKey: 'later',
      payload: emailMessage,
      notBefore: tomorrow,
    });
    await server.db
      .update(outbox)
      .set({ wantedAt: sql`now() - interval '90 seconds'` })
      .where(eq(outbox.dedupeKey, 'early'));
    await server.fetch('/api/profile', { method: 'POST' });
    await server.fetch('/api/webhooks/cloudpayments/pay', { method: 'POST', body: 'Amount=1' });
    await server.fetch('/nobody/knows/this?secret=1');
    const port = await freePort();
    const pool = { total: 3, idle: 2, waiting: 0 };
    const close = await openMetrics(
      { host: '127.0.0.1', port },
      server.metrics,
      { db: server.db, readPool: () => pool },
      new Date('2027-01-01T00:00:00.000Z'),
    );
    try {
      const result = await fetch(`http://127.0.0.1:${port}/metrics`);
      expect(result.headers.get('content-type')).toContain('text/plain; version=0.0.4');
      const text = await result.text();
      const seen = 'prosvet_http_request_duration_seconds_count';
      expect(valueIn(text, `${seen}{route="/api/profile",method="POST",status="401"}`)).toBe(1);
      expect(valueIn(text, `${seen}{route="unmatched",method="GET",status="404"}`)).toBe(1);
      expect(text).toContain('prosvet_http_request_duration_seconds_bucket{le="0.05",route="/api/profile"');
      expect(
        valueIn(text, 'prosvet_notifications_total{provider="cloudPayments",outcome="wrongSignature"}'),
      ).toBe(1);
      expect(valueIn(text, 'prosvet_outbox_messages{lane="email"}')).toBe(1);
      expect(valueIn(text, 'prosvet_outbox_oldest_seconds{lane="email"}')).toBeGreaterThanOrEqual(90);
      expect(valueIn(text, 'prosvet_outbox_oldest_seconds{lane="signIn"}')).toBe(0);
      expect(valueIn(text, 'prosvet_database_up')).toBe(1);
      expect(valueIn(text, 'prosvet_vpn_token_expiry_timestamp_seconds')).toBe(1_798_761_600);
      expect(valueIn(text, 'prosvet_database_connections{state="idle"}')).toBe(2);
      expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
      expect(text).not.toMatch(/vasilisa|secret/);
      expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
      await deliverDueOutbox(server.deps);
      const after = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      expect(valueIn(after, 'prosvet_outbox_tries_total{lane="email",outcome="delivered"}')).toBe(1);
      expect(valueIn(after, 'prosvet_outbox_messages{lane="email"}')).toBe(0);
    } finally {
      await close();
    }
  });

  it('start at zero, so that the first increment is visible', async () => {
    const metrics = createPrometheusMetrics(['first', 'second']);
    metrics.watch({
      readOldestDueCharge: () => Promise.resolve(0),
      readChargePauses: () => Promise.resolve([]),
      readGoneProviders: () => Promise.resolve(['second']),
      readBlockedLinkDomains: () => Promise.resolve([]),
      readOutbox: () => Promise.resolve([{ lane: 'email', messages: 0, oldestSeconds: 0 }]),
      readPool: () => null,
      version: '1.2.3',
    });
    const text = await metrics.render();
    expect(text).toMatch(/^prosvet_build_info\{version="1\.2\.3",node="\d+\.\d+\.\d+"\} 1$/m);
    for (const outcome of ['accepted', 'wrongSignature', 'malformed'])
      expect(valueIn(text, `prosvet_notifications_total{provider="second",outcome="${outcome}"}`)).toBe(0);
    for (const outcome of ['answered', 'rejected', 'unavailable'])
      expect(valueIn(text, `prosvet_provider_requests_total{provider="first",outcome="${outcome}"}`)).toBe(0);
    for (const [provider, state, value] of [
      ['first', 'selling', 1],
      ['first', 'gone', 0],
      ['second', 'selling', 0],
      ['second', 'gone', 1],
    ])
      expect(
        valueIn(text, `prosvet_provider_state{provider="${String(provider)}",state="${String(state)}"}`),
      ).toBe(value);
    for (const outcome of ['delivered', 'failed'])
      expect(valueIn(text, `prosvet_outbox_tries_total{lane="email",outcome="${outcome}"}`)).toBe(0);
    for (const event of ['paid', 'failed'])
      expect(
        valueIn(text, `prosvet_money_events_total{provider="second",event="${event}",verdict="applied"}`),
      ).toBe(0);
    metrics.messageTried('email', 'failed');
    const later = await metrics.render();
    expect(valueIn(later, 'prosvet_outbox_tries_total{lane="email",outcome="failed"}')).toBe(1);
  });

  /** Returns the queries of the alerts, or of the panels of the dashboard. */
  async function readQueries(file: string): Promise<string> {
    const text = await readFile(file, 'utf8');
    if (!file.endsWith('.json')) return text;
    const { panels } = JSON.parse(text) as { panels: { targets: { expr: string }[] }[] };
    expect(panels.every(({ targets }) => targets.length > 0)).toBe(true);
    return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n');
  }

  it('begin with 0 for each value that an alert reads, so that Prometheus sees the first increase', async () => {
    const text = await createPrometheusMetrics(['cloudPayments']).render();
    for (const status of ['500', '503'])
      expect(valueIn(text, `prosvet_http_failures_total{status="${status}"}`)).toBe(0);
    for (const verdict of VERDICTS) {
      const labels = `{provider="cloudPayments",event="paid",verdict="${verdict}"}`;
      expect(valueIn(text, `prosvet_money_events_total${labels}`)).toBe(0);
    }
  });

  it('count failed requests by status, but not those of /readyz', async () => {
    const metrics = createPrometheusMetrics();
    const answer = (route: string, status: number): void =>
      metrics.requestAnswered({ route, method: 'GET', status, seconds: 1 });
    for (const status of [200, 404, 500, 503]) answer('/api/profile', status);
    answer('/readyz', 503);
    const text = await metrics.render();
    for (const status of ['500', '503'])
      expect(valueIn(text, `prosvet_http_failures_total{status="${status}"}`)).toBe(1);
  });

  it.each([
    ['alerts', 'deploy/alerts.yml'],
    ['panels of the dashboard', 'deploy/grafana/prosvet.json'],
  ])('include every metric that the %s use, with its labels and label values', async (_what, file) => {
    const metrics = createPrometheusMetrics(['cloudPayments'], ['go.example']);
    metrics.requestAnswered({ route: '/readyz', method: 'GET', status: 503, seconds: 1 });
    metrics.requestAnswered({ route: '/readyz', method: 'GET', status: 500, seconds: 1 });
    const waiting = OUTBOX_LANES.map((lane) => ({ lane, messages: 0, oldestSeconds: 0 }));
    metrics.watch({
      readOldestDueCharge: () => Promise.resolve(7200),
      readVpnPanel: () =>
        Promise.resolve({ rejected: 1, otherSettings: 0, overdue: 0, clockAheadSeconds: null }),
      readChargePauses: () => Promise.resolve([]),
      readGoneProviders: () => Promise.resolve([]),
      readBlockedLinkDomains: () => Promise.resolve([]),
      readOutbox: () => Promise.resolve(waiting),
      readPool: () => ({ total: 0, idle: 0, waiting: 0 }),
      vpnTokenEndsAt: new Date('2027-01-01T00:00:00.000Z'),
      version: '1.2.3',
    });
    const lines = (await metrics.render()).split('\n');
    const rules = await readQueries(file);
    const asked = [...rules.matchAll(/\b((?:prosvet|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)];
    expect(asked.length).toBeGreaterThanOrEqual(18);
    for (const [selector, name = '', labels = ''] of asked) {
      const ofName = lines.filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
      const told = [...labels.matchAll(/(\w+)="([^"]*)"/g)].every(([pair]) =>
        ofName.some((line) => line.includes(pair)),
      );
      const known = [...labels.matchAll(/(\w+)(?:!=|=~|!~)"/g)].every(([, label = '']) =>
        ofName.some((line) => line.includes(`${label}="`)),
      );
      expect([selector, ofName.length > 0, told, known]).toEqual([selector, true, true, true]);
    }
  });

  it('are served while the database is unavailable too', async () => {
    const metrics = createPrometheusMetrics();
    metrics.watch({
      readOldestDueCharge: () => Promise.resolve(0),
      readChargePauses: () => Promise.resolve([]),
      readGoneProviders: () => Promise.resolve(['second']),
      readBlockedLinkDomains: () => Promise.resolve([]),
      readOutbox: () => Promise.reject(new Error('away')),
      readPool: () => null,
      version: '1.2.3',
    });
    const text = await metrics.render();
    expect(valueIn(text, 'prosvet_database_up')).toBe(0);
    expect(text).not.toContain('prosvet_outbox_messages{');
  });
});

test('a server that is stopping reports not ready at once and keeps responding', async () => {
  let isStopping = false;
  const server = await startTestServer({ isStopping: () => isStopping });
  expect((await server.fetch('/readyz')).status).toBe(200);
  isStopping = true;
  const notReady = await server.fetch('/readyz');
  expect([notReady.status, notReady.headers.get('Retry-After')]).toEqual([503, '5']);
  expect((await server.fetch('/healthz')).status).toBe(200);
});

test.each([
  ['http://localhost:8080', 200],
  ['http://127.0.0.1:8080', 200],
  ['http://[::1]:8080', 200],
  ['http://shop.example', 200],
  ['http://SHOP.example', 200],
  ['http://rebound.example', 403],
  ['http://localhost.rebound.example', 403],
  ['http://127.0.0.1.rebound.example', 403],
])('a sandbox requested as %s returns %i', async (origin, status) => {
  const { app } = await startTestServer({ hosts: ['shop.example'] });
  expect((await app.fetch(new Request(`${origin}/healthz`))).status).toBe(status);
});
