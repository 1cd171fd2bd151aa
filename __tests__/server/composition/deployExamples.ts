/**
 * Checks the examples in `deploy/` with the tools that read them: nginx, promtool, amtool and systemd. Run `npm run
 * check:deploy`.
 *
 * nginx serves TLS in front of two server instances, which restart one after the other under load. The check is not part
 * of `npm test`, because it needs nginx, promtool, amtool and systemd. `ROLLING_RESTARTS` sets the number of restart rounds.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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

/** Returns the nginx example with free ports of this machine and a self-signed certificate. */
async function nginxConfiguration(
  folder: string,
  near: number,
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
  const plain = await freePort();
  const shipped = await readFile('deploy/nginx.conf', 'utf8');
  // nginx log lines below the level `crit` contain the request path, which may contain the secret of a device link.
  if (!/^ {2}error_log \S+ crit;$/m.test(shipped))
    throw new Error('deploy/nginx.conf logs paths of requests');
  const site = shipped
    .replaceAll(/error_log .*;/g, `error_log ${folder}/error.log info;`)
    .replaceAll(/\S+fullchain\.pem/g, certificate)
    .replaceAll(/\S+privkey\.pem/g, key)
    .replaceAll(/listen (\[::\]:)?443/g, `listen $1${near}`)
    .replaceAll(/listen (\[::\]:)?80;/g, `listen $1${plain};`)
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

/** Fails unless nginx responds with the product's sentences while no instance runs, and to a body that is too large. */
async function checkSentences(port: number): Promise<void> {
  const ask = (method: string, url: string, body: string): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const headers = {
        Host: 'localhost',
        'Content-Type': 'application/json',
        'Content-Length': body.length,
      };
      const at = { host: '127.0.0.1', port, servername: 'localhost', rejectUnauthorized: false };
      const request = https.request({ ...at, method, path: url, headers }, (response) => {
        let text = `Retry-After: ${response.headers['retry-after'] ?? 'none'}\n`;
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
      });
      request.once('error', reject);
      request.end(body);
    });
  const { UNAVAILABLE, BODY_TOO_LARGE } = CUSTOMER_ERROR_MESSAGES;
  for (const url of ['/', '/api/checkGift']) {
    const away = await ask(url === '/' ? 'GET' : 'POST', url, '');
    if (away.status !== 503 || !away.text.includes(UNAVAILABLE) || !away.text.startsWith('Retry-After: 5\n'))
      throw new Error(`without an instance nginx responds ${away.status} ${away.text}`);
    const large = await ask('POST', url, 'x'.repeat(1_100_000));
    if (large.status !== 413 || !large.text.includes(BODY_TOO_LARGE))
      throw new Error(`nginx responds ${large.status} ${large.text} to a large body`);
  }
  print(
    'nginx without an instance: 503 with the sentence of the product and Retry-After; 413 with its sentence',
  );
}

async function restartBehindNginx(folder: string): Promise<void> {
  const far: [number, number] = [await freePort(), await freePort()];
  const near = await freePort();
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
  await new Promise((resolve) => setTimeout(resolve, 500));
  const load = startLoad(near);
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
    for (const child of children) await child.kill('SIGKILL');
    await checkSentences(near);
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
  tool('amtool', 'check-config', 'deploy/alertmanager.yml');
  tool('systemd-analyze', 'verify', path.resolve('deploy/prosvet.service'));
  checkExposure(path.resolve('deploy/prosvet.service'));
  await restartBehindNginx(folder);
} finally {
  await rm(folder, { recursive: true, force: true });
}
