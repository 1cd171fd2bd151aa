/**
 * One process per data folder: the embedded database has no lock of its own, and two processes on
 * it lose writes silently. The lock is a Unix socket in the folder on which the holder answers with
 * its pid; the kernel frees it however the holder dies.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

/** Another process holds the folder. */
export class DataDirectoryInUse extends Error {
  override readonly name = 'DataDirectoryInUse';

  constructor(
    readonly folder: string,
    readonly pid: string | null,
  ) {
    super(
      `The data folder ${folder} is in use by process ${pid ?? '(unknown pid)'}: stop it first, or set DATA_DIR.`,
    );
  }
}

/** What the system says when a folder cannot be used, and what it means. */
const UNUSABLE: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it is on a file system that is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: "this user's share of the disk is full",
  ENOTDIR: 'a file is in its place',
  EEXIST: 'a file is in its place',
};

/** The folder cannot be made or written to. */
export class DataDirectoryUnusable extends Error {
  override readonly name = 'DataDirectoryUnusable';

  constructor(folder: string, why: string, cause: unknown) {
    super(`The data folder ${folder} cannot be used: ${why}. Mend that, or set DATA_DIR.`, { cause });
  }
}

/** The same error, said plainly where it is about the folder. */
export function dataDirectoryError(folder: string, error: unknown): unknown {
  const why = UNUSABLE[errorCode(error) ?? ''];
  return why === undefined ? error : new DataDirectoryUnusable(folder, why, error);
}

export interface DataDirectoryLock {
  release(): Promise<void>;
}

/** The kernel's bound on the address of a Unix socket, bytes, with room for the terminator. */
const SOCKET_PATH_MAX_BYTES = 100;
const ANSWER_DEADLINE_MS = 1000;
const TRIES = 5;

function socketPath(folder: string): string {
  const key = createHash('sha256').update(folder).digest('hex').slice(0, 24);
  if (process.platform === 'win32') return `\\\\.\\pipe\\prosvet-${key}`;
  const beside = path.join(folder, 'lock.sock');
  return Buffer.byteLength(beside) <= SOCKET_PATH_MAX_BYTES
    ? beside
    : path.join(os.tmpdir(), `prosvet-${key}.sock`);
}

function errorCode(error: unknown): string | undefined {
  return (error as { code?: string }).code;
}

/** A server that answers with our pid, or null when the address is taken. */
function listen(address: string): Promise<net.Server | null> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((connection) => {
      connection.on('error', () => connection.destroy());
      connection.end(String(process.pid));
    });
    server.once('error', (error) => {
      if (errorCode(error) === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    server.listen(address, () => {
      server.unref();
      resolve(server);
    });
  });
}

type Holder = { kind: 'none' } | { kind: 'alive'; pid: string | null };

/** Who answers at the address; a holder that is too busy to answer is alive all the same. */
function askHolder(address: string): Promise<Holder> {
  return new Promise((resolve) => {
    let answer = '';
    const connection = net.connect(address);
    const finish = (holder: Holder) => {
      connection.destroy();
      resolve(holder);
    };
    const alive = () => finish({ kind: 'alive', pid: /^\d+$/.test(answer) ? answer : null });
    connection.setTimeout(ANSWER_DEADLINE_MS, alive);
    connection.on('data', (part: Buffer) => {
      answer += part.toString('utf8');
    });
    connection.on('end', alive);
    connection.on('error', (error) => {
      if (['ECONNREFUSED', 'ENOENT'].includes(errorCode(error) ?? '')) finish({ kind: 'none' });
      else alive();
    });
  });
}

/**
 * Takes away the address that a dead holder left. It is moved aside first and asked once more: a
 * process that took it over in between gets it back.
 */
async function clearDeadAddress(address: string): Promise<void> {
  const aside = `${address}.${process.pid}`;
  try {
    await rename(address, aside);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  if ((await askHolder(aside)).kind === 'alive') await rename(aside, address);
  else await rm(aside, { force: true });
}

async function pidFrom(file: string): Promise<string | null> {
  const text = (await readFile(file, 'utf8').catch(() => '')).trim();
  return /^\d+$/.test(text) ? text : null;
}

/**
 * Takes the folder, making it if absent. Throws DataDirectoryInUse at once when another has it, and
 * DataDirectoryUnusable.
 */
export async function lockDataDirectory(folder: string): Promise<DataDirectoryLock> {
  try {
    return await takeFolder(folder);
  } catch (error) {
    throw dataDirectoryError(folder, error);
  }
}

async function takeFolder(folder: string): Promise<DataDirectoryLock> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const address = socketPath(folder);
  const pidFile = path.join(folder, 'server.pid');
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const server = await listen(address);
    if (server !== null) {
      await writeFile(pidFile, `${process.pid}\n`, { mode: 0o600 });
      return {
        release: async () => {
          await rm(pidFile, { force: true });
          await new Promise<void>((resolve) => {
            server.close(() => resolve());
          });
        },
      };
    }
    const holder = await askHolder(address);
    if (holder.kind === 'alive') throw new DataDirectoryInUse(folder, holder.pid ?? (await pidFrom(pidFile)));
    await clearDeadAddress(address);
  }
  throw new DataDirectoryInUse(folder, await pidFrom(pidFile));
}
