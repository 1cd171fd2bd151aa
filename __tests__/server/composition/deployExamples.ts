/**
 * Checks the examples in `deploy/` with the tools that read them: nginx, promtool, amtool and systemd. Run `npm run
 * check:deploy`.
 *
 * nginx serves TLS in front of two server instances, which restart one after the other under load. The check is not part
 * of `npm test`, because it needs nginx, promtool, amtool and systemd. `ROLLING_RESTARTS` sets the number of restart rounds.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../../.ci/freePort.mjs';
import { startTemporaryPostgres } from '../../../.ci/temporaryPostgres.mjs';
import { CUSTOMER_ERROR_MESSAGES } from '../../../src/server/texts/errors';
import { type RunningChild, startChild } from '../../support/childProcess';

const ROUNDS = Number(process.env['ROLLING_RESTARTS'] ?? 5);
const CALLERS = 8;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const EXPOSURE_MAX = 2.5;

function tool(command: string, ...args: string[]): void {
  execFileSync(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  print(`${command} ${args.join(' ')}: no fault`);
}

/** Fails if systemd finds that the unit confines the service little. 0 is the most confined exposure, and 10 the least. */
function checkExposure(unit: string): void {
  const report = execFileSync('systemd-analyze', ['security', '--offline=true', unit], { encoding: 'utf8' });
  const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(report)?.[1]);
  if (!(exposure <= EXPOSURE_MAX)) throw new Error(`the exposure of ${unit} is ${exposure}`);
  print(`systemd-analyze security ${unit}: exposure ${exposure}`);
}

/** Ports on which nginx listens. */
interface NginxPorts {
  readonly plain: number;
  readonly tls: number;
}

/**
 * Returns the nginx example with the ports `near` of nginx and `far` of the instances, a self-signed certificate, and the
 * folder of the ACME challenges in `folder`.
 */
async function nginxConfiguration(
  folder: string,
  near: NginxPorts,
  far: readonly [number, number],
): Promise<string> {
  const [key, certificate] = ['key.pem', 'certificate.pem'].map((file) => path.join(folder, file)) as [
    string,
    string,
  ];
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=shop.example'],
      ...['-keyout', key, '-out', certificate],
    ],
    { stdio: 'pipe' },
  );
  const shipped = await readFile('deploy/nginx.conf', 'utf8');
  // nginx log lines below the level `crit` contain the request path, which may contain the secret of a device link.
  if (!/^ {2}error_log \S+ crit;$/m.test(shipped))
    throw new Error('deploy/nginx.conf logs paths of requests');
  const site = shipped
    .replaceAll(/error_log .*;/g, `error_log ${folder}/error.log info;`)
    .replaceAll(/\S+fullchain\.pem/g, certificate)
    .replaceAll(/\S+privkey\.pem/g, key)
    .replaceAll(/listen (\[::\]:)?443\b/g, `listen $1${near.tls}`)
    .replaceAll(/listen (\[::\]:)?80\b/g, `listen $1${near.plain}`)
    .replaceAll('/var/www/acme', `${folder}/acme`)
    // The sandbox responds to names of this machine only.
    .replaceAll('shop.example', 'localhost')
    .replace('127.0.0.1:8080', `127.0.0.1:${far[0]}`)
    .replace('127.0.0.1:8081', `127.0.0.1:${far[1]}`);
  await writeFile(path.join(folder, 'site.conf'), site);
  const file = path.join(folder, 'nginx.conf');
  await writeFile(
    file,
    `daemon off;
pid ${folder}/pid;
error_log ${folder}/error.log info;
events { worker_connections 1024; }
http { include ${folder}/site.conf; }
`,
  );
  return file;
}

interface Load {
  /** Number of responses by HTTP status or connection error. */
  readonly responses: Map<string, number>;
  slowestMs: number;
  stop(): Promise<void>;
}

