/**
 * `npm run bench:load` measures how many requests one production server and one PostgreSQL on this machine can serve. An
 * open-loop generator searches the knee of a mix of requests: the highest rate at which the 99th percentile of all
 * latencies is below `KNEE_MS` and no request fails.
 *
 * Server and database are separate processes with production settings, and PostgreSQL survives a power failure. Mail
 * server and VPN panel are stubs in the process of the generator, which uses the same processors. `LOAD_SUBSCRIBERS`,
 * `LOAD_SECONDS`, `LOAD_RATE`, `LOAD_MIXES` and `LOAD_PANEL_MS` set the number of subscribers, the seconds per rate, the
 * first rate per second, the mixes, and the response time of the VPN panel in ms.
 */
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../../.ci/freePort.mjs';
import { startTemporaryPostgres } from '../../.ci/temporaryPostgres.mjs';
import { openPostgres } from '../../src/server/store/openDatabase';
import { startCommand } from '../support/childProcess';
import { notificationRequest, paymentFields } from '../support/paymentNotification';
import { API_SECRET, productionVariables } from '../support/productionVariables';
import { seededRandom } from '../support/seededRandom';
import { ROOT } from '../support/sourceTree';
import { percentile, print } from './databases';
import { type LoadKind, type LoadRequest, type LoadResult, OpenLoop } from './load/openLoop';
import {
  buildEmail,
  buildRecurringPaymentId,
  buildUid,
  deriveLink,
  deriveSession,
  insertSubscribers,
} from './load/subscribers';
import { databaseTime, processorTime } from './processorTime';

const SUBSCRIBERS = Number(process.env['LOAD_SUBSCRIBERS'] ?? 100_000);
const SECONDS = Number(process.env['LOAD_SECONDS'] ?? 20);
const FIRST_RATE = Number(process.env['LOAD_RATE'] ?? 50);
const PANEL_MS = Number(process.env['LOAD_PANEL_MS'] ?? 0);
const ASKED = process.env['LOAD_MIXES']?.split(',');
/** Limit of the 99th percentile, in ms, beyond the response time of the VPN panel. */
const KNEE_MS = 250 + PANEL_MS;
/** Factor between two rates, and the smallest factor by which the knee is narrowed down. */
const FACTOR = 2;
const NARROW = 1.15;
const MINUTE = 60_000;

const random = seededRandom(27);
const anyone = (): number => random.between(1, SUBSCRIBERS);
let transactions = 0;

/** Each request comes from another network, as requests of customers do. The rate limits count by network. */
const address = (): string =>
  `10.${random.between(0, 255)}.${random.between(0, 255)}.${random.between(1, 254)}`;

const json = (call: string, body: object, headers: Record<string, string> = {}): LoadRequest => ({
  method: 'POST',
  path: `/api/${call}`,
  headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address(), ...headers },
  body: JSON.stringify(body),
});
const get = (target: string, headers: Record<string, string> = {}): LoadRequest => ({
  method: 'GET',
  path: target,
  headers: { 'Accept-Encoding': 'br', 'X-Forwarded-For': address(), ...headers },
});

/** Pay notification of a monthly charge, as CloudPayments sends it for the recurring payment of a subscriber. */
function chargeNotification(): LoadRequest {
  const number = anyone();
  transactions += 1;
  const fields = paymentFields({
    TransactionId: String(2_000_000_000 + transactions),
    Amount: '449.00',
    AccountId: buildUid(number),
    SubscriptionId: buildRecurringPaymentId(number),
    Email: buildEmail(number),
    Token: `tk_${number}`,
  });
  return { method: 'POST', ...notificationRequest('pay', fields, API_SECRET) };
}

/** Returns the paths of the script chunks, which a browser loads with a page. */
async function chunkPaths(): Promise<string[]> {
  const names = await readdir(path.join(ROOT, 'dist/web/assets'));
  return names.filter((name) => name.endsWith('.js')).map((name) => `/assets/${name}`);
}

/**
 * Mixes of requests by name. The weights of `use` are the expected requests per hour of 1000 subscribers: 1.5 devices of a
 * subscriber fetch their link every hour, a subscriber opens the site four times a month and signs in every second month,
 * and a third of a day's charges falls into one hour.
 */
