/**
 * `npm run bench:server` measures the cost of the server's most frequent responses on both databases. For comparison, the
 * benchmark also measures a bare handler that runs the same SQL with prepared statements and writes the same JSON.
 * Everything runs in one process, so no network is measured. The benchmark alternates between the kinds of request in
 * short turns, so that other load on the machine affects all kinds. The first turns are a warm-up. `BENCH_DATABASES`,
 * `BENCH_KINDS` and `BENCH_SECONDS` limit the benchmark.
 */
import { performance } from 'node:perf_hooks';
import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { createPrometheusMetrics } from '../../src/server/adapters/prometheusMetrics';
import type { Deps } from '../../src/server/deps';
import { DEFAULT_RECEIPT_SCHEDULE } from '../../src/server/domain/billing/receiptSchedule';
import { buildApp } from '../../src/server/http/app';
import { createPinoLogger } from '../../src/server/logging/pinoLogger';
import { systemClock } from '../../src/server/ports/clock';
import { createProcessMemory } from '../../src/server/processMemory';
import { hashOwnSecret } from '../../src/server/secrets';
import type { Database } from '../../src/server/store/database';
import { insertStaffAccount } from '../../src/server/store/staff';
import { emailIdentity, openAccount } from '../../src/server/usecases/accounts/accounts';
import { createCustomerSession } from '../../src/server/usecases/accounts/sessions';
import { grantGiftMonths } from '../../src/server/usecases/billing/subscriptions/grantGiftMonths';
import { attachDevice } from '../../src/server/usecases/customer/devices';
import { hashPassword } from '../../src/server/usecases/staff/passwords';
import { DEFAULT_BRAND } from '../../src/shared/brand';
import { fakeLinkChecker } from '../support/fakeLinkChecker';
import { onEachDatabase, print, type Query } from './databases';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4);
/** Duration of the warm-up, in s. After the warm-up the JavaScript engine has compiled the frequently executed code. */
const WARM_UP_SECONDS = 2;
const TURN_MS = 200;
/** Kinds of request to measure. If undefined, the benchmark measures all kinds. */
const KINDS = process.env['BENCH_KINDS']?.split(',');
const CUSTOMERS = 10_000;
const ORIGIN = 'http://localhost:8080';
const PASSWORD = 'correct horse battery staple';
const DOCUMENT = `<!doctype html><title>page</title>${'<p>text</p>'.repeat(600)}`;
const TIMELINE = 10_000;

const unused = (what: string) => (): never => {
  throw new Error(`the benchmark must not use ${what}`);
};

function depsOver(db: Database): Deps {
  const nobody = new Proxy({}, { get: (_target, name) => unused(String(name)) }) as never;
  return {
    db,
    clock: systemClock,
    authenticatorClock: systemClock,
    mailer: { send: () => Promise.resolve() },
    cardProvider: new Proxy(
      { name: 'cloudPayments', notifications: { path: 'cloudpayments' } },
      { get: (target: Record<string, unknown>, name) => target[String(name)] ?? unused(String(name)) },
    ) as never,
    formerCardProviders: [],
    pushSender: nobody,
    googleIdentity: nobody,
    erasureJournal: null,
    vpnNetwork: null,
    linkChecker: fakeLinkChecker(),
    vpnExits: null,
    wakeOutbox: unused('delivery'),
    // The logger is configured as in production, but the benchmark discards its output.
    logger: createPinoLogger('info', { write: () => undefined }),
    metrics: createPrometheusMetrics(),
    memory: createProcessMemory(),
    settings: {
      mode: 'production',
      publicUrl: ORIGIN,
      brand: DEFAULT_BRAND,
      sessionSecret: 'a bench secret of thirty-two bytes or more',
      acceptTestPayments: false,
      chargesPerMinute: 60,
      signInEmailsPerMinute: 30,
      chargesInFlight: 4,
      receiptTerms: DEFAULT_RECEIPT_SCHEDULE,
      receiptPhone: false,
      totpRequired: false,
      pushLinkHosts: [],
      vpnLinkBaseUrls: [ORIGIN],
      vpnLinkHeaders: [],
    },
  };
}

