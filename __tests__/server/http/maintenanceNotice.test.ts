/**
 * Tests the maintenance notice: who sets it, which responses contain it, and that card providers and VPN apps never receive
 * it.
 */
import type { Deps } from '../../../src/server/deps';
import { buildApp } from '../../../src/server/http/app';
import type { Database } from '../../../src/server/store/database';
import { DatabaseUnavailable } from '../../../src/server/store/databaseUnavailable';
import { currentNotice, readNotice } from '../../../src/server/usecases/console/maintenanceNotice';
import { startJobs } from '../../../src/server/workers/jobs/startJobs';
import { NOTICE_HEADER } from '../../../src/shared/constants';
import { decodeNotice, encodeNotice, type Notice } from '../../../src/shared/notice';
import { notificationRequest, paymentFields } from '../../support/paymentNotification';
import { instanceWith, startTestServer, TEST_ORIGIN, type TestServer } from '../../support/server';
import { signInByEmail, signInStaffAs } from '../../support/signIn';

const HOUR = 3_600_000;
const TEXT = 'Обновляем сервис до 13:00.\nВход и «оплата» не работают: <b>VPN</b> работает.';

let server: TestServer;
let token: string;

beforeEach(async () => {
  server = await startTestServer();
  ({ accessToken: token } = await signInStaffAs(server, 'admin'));
});

const inHours = (hours: number) => new Date(server.clock.now().getTime() + hours * HOUR).toISOString();

const set = (text: string, endsAt: string, version: number) =>
  server.call('setNotice', { token, body: { text, endsAt, version } });

const read = async () => (await server.call('getNotice', { token })).body;

const decodeHeader = ({ headers }: { headers: Headers }) => decodeNotice(headers.get(NOTICE_HEADER) ?? '');

/** Database that is unavailable. */
const away = new Proxy({} as Database, {
  get: () => {
    throw new DatabaseUnavailable('connection terminated');
  },
});

function appWithoutDatabase() {
  return buildApp({ ...server.deps, db: away });
}

