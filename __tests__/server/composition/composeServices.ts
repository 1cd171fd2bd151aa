/**
 * Checks `deploy/compose.yaml` without containers: `npm run check:compose`. Answers the questions of the setup, validates the
 * file with docker-compose, and starts the same services from the same environment file: the server of the build, PostgreSQL,
 * Caddy, Prometheus, and `dump.sh`. A customer signs in and pays. Then the database is lost, the dump is restored, and the
 * customer still has the subscription. `IMAGE_ROOT` names the file system of a built image, whose server is started
 * instead.
 *
 * The check is not part of `npm test`, because it needs docker-compose, Caddy, Prometheus and the client programs of
 * PostgreSQL.
 */
import { execFileSync } from 'node:child_process';
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import https from 'node:https';
import os from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { freePort } from '../../../.ci/freePort.mjs';
import { startTemporaryPostgres } from '../../../.ci/temporaryPostgres.mjs';
import { FILE_SUFFIX, variable, VARIABLE_NAMES } from '../../../src/server/configuration/variables';
import { CUSTOMER_ERROR_MESSAGES } from '../../../src/server/texts/errors';
import { BACKUP_DAYS_MAX } from '../../../src/shared/personalData';
import { type RunningChild, startCommand } from '../../support/childProcess';
import { type Inbox, ProductionCustomer, startInbox } from '../../support/productionCustomer';
import { API_SECRET } from '../../support/productionVariables';
import { runScriptedSetup } from '../../support/scriptedSetup';
import { ROOT } from '../../support/sourceTree';

const DEADLINE_MS = 60_000;
/** Number of restarts of the server under load. */
const RESTARTS = 3;
/** Number of clients of each kind that make requests during the restarts. */
const CLIENTS = 8;
const IMAGE_ROOT = process.env['IMAGE_ROOT'];

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const run = (
  command: string,
  args: readonly string[],
  { cwd, env }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): string =>
  execFileSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: cwd ?? ROOT,
    env: { ...process.env, ...env },
  });

