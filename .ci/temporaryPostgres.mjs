/**
 * A throw-away PostgreSQL cluster for the tests: made in a temporary folder, on a free loopback
 * port, gone when stopped. PostgreSQL refuses to run as root, so root lends it the `postgres` user.
 */
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

function findBinaries() {
  const debian = '/usr/lib/postgresql';
  const versions = fs.existsSync(debian) ? fs.readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => path.join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ];
  const found = folders.find(
    (folder) => fs.existsSync(path.join(folder, 'initdb')) && fs.existsSync(path.join(folder, 'postgres')),
  );
  if (!found) {
    throw new Error(
      'PostgreSQL 15 or newer is not installed (Debian: apt-get install postgresql). ' +
        'Install it, or set TEST_DATABASE_URL to a server whose role may create databases.',
    );
  }
  return found;
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Resolves to `{url, stop}`; rejects with what is missing. */
export async function startTemporaryPostgres() {
  const binaries = findBinaries();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'prosvet-postgres-'));
  const user =
    process.getuid?.() === 0
      ? {
          uid: Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' })),
          gid: Number(execFileSync('id', ['-g', 'postgres'], { encoding: 'utf8' })),
        }
      : {};
  if (user.uid !== undefined) fs.chownSync(folder, user.uid, user.gid);
  const data = path.join(folder, 'data');
  const options = { ...user, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] };
  execFileSync(
    path.join(binaries, 'initdb'),
    ['-D', data, '-U', 'prosvet', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    options,
  );
  const port = await freePort();
  const server = spawn(
    path.join(binaries, 'postgres'),
    [
      '-D',
      data,
      '-p',
      String(port),
      '-h',
      '127.0.0.1',
      '-k',
      folder,
      '-c',
      'fsync=off',
      '-c',
      'max_connections=200',
    ],
    { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  server.stderr.on('data', (chunk) => {
    said = (said + chunk).slice(-4000);
  });
  let ended = false;
  const gone = new Promise((resolve) => {
    server.once('exit', () => {
      ended = true;
      resolve();
    });
  });
  const deadline = Date.now() + 30_000;
  while (!(await answers(port))) {
    if (ended || Date.now() > deadline) throw new Error(`PostgreSQL did not start:\n${said}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url: `postgres://prosvet@127.0.0.1:${port}/postgres`,
    async stop() {
      server.kill('SIGINT');
      await gone;
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