/** Starts clients that keep their connections and alternate between a changing request, a rejected request and a page. */
function startLoad(port: number): Load {
  const key = JSON.stringify({ key: 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6' });
  const asked = [
    { method: 'POST', path: '/api/checkGift', body: key },
    { method: 'POST', path: '/api/emailVerification/send', body: '' },
    { method: 'GET', path: '/', body: '' },
  ];
  const load: Load = { responses: new Map(), slowestMs: 0, stop: () => Promise.resolve() };
  let isOver = false;
  let emails = 0;
  const ask = (agent: https.Agent, which: number): Promise<string> =>
    new Promise((resolve) => {
      const { method, path: url, body } = asked[which % asked.length]!;
      emails += 1;
      const sent = url.endsWith('/send')
        ? JSON.stringify({ email: `a${emails}@example.org`, platform: 'web' })
        : body;
      const request = https.request(
        {
          ...{ port, host: '127.0.0.1', agent, method, path: url, rejectUnauthorized: false },
          servername: 'localhost',
          headers: {
            Host: 'localhost',
            ...(sent === '' ? {} : { 'Content-Type': 'application/json', 'Content-Length': sent.length }),
          },
        },
        (response) => {
          response.resume();
          response.once('end', () => resolve(String(response.statusCode)));
          response.once('error', (error) => resolve(error.message));
        },
      );
      request.once('error', (error) => resolve(error.message));
      request.end(sent);
    });
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    const agent = new https.Agent({ keepAlive: true, maxSockets: 1 });
    for (let call = caller; !isOver; call += 1) {
      const began = performance.now();
      const response = await ask(agent, call);
      load.slowestMs = Math.max(load.slowestMs, performance.now() - began);
      load.responses.set(response, (load.responses.get(response) ?? 0) + 1);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    agent.destroy();
  });
  load.stop = async () => {
    isOver = true;
    await Promise.all(callers);
  };
  return load;
}

interface NginxResponse {
  /** HTTP status, or the code of the error if the connection was closed. */
  readonly status: number | string;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
}

/**
 * Sends a request for `url` to a port of nginx on this machine. `name` is the name in the TLS handshake, by default the host
 * of the URL. If it is empty, the handshake contains no name.
 */
const ask = (
  port: number,
  url: string,
  { method = 'GET', body = '', name }: { method?: string; body?: string; name?: string } = {},
): Promise<NginxResponse> =>
  new Promise((resolve) => {
    const { protocol, host, pathname } = new URL(url);
    const settings = {
      ...{ host: '127.0.0.1', port, method, path: pathname, agent: false },
      headers: { Host: host, 'Content-Type': 'application/json', 'Content-Length': body.length },
    };
    const received = (response: http.IncomingMessage): void => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    };
    const request =
      protocol === 'http:'
        ? http.request(settings, received)
        : https.request({ ...settings, servername: name ?? host, rejectUnauthorized: false }, received);
    request.once('error', (error: NodeJS.ErrnoException) =>
      resolve({ status: error.code ?? error.message, headers: {}, text: '' }),
    );
    request.end(body);
  });

/** Fails unless nginx closes connections to unknown names, redirects HTTP to HTTPS, and serves ACME challenges. */
async function checkNames(folder: string, { plain, tls }: NginxPorts): Promise<void> {
  const closed = [
    await ask(plain, 'http://unknown.example/'),
    await ask(plain, `http://127.0.0.1:${plain}/`),
    await ask(plain, 'http://unknown.example/.well-known/acme-challenge/token'),
    await ask(tls, 'https://unknown.example/'),
    await ask(tls, 'https://127.0.0.1/', { name: '' }),
    await ask(tls, 'https://localhost/', { name: '' }),
    await ask(tls, 'https://unknown.example/', { name: 'localhost' }),
    await ask(tls, 'https://127.0.0.1/', { name: 'localhost' }),
  ];
  for (const { status, text } of closed)
    if (typeof status === 'number' && status !== 421)
      throw new Error(`nginx responds ${status} ${text} to an unknown name`);
  const redirected = await ask(plain, 'http://localhost/offer');
  if (redirected.status !== 301 || redirected.headers.location !== 'https://localhost/offer')
    throw new Error(`nginx responds ${redirected.status} ${redirected.headers.location ?? ''} to HTTP`);
  const challenges = path.join(folder, 'acme/.well-known/acme-challenge');
  await mkdir(challenges, { recursive: true });
  await writeFile(path.join(challenges, 'token'), 'an answer');
  const challenge = await ask(plain, 'http://go.example/.well-known/acme-challenge/token');
  if (challenge.text !== 'an answer') throw new Error(`the ACME challenge gets ${challenge.status}`);
  const calls = [
    await ask(tls, 'https://check.example/'),
    await ask(tls, 'https://check.example/api/profile', { method: 'POST' }),
  ];
  if (calls.some(({ status }) => status !== 404))
    throw new Error('the host of CHECK_URL responds to more than one call');
  print(
    `nginx: ${closed.length} connections to unknown names closed (${[...new Set(closed.map(({ status }) => status))].join(', ')}), ` +
      'HTTP redirected, ACME challenges served',
  );
}

