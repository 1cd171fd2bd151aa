/**
 * Tests the server under load while its database fails over. Every request gets a response within two seconds, either
 * success or a 503 with `Retry-After`, and the server becomes ready again by itself. `FAILOVERS` sets the number of
 * rounds.
 */
import { sql } from 'drizzle-orm';
import { buildApp } from '../../../src/server/http/app';
import { createSecret } from '../../../src/server/secrets';
import { type OpenedDatabase, openPostgres } from '../../../src/server/store/openDatabase';
import { CALL_NAMES, type CallName, CONTRACT } from '../../../src/shared/contract/contract';
import { buildSample } from '../../support/contractSamples';
import { onPostgres, testDatabaseUrl } from '../../support/database';
import { type DatabaseProxy, startDatabaseProxy } from '../../support/databaseProxy';
import { createFakeCardProvider } from '../../support/fakeCardProvider';
import { instanceWith, startTestServer, TEST_ORIGIN, type TestServer } from '../../support/server';
import { signInByEmail, signInStaffAs } from '../../support/signIn';

const FAILOVERS = Number(process.env['FAILOVERS'] ?? 4);
const CALLERS = 10;
/** Whether the test asserts time limits. A short run beside other test suites only reports the times. */
const isMeasured = process.env['FAILOVERS'] !== undefined;
const ANSWERED_WITHIN_MS = isMeasured ? 2000 : Infinity;
const READY_WITHIN_MS = isMeasured ? 5000 : Infinity;

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
});