describe('an admin', () => {
  it('sets, changes and ends the notice, and each change is in the audit log', async () => {
    expect(await read()).toEqual({ version: 0, notice: null });
    const first = await set(`  ${TEXT}  `, inHours(2), 0);
    expect(first.body).toEqual({ version: 1, notice: { text: TEXT, endsAt: inHours(2) } });
    const second = await set('Закончим раньше.', inHours(1), 1);
    expect(second.body).toEqual({ version: 2, notice: { text: 'Закончим раньше.', endsAt: inHours(1) } });
    expect(await read()).toEqual(second.body);
    const ended = await server.call('endNotice', { token, body: { version: 2 } });
    expect(ended.body).toEqual({ version: 3, notice: null });
    expect(await read()).toEqual(ended.body);
    // The notice has ended already, so nothing changes.
    expect((await server.call('endNotice', { token, body: { version: 3 } })).body.version).toBe(3);
    const { body } = await server.call('searchAudit', { token, body: {} });
    const entries = body.content.filter(({ action }) => action.endsWith('Notice')).reverse();
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ['setNotice', { notice: TEXT, endsAt: inHours(2) }],
      ['setNotice', { notice: 'Закончим раньше.', endsAt: inHours(1) }],
      ['endNotice', { notice: 'Закончим раньше.' }],
    ]);
  });

  it('does not overwrite the change of another admin', async () => {
    await set('Первый', inHours(1), 0);
    const late = await set('Второй', inHours(1), 0);
    expect([late.status, late.error.message]).toEqual([409, expect.stringContaining('Another admin')]);
    expect((await server.call('endNotice', { token, body: { version: 0 } })).status).toBe(409);
    expect((await read()).notice?.text).toBe('Первый');
    const both = await Promise.all([set('Третий', inHours(1), 1), set('Четвёртый', inHours(1), 1)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it.each([
    ['an empty text', ' \u200b ', 1],
    ['a text that is too long', 'я'.repeat(201), 1],
    ['too many lines', 'а\n'.repeat(6) + 'а', 1],
    ['an end in the past', 'Текст', -1],
    ['an end now', 'Текст', 0],
    ['an end after 14 days', 'Текст', 14 * 24 + 0.001],
  ])('may not set %s', async (_what, text, hours) => {
    expect((await set(text, inHours(hours), 0)).status).toBe(400);
    expect(await read()).toEqual({ version: 0, notice: null });
  });

  it('may set an end in 14 days, and a text of six lines', async () => {
    expect((await set('а\n'.repeat(5) + 'а', inHours(14 * 24), 0)).status).toBe(200);
  });
});

it('only admins manage the notice', async () => {
  const senior = await signInStaffAs(server, 'senior');
  expect((await server.call('getNotice', { token: senior.accessToken })).status).toBe(403);
});

describe('responses', () => {
  it('of API calls contain the notice in a header until its end', async () => {
    expect(decodeHeader(await server.call('getShop', { body: {} }))).toBeNull();
    await set(TEXT, inHours(1), 0);
    const notice: Notice = { text: TEXT, endsAt: inHours(1) };
    expect(decodeHeader(await server.call('checkGift', { body: { key: 'unknown-gift-key' } }))).toEqual(
      notice,
    );
    expect(decodeHeader(await server.call('getProfile', { body: {} }))).toEqual(notice);
    server.clock.advance(HOUR);
    expect(decodeHeader(await server.call('getProfile', { body: {} }))).toBeNull();
    expect(currentNotice(server.deps)).toBeNull();
  });

  it('with a 5xx status contain the notice in the error, also while the database is unavailable', async () => {
    await set(TEXT, inHours(1), 0);
    const app = appWithoutDatabase();
    const post = (path: string, headers = {}) =>
      app.fetch(
        new Request(`${TEST_ORIGIN}/api/${path}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...headers },
          body: JSON.stringify({ key: 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6' }),
        }),
      );
    const rejected = await post('checkGift');
    expect(rejected.status).toBe(503);
    expect(await rejected.json()).toMatchObject({
      error: { code: 'UNAVAILABLE', notice: { text: TEXT, endsAt: inHours(1) } },
    });
    expect(decodeHeader(rejected)?.text).toBe(TEXT);
    // A fault of the caller is not explained by maintenance.
    const faulty = await server.call('getProfile', { body: {} });
    expect([faulty.status, faulty.error.notice]).toEqual([401, undefined]);
    server.clock.advance(HOUR);
    expect(JSON.stringify(await (await post('checkGift')).json())).not.toContain('notice');
  });

  it('to card providers, VPN apps, load balancers and unknown paths are the same with and without a notice', async () => {
    const customer = await signInByEmail(server, 'vasilisa@example.com');
    const { body: order } = await server.call('getShop', { token: customer.accessToken, body: {} });
    expect(order).toBeDefined();
    const paid = notificationRequest(
      'pay',
      paymentFields({ TransactionId: '7', Amount: '1.00', InvoiceId: 'unknown', AccountId: 'unknown' }),
      'test-api-secret',
    );
    const requests: [string, RequestInit?][] = [
      [paid.path, { method: 'POST', headers: paid.headers, body: paid.body }],
      [
        paid.path,
        { method: 'POST', headers: { ...paid.headers, 'Content-HMAC': 'forged' }, body: paid.body },
      ],
      ['/s/vl_unknown', { headers: { 'User-Agent': 'Happ/5.6.0', 'x-hwid': 'ABCDEF0123456789' } }],
      ['/healthz'],
      ['/api/unknown', { method: 'POST' }],
      ['/api/openapi.json'],
    ];
    const ignored = new Set(['x-request-id', 'x-server-time']);
    const shown = async (send: (request: Request) => Response | Promise<Response>) => {
      const responses = [];
      for (const [path, init] of requests) {
        const response = await send(new Request(`${TEST_ORIGIN}${path}`, init));
        const headers = [...response.headers].filter(([name]) => !ignored.has(name));
        const body = (await response.text()).replace(/"requestId":"[^"]+"/, '');
        responses.push([path, response.status, headers, body]);
      }
      return responses;
    };
    const send = (request: Request) => server.app.fetch(request);
    await shown(send);
    const before = await shown(send);
    const beforeAway = await shown(appWithoutDatabase().fetch);
    await set(TEXT, inHours(1), 0);
    expect(await shown(send)).toEqual(before);
    expect(await shown(appWithoutDatabase().fetch)).toEqual(beforeAway);
    expect(JSON.stringify(beforeAway)).toContain('UNAVAILABLE');
  });

  it('of the website get the notice, except the page of a device link', async () => {
    const notices: (Notice | null | undefined)[] = [];
    const website = (_request: Request, live?: { notice: () => Notice | null }) => {
      notices.push(live?.notice());
      return new Response('page');
    };
    const app = buildApp(server.deps, { website });
    await set(TEXT, inHours(1), 0);
    await app.fetch(new Request(`${TEST_ORIGIN}/support`));
    const browser = { 'User-Agent': 'Mozilla/5.0', Accept: 'text/html' };
    await app.fetch(new Request(`${TEST_ORIGIN}/s/vl_unknown`, { headers: browser }));
    expect(notices).toEqual([{ text: TEXT, endsAt: inHours(1) }, undefined]);
  });
});

describe('another instance', () => {
  let other: Deps;

  beforeEach(() => {
    other = instanceWith(server.deps, {});
  });

  it('shows a change after its next reading, and keeps the notice while the database is unavailable', async () => {
    await set(TEXT, inHours(1), 0);
    expect(currentNotice(other)).toBeNull();
    await readNotice(other);
    expect(currentNotice(other)?.text).toBe(TEXT);
    await expect(readNotice({ ...other, db: away })).rejects.toThrow();
    expect(currentNotice(other)?.text).toBe(TEXT);
    await server.call('endNotice', { token, body: { version: 1 } });
    await readNotice(other);
    expect(currentNotice(other)).toBeNull();
  });

  it('reads the notice when it starts', async () => {
    await set(TEXT, inHours(1), 0);
    const jobs = startJobs(other, 60_000);
    try {
      for (let tries = 0; currentNotice(other) === null && tries < 100; tries += 1)
        await new Promise((resolve) => setTimeout(resolve, 20));
      expect(currentNotice(other)?.text).toBe(TEXT);
    } finally {
      await jobs.stop();
    }
  });
});

it('is encoded as ASCII, and anything else decodes to no notice', () => {
  const notice = { text: TEXT, endsAt: '2026-11-21T10:00:00.000Z' };
  expect(encodeNotice(notice)).toMatch(/^[\x21-\x7e]+$/);
  expect(decodeNotice(encodeNotice(notice))).toEqual(notice);
  for (const text of ['', 'null', '%', '{"text":1}', encodeURIComponent('[]')])
    expect(decodeNotice(text)).toBeNull();
});