async function mixes(key: string): Promise<Record<string, LoadKind[]>> {
  const chunks = await chunkPaths();
  const asCustomer = (call: string) => () => {
    const headers = { Authorization: `Bearer ${deriveSession(anyone(), key)}` };
    return json(call, {}, headers);
  };
  const link = () => {
    const number = anyone();
    return get(`/s/${deriveLink(number, key)}`, {
      'User-Agent': 'Happ/3.1.0',
      'x-hwid': `device-of-subscriber-${number}`,
    });
  };
  const page = () => get(['/', '/info', '/login', '/profile'][random.between(0, 3)] ?? '/');
  const chunk = () => get(chunks[random.between(0, chunks.length - 1)] ?? '/');
  const signIn = () => json('emailVerification/send', { email: buildEmail(anyone()), platform: 'web' });
  const kinds = (weights: Record<string, [number, () => LoadRequest]>): LoadKind[] =>
    Object.entries(weights).map(([name, [weight, next]]) => ({ name, weight, next }));
  return {
    use: kinds({
      link: [1500, link],
      chunk: [66, chunk],
      charge: [33, chargeNotification],
      page: [22, page],
      profile: [11, asCustomer('profile')],
      shop: [6, asCustomer('shop/getShop')],
      signIn: [1, signIn],
    }),
    links: kinds({ link: [1, link] }),
    visits: kinds({
      page: [2, page],
      chunk: [6, chunk],
      profile: [1, asCustomer('profile')],
      shop: [0.5, asCustomer('shop/getShop')],
      signIn: [0.2, signIn],
    }),
    renewals: kinds({ charge: [1, chargeNotification] }),
    signIns: kinds({ signIn: [1, signIn] }),
  };
}

interface Stubs {
  mailPort: number;
  panelUrl: string;
  emails: () => number;
}

/** Starts a mail server that accepts every email, and a VPN panel that knows every credential. */
async function startStubs(): Promise<Stubs> {
  let emails = 0;
  const mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, callback) => {
      stream.resume();
      stream.once('end', () => {
        emails += 1;
        callback();
      });
    },
  });
  mail.on('error', () => undefined);
  mail.listen(0, '127.0.0.1');
  const configuration = Buffer.from('vless://a@192.0.2.1:443?security=reality#server\n'.repeat(5)).toString(
    'base64',
  );
  const panel = createServer((request, response) => {
    request.resume();
    if (request.url?.startsWith('/api/sub/') === true) {
      setTimeout(() => {
        response.writeHead(200, { 'Content-Type': 'text/plain' }).end(configuration);
      }, PANEL_MS);
      return;
    }
    response.writeHead(503).end();
  });
  panel.listen(0, '127.0.0.1');
  await Promise.all([once(mail.server, 'listening'), once(panel, 'listening')]);
  const readPort = (server: { address(): AddressInfo | string | null }): number =>
    (server.address() as AddressInfo).port;
  return {
    mailPort: readPort(mail.server),
    panelUrl: `http://127.0.0.1:${readPort(panel)}`,
    emails: () => emails,
  };
}

/** Busy time of all processors of the machine, in s. */
const busyTime = (): number =>
  os.cpus().reduce((sum, { times }) => sum + times.user + times.sys + times.nice + times.irq, 0) / 1000;

const generatorTime = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

function describe(result: LoadResult): { p99: number; text: string } {
  const everything = [...result.latencies.values()].flat().sort((a, b) => a - b);
  const p99 = percentile(everything, 0.99);
  const kinds = [...result.latencies].map(
    ([name, list]) => `${name} ${percentile(list, 0.5).toFixed(0)}/${percentile(list, 0.99).toFixed(0)}`,
  );
  const numbers = [
    `${result.offered.toFixed(0)} offered/s`,
    `${result.completed.toFixed(0)} completed/s`,
    `${result.failed} failed`,
    `p50 ${percentile(everything, 0.5).toFixed(1)} ms`,
    `p99 ${p99.toFixed(0)} ms`,
    `max ${(everything.at(-1) ?? 0).toFixed(0)} ms`,
  ];
  return { p99, text: `${numbers.join(', ')}; ${kinds.join(', ')}` };
}