async function until(
  what: string,
  isTrue: () => boolean | Promise<boolean>,
  service?: RunningChild,
): Promise<void> {
  const startedAt = performance.now();
  while (!(await isTrue())) {
    if (performance.now() - startedAt > DEADLINE_MS)
      throw new Error(`no ${what}:\n${service?.output() ?? ''}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

interface ProxyResponse {
  status: number;
  body: string;
  retryAfter: string | undefined;
}

/**
 * Sends a request through the proxy on this machine, whose certificate is issued by Caddy's own authority: a GET request, or
 * a POST request with the JSON text `json`.
 */
const send = (url: string, json?: string): Promise<ProxyResponse> =>
  new Promise((resolve, reject) => {
    const { hostname, host, port, pathname } = new URL(url);
    const request = https.request(
      {
        ...{ host: 'localhost', port, path: pathname, servername: hostname, rejectUnauthorized: false },
        method: json === undefined ? 'GET' : 'POST',
        headers: { Host: host, ...(json === undefined ? {} : { 'Content-Type': 'application/json' }) },
      },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          body += part;
        });
        const { 'retry-after': retryAfter } = response.headers;
        response.once('end', () => resolve({ status: response.statusCode ?? 0, body, retryAfter }));
      },
    );
    request.once('error', reject);
    request.end(json);
  });

const get = (url: string): Promise<ProxyResponse> => send(url);

/** Oldest version of Caddy that repeats a request with a body if the server accepts no connection. */
const HOLDS_BODIES = [2, 11, 2];

/** Returns whether the installed Caddy holds requests with a body while the server restarts. */
function holdsBodies(): boolean {
  const version =
    /(\d+)\.(\d+)\.(\d+)/
      .exec(run('caddy', ['version']))
      ?.slice(1)
      .map(Number) ?? [];
  const at = HOLDS_BODIES.findIndex((part, index) => version[index] !== part);
  return at === -1 || (version[at] ?? 0) > (HOLDS_BODIES[at] ?? 0);
}

/** Starts clients that make a request all the time. `stop` returns the number of responses by status or error. */
function startClients(ask: () => Promise<ProxyResponse>): { stop(): Promise<Map<string, number>> } {
  const responses = new Map<string, number>();
  let isOver = false;
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!isOver) {
      const outcome = await ask().then(
        ({ status }) => String(status),
        (error: unknown) => String(error),
      );
      responses.set(outcome, (responses.get(outcome) ?? 0) + 1);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(clients);
      return responses;
    },
  };
}

/**
 * Prints the responses during the restarts. Throws if a response is not `status`, which the server itself sends. `isHeld` is
 * false if this version of Caddy is known to lose such requests.
 */
function checkResponses(
  what: string,
  responses: Map<string, number>,
  { status = 200, isHeld = true }: { status?: number; isHeld?: boolean } = {},
): void {
  print(
    `${what} during ${RESTARTS} restarts: ${JSON.stringify(Object.fromEntries(responses))}` +
      (isHeld ? '' : ' (not shown: this version of Caddy does not hold requests with a body)'),
  );
  const allowed = [String(status), ...(isHeld ? [] : ['502'])];
  if ([...responses.keys()].some((outcome) => !allowed.includes(outcome)))
    throw new Error(`${what} failed during a restart`);
}

/** Fails unless the proxy responds with the product's sentence and Retry-After after the server has stopped for good. */
async function checkSentences(publicUrl: string): Promise<void> {
  const [page, call] = await Promise.all([get(`${publicUrl}/`), get(`${publicUrl}/api/shop`)]);
  for (const { status, body, retryAfter } of [page, call])
    if (status < 502 || retryAfter === undefined || !body.includes(CUSTOMER_ERROR_MESSAGES.UNAVAILABLE))
      throw new Error(`without a server Caddy responds ${status} ${retryAfter ?? ''} ${body}`);
  print(`Caddy without a server: ${page.status} with the sentence of the product and Retry-After`);
}

/** Returns the `environment` of a service, with the paths of this machine. */
function parseEnvironment(compose: string, service: string, folder: string): Record<string, string> {
  const [, text = ''] = new RegExp(`^ {2}${service}:\\n([^]*?)\\n\\n`, 'm').exec(compose) ?? [];
  const pairs = [...text.matchAll(/^ {6}([A-Z_]+): '?([^'\n]+)'?$/gm)].map(([, name = '', value = '']) => [
    name,
    value.replace('/run/secrets', path.join(folder, 'secrets')).replace('/var/lib/prosvet', folder),
  ]);
  return Object.fromEntries(pairs) as Record<string, string>;
}

/** Makes a dump and restores it into a new database. Returns the URL of the restored database. */
async function checkDump(folder: string, databaseUrl: string, compose: string): Promise<string> {
  const dumps = path.join(folder, 'dumps');
  await mkdir(dumps);
  const url = new URL(databaseUrl);
  const env = {
    ...parseEnvironment(compose, 'dump', folder),
    PATH: process.env['PATH'],
    DUMP_FOLDER: dumps,
    PGHOST: url.hostname,
    PGPORT: url.port,
    PGUSER: url.username,
    PGDATABASE: url.pathname.slice(1),
  };
  const daysOld = async (name: string, days: number): Promise<void> => {
    await writeFile(path.join(dumps, name), 'old');
    const time = new Date(Date.now() - days * 86_400_000);
    await utimes(path.join(dumps, name), time, time);
  };
  await daysOld('prosvet-kept.dump', BACKUP_DAYS_MAX - 1.5);
  await daysOld('prosvet-late.dump', BACKUP_DAYS_MAX - 1);
  run('sh', ['dump.sh', 'once'], { cwd: folder, env });
  const left = await readdir(dumps);
  const made = left.find((name) => /^prosvet-\d{4}-/.test(name)) ?? '';
  if (left.length !== 2 || !left.includes('prosvet-kept.dump')) throw new Error(`dumps: ${left.join(', ')}`);
  const mode = (await stat(path.join(dumps, made))).mode & 0o777;
  if (mode !== 0o600) throw new Error(`the dump has the mode ${mode.toString(8)}`);
  run('psql', ['--quiet', '--command', 'create database restored', databaseUrl]);
  url.pathname = '/restored';
  run('pg_restore', [
    '--exit-on-error',
    '--no-owner',
    '--single-transaction',
    `--dbname=${url.href}`,
    path.join(dumps, made),
  ]);
  const counted = run('psql', [
    '--tuples-only',
    '--command',
    'select count(*) from staff_accounts',
    url.href,
  ]);
  if (counted.trim() !== '1') throw new Error(`the restored database has ${counted.trim()} staff accounts`);
  print(`dump.sh: mode 600, keeps dumps for ${BACKUP_DAYS_MAX} days, and the dump can be restored`);
  return url.href;
}

/** Checks the queries of the dashboard as recording rules, because promtool reads only rules. */
async function checkDashboard(folder: string): Promise<void> {
  const { panels } = JSON.parse(await readFile(path.join(folder, 'grafana/prosvet.json'), 'utf8')) as {
    panels: { targets: { expr: string }[] }[];
  };
  const queries = panels.flatMap(({ targets }) =>
    targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '1m')),
  );
  const rules = queries.map((expr, at) => `{"record":"panel:${at}","expr":${JSON.stringify(expr)}}`);
  const file = path.join(folder, 'dashboard.yml');
  await writeFile(file, `groups: [{"name":"dashboard","rules":[${rules.join(',')}]}]\n`);
  run('promtool', ['check', 'rules', '--lint=none', file]);
  print(`promtool: ${queries.length} queries of the dashboard are valid`);
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'prosvet-compose-'));
const services: RunningChild[] = [];
const inbox: Inbox = await startInbox();
const postgres = await startTemporaryPostgres();
try {
  await cp(path.join(ROOT, 'deploy'), folder, { recursive: true });
  const [port, proxyPort, plainPort, metricsPort, prometheusPort] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ]);
  const publicUrl = `https://localhost:${proxyPort}`;
  const checkUrl = `https://check.localhost:${proxyPort}`;
  await runScriptedSetup(
    path.join(folder, '.env'),
    {
      'Do customers pay at CloudPayments?': 'y',
      'PUBLIC_URL:': publicUrl,
      'SMTP_URL:': `smtp://127.0.0.1:${inbox.port}`,
      'CLOUDPAYMENTS_PUBLIC_ID:': 'pk_0123456789',
      'CLOUDPAYMENTS_API_SECRET:': API_SECRET,
    },
    ['--compose'],
  );
  await appendFile(path.join(folder, '.env'), `CHECK_URL=${checkUrl}\nVPN_EXIT_ADDRESSES=192.0.2.1\n`);
  const compose = await readFile(path.join(folder, 'compose.yaml'), 'utf8');
  run('docker-compose', ['--file', 'compose.yaml', '--profile', 'monitoring', 'config', '--quiet'], {
    cwd: folder,
  });
  print('docker-compose: compose.yaml is valid');
  run('promtool', ['check', 'config', path.join(folder, 'prometheus.yml')]);
  await checkDashboard(folder);

  const secret = path.join(folder, 'secrets/DATABASE_URL');
  await rm(secret);
  await writeFile(secret, postgres.url);
  const base = {
    PATH: process.env['PATH'],
    HOME: folder,
    ...parseEnv(await readFile(path.join(folder, '.env'), 'utf8')),
  };
  const environment = {
    ...base,
    NODE_ENV: 'production',
    ...parseEnvironment(compose, 'server', folder),
    HOST: '127.0.0.1',
    PORT: String(port),
    METRICS_HOST: '127.0.0.1',
    METRICS_PORT: String(metricsPort),
    DRAIN_SECONDS: '1',
  };
  const files = VARIABLE_NAMES.filter((name) => variable(name).secret === true).map(
    (name) => `${name}${FILE_SUFFIX}`,
  );
  if (files.some((name) => !(name in environment))) throw new Error('a secret is not passed as a file');
  const start = async (): Promise<RunningChild> => {
    const file = 'dist/server/startProduction.js';
    // The secrets are mounted into a container. Here they are copied into its file system.
    if (IMAGE_ROOT !== undefined) await cp(folder, path.join(IMAGE_ROOT, folder), { recursive: true });
    const started =
      IMAGE_ROOT === undefined
        ? startCommand(process.execPath, [path.join(ROOT, file)], { env: environment, cwd: folder })
        : startCommand('chroot', [IMAGE_ROOT, 'node', `/app/${file}`], { env: environment });
    services.push(started);
    await until('server', () => started.output().includes('Ready on'), started);
    return started;
  };
  let server = await start();

  const site = await readFile(path.join(folder, 'Caddyfile'), 'utf8');
  // The ports 80 and 2019 of this machine may be in use.
  await writeFile(
    path.join(folder, 'Caddyfile'),
    site
      .replace('{\n', `{\n\tadmin off\n\thttp_port ${plainPort}\n`)
      .replace(':80, :443', `http://:${plainPort}`),
  );
  const proxy = startCommand('caddy', ['run', '--config', 'Caddyfile', '--adapter', 'caddyfile'], {
    env: { ...base, UPSTREAM: `127.0.0.1:${port}` },
    cwd: folder,
  });
  services.push(proxy);
  const untilServed = () =>
    until('page', async () => (await get(`${publicUrl}/readyz`).catch(() => null))?.status === 200, proxy);
  await untilServed();
  for (const page of ['/healthz', '/', '/login', '/offer']) {
    const { status } = await get(publicUrl + page);
    if (status !== 200) throw new Error(`${page} responds ${status}`);
  }
  const onCheckHost = await Promise.all(
    ['/', '/api/connection/check'].map(async (page) => (await get(checkUrl + page)).status),
  );
  // The server responds 405 to a GET request of an API call.
  if (onCheckHost.join() !== '404,405')
    throw new Error(`the host of CHECK_URL responds ${onCheckHost.join()}`);
  await get(`${publicUrl}/s/secret-of-a-device`);
  if (proxy.output().includes('secret-of-a-device')) throw new Error('Caddy logs paths');
  print(`Caddy: serves the product with TLS; ${(await get(`${publicUrl}/healthz`)).body}`);

  const configuration = await readFile(path.join(folder, 'prometheus.yml'), 'utf8');
  await writeFile(
    path.join(folder, 'prometheus.yml'),
    configuration.replace('server:9464', `127.0.0.1:${metricsPort}`).replaceAll('15s', '1s'),
  );
  const listening = `127.0.0.1:${prometheusPort}`;
  services.push(
    startCommand(
      'prometheus',
      [
        '--config.file=prometheus.yml',
        `--storage.tsdb.path=${folder}/metrics`,
        `--web.listen-address=${listening}`,
      ],
      { env: base, cwd: folder },
    ),
  );
  const query = async (text: string): Promise<string> => {
    const response = await fetch(`http://${listening}/api/v1/query?query=${encodeURIComponent(text)}`).catch(
      () => null,
    );
    return response === null ? '' : response.text();
  };
  await until('metrics', async () => (await query('prosvet_build_info')).includes('"version"'));
  const rules = await (await fetch(`http://${listening}/api/v1/rules`)).text();
  print(
    `Prometheus: scrapes the server and evaluates ${rules.match(/"name":"Prosvet/g)?.length ?? 0} alerts`,
  );

  const customer = new ProductionCustomer(publicUrl, 'reader@shop.example', API_SECRET);
  await customer.signIn(inbox);
  await customer.pay();
  const paid = await customer.subscriptionStatus();
  const restored = await checkDump(folder, postgres.url, compose);
  const checkCall = `${checkUrl}/api/connection/check`;
  const empty = await send(checkCall, '');
  const readers = startClients(() => get(`${publicUrl}/healthz`));
  // Caddy repeats a POST request only if its connection was refused, with or without a body.
  const emptyWriters = startClients(() => send(checkCall, ''));
  const writers = startClients(() => send(checkCall, '{}'));
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    const code = await server.kill('SIGTERM');
    if (code !== 0) throw new Error(`the server ended with ${code ?? 'a signal'}`);
    await writeFile(secret, restored);
    server = await start();
    await untilServed();
  }
  checkResponses('GET requests', await readers.stop());
  checkResponses('POST requests without a body', await emptyWriters.stop(), empty);
  checkResponses('POST requests', await writers.stop(), { isHeld: holdsBodies() });
  const status = await customer.subscriptionStatus();
  if (paid !== 'ACTIVE' || status !== paid)
    throw new Error(`the subscription is ${String(paid)}, and ${String(status)} after the restore`);
  print(
    'a customer signed in by email and paid; the subscription is ACTIVE, also after the dump was restored',
  );
  await server.kill('SIGTERM');
  await checkSentences(publicUrl);
} finally {
  for (const service of services.reverse()) await service.kill('SIGTERM');
  inbox.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