if (!onPostgres) {
  it('reports ready with its embedded database', async () => {
    expect((await server.fetch('/readyz')).status).toBe(200);
  });
} else {
  let proxy: DatabaseProxy;
  let database: OpenedDatabase;
  let unexpected: unknown[];
  let send: (path: string, init?: RequestInit) => Promise<Response>;

  beforeEach(async () => {
    proxy = await startDatabaseProxy(testDatabaseUrl());
    database = await openPostgres(proxy.url);
    unexpected = [];
    const app = buildApp(instanceWith(server.deps, { db: database.db }), {
      onUnexpectedError: (error) => unexpected.push(error),
    });
    send = async (path, init) => app.fetch(new Request(new URL(path, TEST_ORIGIN), init));
  });

  afterEach(async () => {
    proxy.become('open');
    await database.close();
    await proxy.close();
  });

  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    send(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  /** API call that only compares the client address with the exits of the VPN. */
  const WITHOUT_DATABASE: CallName = 'checkConnection';

  let emails = 0;
  const CALLS: readonly (() => Promise<Response>)[] = [
    () => post('/api/checkGift', { key: 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6' }),
    () => {
      emails += 1;
      return post('/api/emailVerification/send', {
        email: `a${emails}@example.org`,
        platform: 'web',
        fcmToken: '',
      });
    },
    () => post('/api/profile', {}, { Authorization: 'Bearer unknown.token' }),
    () => send('/readyz'),
  ];

  async function untilReady(): Promise<number> {
    const startedAt = performance.now();
    while ((await send('/readyz')).status !== 200) await new Promise((resolve) => setTimeout(resolve, 100));
    return performance.now() - startedAt;
  }

  it('returns an error message in Russian and in English, and `Retry-After`', async () => {
    proxy.become('rejecting');
    const customer = await post('/api/checkGift', { key: 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6' });
    expect(customer.status).toBe(503);
    expect(customer.headers.get('Retry-After')).toBe('5');
    expect(await customer.json()).toMatchObject({
      error: { code: 'UNAVAILABLE', message: expect.stringContaining('Технические работы') as unknown },
    });
    const staff = await post('/api/auth/login', { username: 'anna', password: 'a password' });
    expect(staff.status).toBe(503);
    expect(await staff.json()).toMatchObject({
      error: { code: 'UNAVAILABLE', message: expect.stringContaining('Down for maintenance') as unknown },
    });
  });

  it('returns 503 on every path that needs the database, to every caller, and serves the other paths', async () => {
    const customer = await signInByEmail(server, 'vasilisa@example.com');
    const staff = await signInStaffAs(server, 'admin');
    // The server rejects a malformed secret without a database query, so the response is not a 503.
    const secrets: Partial<Record<CallName, object>> = {
      restoreEmailLink: { token: createSecret('restore') },
      previewEmailLink: { token: createSecret('restore') },
      redeemEmailLink: { linkToken: createSecret('emailLink'), mailToken: createSecret('mailBinding') },
      redeemEmailCode: { mailToken: createSecret('mailBinding') },
      restoreFormerEmail: { requestToken: createSecret('confirmation') },
      staffRefresh: { refreshToken: createSecret('staffRefresh') },
      staffLogOut: { refreshToken: createSecret('staffRefresh') },
    };
    proxy.become('rejecting');
    const as = (token: string) => ({ Authorization: `Bearer ${token}` });
    const asked: Record<string, () => Promise<Response>> = {
      ...Object.fromEntries(
        CALL_NAMES.filter((name) => CONTRACT[name].audience !== 'google' && name !== WITHOUT_DATABASE).map(
          (name) => {
            const { audience, path } = CONTRACT[name];
            const { body: sample, query } = buildSample(name);
            const body = { ...sample, ...secrets[name] };
            const token = audience.startsWith('customer') ? customer.accessToken : staff.accessToken;
            const search = new URLSearchParams(query).toString();
            const headers = { 'Content-Type': 'application/json', ...as(token) };
            return [
              path,
              () => send(`/api/${path}?${search}`, { method: 'POST', headers, body: JSON.stringify(body) }),
            ];
          },
        ),
      ),
      'the link of a device': () =>
        send(`/s/${createSecret('vpnLink')}`, { headers: { 'User-Agent': 'Happ/5.6.0' } }),
    };
    const wrong: unknown[] = [];
    for (const [what, ask] of Object.entries(asked)) {
      const response = await ask();
      const { error } = (await response.json()) as { error?: { code?: string } };
      const told = [response.status, error?.code, response.headers.get('Retry-After')];
      if (told.join() !== '503,UNAVAILABLE,5') wrong.push([what, ...told]);
    }
    expect(wrong).toEqual([]);
    expect(unexpected).toEqual([]);
    const notReady = await send('/readyz');
    expect([notReady.status, notReady.headers.get('Retry-After')]).toEqual([503, '5']);
    expect((await send('/healthz')).status).toBe(200);
    expect((await send('/api/openapi.json')).status).toBe(200);
  });

  it('makes the card provider repeat its notification', async () => {
    proxy.become('rejecting');
    const told: Response[] = [];
    const fakeProviderPost = async (path: string, init?: RequestInit) => {
      const response = await send(path, init);
      told.push(response);
      return response;
    };

    const peer = createFakeCardProvider({
      apiSecret: 'test-api-secret',
      acceptHttpReceipts: true,
      post: fakeProviderPost,
    });
    await peer.notify('cancel', { Id: 'sc_1', AccountId: 'nobody' });
    await peer.notify('pay', { TransactionId: 1, Amount: 1, Currency: 'RUB', AccountId: 'nobody' });
    expect(told.map(({ status }) => status).filter((status) => status === 200)).toEqual([]);
    expect(unexpected).toEqual([]);
  });

  it(
    'answers every call of a crowd through failovers, in time',
    async () => {
      const statuses = new Map<number, number>();
      let slowest = 0;
      /** Time until the server is ready again, by kind of database failure, in ms. */
      const readyAfter = new Map<string, number>();
      let isOver = false;
      const callAll = async (index: number): Promise<void> => {
        for (let call = index; !isOver; call += 1) {
          const startedAt = performance.now();
          const response = await (CALLS[call % CALLS.length] ?? CALLS[0]!)();
          slowest = Math.max(slowest, performance.now() - startedAt);
          statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
          if (response.status === 503 && call % CALLS.length !== 3) {
            expect(response.headers.get('Retry-After')).toMatch(/^\d+$/);
          }
          await new Promise((resolve) => setTimeout(resolve, 40));
        }
      };
      const crowd = Promise.all(Array.from({ length: CALLERS }, (_, index) => callAll(index)));
      const faults: Record<string, () => Promise<void> | void> = {
        ended: async () => {
          await server.db.execute(
            sql`select pg_terminate_backend(pid) from pg_stat_activity
                where datname = current_database() and pid <> pg_backend_pid()`,
          );
        },
        cut: () => {
          proxy.cut();
        },
        rejecting: () => {
          proxy.become('rejecting');
        },
        swallowing: () => {
          proxy.become('swallowing');
        },
      };
      const inTurns = Object.entries(faults);
      try {
        for (let round = 0; round < FAILOVERS; round += 1) {
          await new Promise((resolve) => setTimeout(resolve, 300));
          const [name, begin] = inTurns[round % inTurns.length]!;
          await begin();
          await new Promise((resolve) => setTimeout(resolve, 2500));
          proxy.become('open');
          readyAfter.set(name, Math.max(readyAfter.get(name) ?? 0, Math.round(await untilReady())));
        }
      } finally {
        isOver = true;
        await crowd;
      }
      process.stdout.write(
        `${FAILOVERS} failovers under ${CALLERS} callers: answers ${JSON.stringify(Object.fromEntries(statuses))}, ` +
          `slowest ${Math.round(slowest)} ms, ready again within ${JSON.stringify(Object.fromEntries(readyAfter))} ms\n`,
      );
      expect(unexpected).toEqual([]);
      expect([...statuses.keys()].sort()).toEqual([200, 401, 503]);
      expect(slowest).toBeLessThan(ANSWERED_WITHIN_MS);
      expect(Math.max(...readyAfter.values())).toBeLessThan(READY_WITHIN_MS);
    },
    Math.max(240_000, 60_000 + FAILOVERS * 10_000),
  );
}