const postgres = await startTemporaryPostgres({ durable: true });
const stubs = await startStubs();
const port = await freePort();
const variables = productionVariables({
  ...{ port, databaseUrl: postgres.url, mailPort: stubs.mailPort, cardProviderPort: 9 },
});
let stop = (): Promise<unknown> => Promise.resolve();
try {
  const opened = await openPostgres(postgres.url);
  const filledAt = Date.now();
  await insertSubscribers(opened.db, SUBSCRIBERS, variables.SESSION_SECRET);
  // Otherwise the clean-up after the insertion would run during the first mix.
  await opened.db.execute(sql`vacuum analyze`);
  await opened.db.execute(sql`checkpoint`);
  const size = await opened.db.execute<{ size: string }>(
    sql`select pg_size_pretty(pg_database_size(current_database())) as size`,
  );
  print(
    `${os.cpus().length} × ${os.cpus()[0]?.model ?? ''}, ${Math.round(os.totalmem() / 2 ** 30)} GB; Node.js ` +
      `${process.versions.node}; ${SUBSCRIBERS} subscribers, ${size.rows[0]?.size ?? ''}, filled in ${Math.round((Date.now() - filledAt) / 1000)} s`,
  );
  const server = startCommand(process.execPath, [path.join(ROOT, 'dist/server/startProduction.js')], {
    env: {
      ...{ PATH: process.env['PATH'], ...variables, TRUSTED_PROXIES: '1', LOG_LEVEL: 'warn' },
      ...{ REMNAWAVE_URL: stubs.panelUrl, REMNAWAVE_TOKEN: 'token-of-the-benchmark' },
      REMNAWAVE_SQUADS: '5f0c3e1c-6a43-4a52-9d6b-0a1f5f1f2a11',
    },
  });
  stop = () => server.kill('SIGTERM');
  await server.until('Ready');
  const loop = new OpenLoop(port, random);
  for (const [name, kinds] of Object.entries(await mixes(variables.SESSION_SECRET))) {
    if (ASKED !== undefined && !ASKED.includes(name)) continue;
    print(`\n== ${name}; latencies of kinds as p50/p99 in ms`);
    await loop.run(kinds, FIRST_RATE, SECONDS);
    const measure = async (rate: number): Promise<boolean> => {
      const before = {
        ...{ server: processorTime(server.pid), database: await databaseTime(opened.db) },
        ...{ busy: busyTime(), own: generatorTime() },
      };
      const emails = stubs.emails();
      const began = performance.now();
      const result = await loop.run(kinds, rate, SECONDS);
      const elapsed = (performance.now() - began) / 1000;
      const shares = {
        server: processorTime(server.pid) - before.server,
        database: (await databaseTime(opened.db)) - before.database,
        generator: generatorTime() - before.own,
        all: busyTime() - before.busy,
      };
      const { p99, text } = describe(result);
      const requests = result.offered * SECONDS;
      const perRequest = (seconds: number): string => `${((seconds * 1000) / requests).toFixed(2)} ms`;
      const ofCore = (seconds: number): string => `${Math.round((seconds / elapsed) * 100)} %`;
      print(
        `${text}; processor time per request: server ${perRequest(shares.server)}, PostgreSQL ` +
          `${perRequest(shares.database)}; processors: generator ${ofCore(shares.generator)}, ` +
          `all ${ofCore(shares.all)} of ${os.cpus().length * 100} %; ${stubs.emails() - emails} emails; ` +
          `generator late by ${result.generatorLateMs.toFixed(0)} ms`,
      );
      return p99 <= KNEE_MS && result.failed === 0;
    };
    let good = FIRST_RATE;
    while (!(await measure(good))) good /= FACTOR;
    let bad = good * FACTOR;
    while (await measure(bad)) {
      good = bad;
      bad *= FACTOR;
    }
    while (bad / good > NARROW) {
      const middle = Math.sqrt(good * bad);
      if (await measure(middle)) good = middle;
      else bad = middle;
    }
    print(`knee of ${name}: ${good.toFixed(0)} requests/s, ${Math.round(good * 3600)} requests/h`);
    // Waiting emails and background work of this mix must not slow down the next mix.
    await new Promise((resolve) => setTimeout(resolve, Math.min(SECONDS * 1000, MINUTE)));
  }
  loop.close();
  const { rows } = await opened.db.execute<{ verdict: string; count: number }>(
    sql`select verdict, count(*)::int as count from payment_events group by verdict`,
  );
  print(`\ncharges by verdict: ${rows.map(({ verdict, count }) => `${verdict} ${count}`).join(', ')}`);
  await opened.close();
} finally {
  await stop();
  await postgres.stop();
}
process.exit(0);