/** Fails unless nginx responds with the product's sentences while no instance runs, and to a body that is too large. */
async function checkSentences(port: number): Promise<void> {
  const { UNAVAILABLE, BODY_TOO_LARGE } = CUSTOMER_ERROR_MESSAGES;
  const form = (isCall: boolean, code: string, message: string): string =>
    isCall ? JSON.stringify({ error: { code, message } }) : message;
  for (const [method, url] of [
    ['GET', 'https://localhost/'],
    ['POST', 'https://localhost/api/checkGift'],
    ['GET', 'https://go.example/s/secret'],
    ['POST', 'https://go.example/api/profile'],
  ] as const) {
    const isCall = url.includes('/api/');
    const type = isCall ? 'application/json' : 'text/plain; charset=utf-8';
    const away = await ask(port, url, { method });
    if (
      away.status !== 503 ||
      away.text !== form(isCall, 'UNAVAILABLE', UNAVAILABLE) ||
      away.headers['retry-after'] !== '5' ||
      away.headers['content-type'] !== type
    )
      throw new Error(
        `without an instance nginx responds ${away.status} ${JSON.stringify(away.headers)} ${away.text}`,
      );
    const large = await ask(port, url, { method: 'POST', body: 'x'.repeat(1_100_000) });
    if (
      large.status !== 413 ||
      large.text !== form(isCall, 'BODY_TOO_LARGE', BODY_TOO_LARGE) ||
      large.headers['content-type'] !== type
    )
      throw new Error(
        `nginx responds ${large.status} ${JSON.stringify(large.headers)} ${large.text} to a large body`,
      );
  }
  print(
    'nginx without an instance: 503 with the sentence of the product and Retry-After; 413 with its sentence',
  );
}

async function restartBehindNginx(folder: string): Promise<void> {
  const far: [number, number] = [await freePort(), await freePort()];
  const near: NginxPorts = { plain: await freePort(), tls: await freePort() };
  const configuration = await nginxConfiguration(folder, near, far);
  tool('nginx', '-q', '-t', '-c', configuration);
  const postgres = await startTemporaryPostgres();
  const start = async (index: number): Promise<RunningChild> => {
    const child = startChild(path.resolve('__tests__/support/sandboxProcess.ts'), {
      env: {
        PORT: String(far[index]),
        DATA_DIR: path.join(folder, `instance${index}`),
        DATABASE_URL: postgres.url,
        DRAIN_SECONDS: '3',
        TRUSTED_PROXIES: '1',
        STAFF_PASSWORD: 'a long password of the check',
      },
    });
    await child.until('Ready.');
    return child;
  };
  const children = [await start(0), await start(1)];
  const nginx = spawn('nginx', ['-c', configuration], { stdio: 'inherit' });
  const ended = once(nginx, 'exit');
  while (
    nginx.exitCode === null &&
    (await ask(near.tls, 'https://localhost/healthz')).status === 'ECONNREFUSED'
  )
    await new Promise((resolve) => setTimeout(resolve, 100));
  const load = startLoad(near.tls);
  let slowestStop = 0;
  try {
    for (let round = 0; round < ROUNDS * 2; round += 1) {
      const index = round % 2;
      await new Promise((resolve) => setTimeout(resolve, 1000));
      const began = performance.now();
      const code = await children[index]?.kill('SIGTERM');
      slowestStop = Math.max(slowestStop, performance.now() - began);
      if (code !== 0) throw new Error(`an instance ended with ${code ?? 'a signal'}`);
      children[index] = await start(index);
    }
    await load.stop();
    await checkNames(folder, near);
    for (const child of children) await child.kill('SIGKILL');
    await checkSentences(near.tls);
  } finally {
    await load.stop();
    nginx.kill('SIGTERM');
    await ended;
    for (const child of children) await child.kill('SIGKILL');
    await postgres.stop();
  }
  const log = await readFile(path.join(folder, 'error.log'), 'utf8');
  const passedOn = log.split('\n').filter((line) => line.includes('while connecting to upstream')).length;
  print(
    `${ROUNDS} rolling restarts of two instances behind nginx under ${CALLERS} callers: ` +
      `answers ${JSON.stringify(Object.fromEntries(load.responses))}, slowest ${Math.round(load.slowestMs)} ms, ` +
      `${passedOn} tries at a closed port passed on, an instance gone within ${Math.round(slowestStop)} ms`,
  );
  if ([...load.responses.keys()].some((response) => response !== '200')) {
    print(
      log
        .split('\n')
        .filter((line) => /\[(warn|error|crit)\]/.test(line))
        .slice(-20)
        .join('\n'),
    );
    throw new Error('requests failed while the instances were restarted');
  }
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'prosvet-deploy-'));
await chmod(folder, 0o755);
try {
  tool('promtool', 'check', 'rules', 'deploy/alerts.yml');
  tool('promtool', 'test', 'rules', '__tests__/server/composition/alertRules.yml');
  tool('promtool', 'test', 'rules', '__tests__/server/composition/linkAlertRules.yml');
  tool('amtool', 'check-config', 'deploy/alertmanager.yml');
  tool('systemd-analyze', 'verify', path.resolve('deploy/prosvet.service'));
  checkExposure(path.resolve('deploy/prosvet.service'));
  await restartBehindNginx(folder);
} finally {
  await rm(folder, { recursive: true, force: true });
}