interface Filled {
  customerToken: string;
  staffToken: string;
  accountId: number;
}

async function fill(deps: Deps): Promise<Filled> {
  const { db } = deps;
  await db.execute(sql`
    insert into accounts (uid, email, provider_id, created_at)
    select 'uid-' || n, substr(md5(n::text), 1, 12) || '@example.com', 'email', now()
      from generate_series(1, ${CUSTOMERS}::int) as n`);
  const { id: accountId } = await openAccount(db, deps, emailIdentity('vasilisa@example.org'));
  await db.transaction((tx) =>
    grantGiftMonths(tx, deps, { accountId, months: 6, giftId: 1, at: systemClock.now() }),
  );
  for (const deviceId of ['phone-one', 'phone-two'])
    await attachDevice(db, systemClock, { accountId, deviceId, deviceName: 'iPhone 15', platform: 'ios' });
  const customerToken = await createCustomerSession(db, deps, accountId);
  await insertStaffAccount(db, {
    username: 'bench',
    passwordHash: await hashPassword(PASSWORD),
    role: 'senior',
    createdAt: systemClock.now(),
  });
  await db.execute(sql`
    insert into account_events (account_id, at, kind, details, request_id)
    select ${accountId}, now() - n * interval '1 minute', 'device',
           '{"action":"attached","deviceId":"d","deviceName":"n","platform":"ios"}'::jsonb, 'request-' || n
      from generate_series(1, ${Math.round(TIMELINE * 0.57)}::int) as n`);
  await db.execute(sql`
    insert into connections (account_id, device_id, device_name, platform, connected_at, success)
    select ${accountId}, 'd', 'n', 'ios', now() - n * interval '1 minute', true
      from generate_series(1, ${Math.round(TIMELINE * 0.429)}::int) as n`);
  await db.execute(sql`
    insert into staff_audit (at, staff_id, username, action, account_id, details, ip, request_id)
    select now() - n * interval '1 day', 1, 'bench', 'refund', ${accountId},
           '{"transactionId":"1","amountKopecks":1,"paidKopecks":1,"reason":"other","comment":""}'::jsonb,
           '127.0.0.1', 'staff-' || n from generate_series(1, 17) as n`);
  await db.execute(sql`analyze`);
  const app = buildApp(deps);
  const response = await app.fetch(
    new Request(`${ORIGIN}/api/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'bench', password: PASSWORD }),
    }),
  );
  const { accessToken } = (await response.json()) as { accessToken: string };
  return { customerToken, staffToken: accessToken, accountId };
}

type Ask = () => Promise<Response>;

function askers(deps: Deps, { customerToken, staffToken, accountId }: Filled): Record<string, Ask> {
  const app = buildApp(deps, {
    website: () => new Response(DOCUMENT, { headers: { 'Content-Type': 'text/html; charset=utf-8' } }),
  });
  const post = (call: string, token: string, body: object) => async () =>
    app.fetch(
      new Request(`${ORIGIN}/api/${call}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      }),
    );
  let searched = 0;
  return {
    profile: post('profile', customerToken, {}),
    getShop: post('shop/getShop', customerToken, {}),
    search: async () => {
      searched += 1;
      const part = (searched * 7919).toString(16).slice(-4);
      return app.fetch(
        new Request(`${ORIGIN}/api/panel/users/search?emailPart=${part}`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${staffToken}` },
        }),
      );
    },
    customer: async () => {
      const timeline = post('panel/users/timeline', staffToken, { userId: accountId });
      await post(`panel/users/getUserById?id=${accountId}`, staffToken, {})();
      return timeline();
    },
    page: async () => app.fetch(new Request(`${ORIGIN}/info`)),
  };
}

/**
 * A minimal app that responds to a profile request with the same three SQL queries, as prepared statements, and with JSON
 * of the same size.
 */
function bareApp(query: Query, token: string): Ask {
  const app = new Hono();
  app.post('/api/profile', async (context) => {
    const hash = hashOwnSecret('customerAccess', (context.req.header('authorization') ?? '').slice(7));
    await context.req.json();
    const [session] = await query(
      'bare_session',
      'select s.id, a.id as account_id, a.uid, a.email, s.device_id, s.last_used_at from customer_sessions s join accounts a on a.id = s.account_id where s.token_hash = $1 and s.revoked_at is null',
      [hash],
    );
    const accountId = session?.['account_id'];
    const [subscription] = await query(
      'bare_subscription',
      'select * from subscriptions where account_id = $1',
      [accountId],
    );
    const devices = await query(
      'bare_devices',
      'select * from devices where account_id = $1 and detached_at is null order by id',
      [accountId],
    );
    return context.json({
      success: true,
      message: null,
      userInfo: subscription,
      devices,
      availableDevices: 3 - devices.length,
    });
  });
  return async () =>
    app.fetch(
      new Request(`${ORIGIN}/api/profile`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body: '{}',
      }),
    );
}

function barePage(): Ask {
  const app = new Hono();
  app.get('/info', () => new Response(DOCUMENT, { headers: { 'Content-Type': 'text/html; charset=utf-8' } }));
  return async () => app.fetch(new Request(`${ORIGIN}/info`));
}

interface Figures {
  perSecond: number;
  /** CPU time that the server spends per request, in ms. */
  processor: number;
  p99: number;
}

/** Measurements of one kind of request up to now. */
interface Taken {
  /** Response time of each request, in ms. */
  samples: number[];
  /** Total elapsed time of the requests, in ms. */
  wall: number;
  /** Total CPU time of the requests, in ms. */
  processor: number;
}

async function measure(ask: Ask, ms: number, taken: Taken): Promise<void> {
  const before = process.cpuUsage();
  const began = performance.now();
  let at = began;
  while (at - began < ms) {
    const response = await ask();
    if (response.status !== 200) throw new Error(`status ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
    const now = performance.now();
    taken.samples.push(now - at);
    at = now;
  }
  const { user, system } = process.cpuUsage(before);
  taken.wall += at - began;
  taken.processor += (user + system) / 1000;
}

/** Measures the kinds of request in turns, so that a slowdown of the machine affects all kinds of request. */
async function takeTurns(
  asked: Readonly<Record<string, Ask>>,
  seconds: number,
): Promise<Map<string, Figures>> {
  const taken = new Map<string, Taken>();
  for (let turn = 0; turn * TURN_MS < seconds * 1000; turn += 1) {
    for (const [kind, ask] of Object.entries(asked)) {
      const sum = taken.get(kind) ?? { samples: [], wall: 0, processor: 0 };
      taken.set(kind, sum);
      await measure(ask, TURN_MS, sum);
    }
  }
  return new Map(
    [...taken].map(([kind, { samples, wall, processor }]) => {
      samples.sort((a, b) => a - b);
      return [
        kind,
        {
          perSecond: (samples.length / wall) * 1000,
          processor: processor / samples.length,
          p99: samples[Math.floor(samples.length * 0.99)] ?? 0,
        },
      ];
    }),
  );
}

async function bench(name: string, db: Database, query: Query): Promise<void> {
  const deps = depsOver(db);
  const filled = await fill(deps);
  const all: Record<string, Ask> = {
    'bare profile': bareApp(query, filled.customerToken),
    ...askers(deps, filled),
    'bare page': barePage(),
  };
  const asked = Object.fromEntries(
    Object.entries(all).filter(([kind]) => KINDS === undefined || KINDS.includes(kind)),
  );
  await takeTurns(asked, WARM_UP_SECONDS);
  const figures = await takeTurns(asked, SECONDS);
  print(`\n${name}, ${CUSTOMERS} customers, a timeline of ${TIMELINE} entries`);
  print('                requests/s            CPU ms   p99 ms   of bare');
  for (const [kind, { perSecond, processor, p99 }] of figures) {
    const bare = figures.get(kind === 'page' ? 'bare page' : 'bare profile');
    const share = ['profile', 'page'].includes(kind) && bare ? (bare.processor / processor).toFixed(2) : '';
    print(
      `  ${kind.padEnd(13)}${perSecond.toFixed(0).padStart(10)}${processor.toFixed(3).padStart(18)}${p99.toFixed(2).padStart(9)}${share.padStart(10)}`,
    );
  }
}

await onEachDatabase(bench);
