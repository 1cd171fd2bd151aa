/**
 * Ensures that only one process uses a data folder. The embedded database has no lock of its own, so two processes on
 * one folder would lose writes without an error. Each process listens on its own Unix socket in the folder and responds
 * with its process id and whether it holds the folder. The operating system closes the socket when the process ends,
 * even after a crash.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Thrown if another process holds the data folder. */
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

/** Explanation of each system error code that makes the data folder unusable. */
const UNUSABLE: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it is on a file system that is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: "this user's share of the disk is full",
  ENOTDIR: 'a file is in its place',
  EEXIST: 'a file is in its place',
};

/** Thrown if the data folder cannot be created or written to. */
export class DataDirectoryUnusable extends Error {
  override readonly name = 'DataDirectoryUnusable';

  constructor(folder: string, why: string, cause: unknown) {
    super(`The data folder ${folder} cannot be used: ${why}. Fix that, or set DATA_DIR.`, { cause });
  }
}

/** Returns a `DataDirectoryUnusable` error if the error code is in `UNUSABLE`, otherwise the error unchanged. */
export function dataDirectoryError(folder: string, error: unknown): unknown {
  const why = UNUSABLE[errorCode(error) ?? ''];
  return why === undefined ? error : new DataDirectoryUnusable(folder, why, error);
}

export interface DataDirectoryLock {
  release(): Promise<void>;
}

/**
 * Maximum length of a Unix socket path that is used, in bytes. Linux allows 107 bytes and macOS 103 bytes, without the
 * terminating zero.
 */
const SOCKET_PATH_MAX_BYTES = 100;
const RESPONSE_DEADLINE_MS = 5000;
/** Maximum waiting time for other processes that try to lock the folder at the same moment, in ms. */
const PATIENCE_MS = 15_000;
const PAUSE_MS = 25;
const STEP_BACK_MS = 4 * PAUSE_MS;

/** Directory and file name prefix of the sockets of all processes that use one data folder. */
interface Meeting {
  folder: string;
  prefix: string;
}

function deriveMeeting(folder: string): Meeting {
  const key = createHash('sha256').update(folder).digest('hex').slice(0, 24);
  if (process.platform === 'win32') return { folder: '\\\\.\\pipe\\', prefix: `prosvet-${key}-` };
  const beside = { folder, prefix: 'lock-' };
  if (Buffer.byteLength(addressIn(beside, '00000000')) <= SOCKET_PATH_MAX_BYTES) return beside;
  return { folder: os.tmpdir(), prefix: `prosvet-${key}-` };
}

const addressIn = (meeting: Meeting, name: string): string =>
  path.join(meeting.folder, `${meeting.prefix}${name}.sock`);

function errorCode(error: unknown): string | undefined {
  return (error as { code?: string }).code;
}

/** State that a process reports on its Unix socket. */
interface Standing {
  isHolder: boolean;
}

/**
 * Starts a server that responds with the process id and whether this process holds the folder or only tries to lock it.
 */
function listen(address: string, standing: Standing): Promise<net.Server> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((connection) => {
      connection.on('error', () => connection.destroy());
      connection.end(`${process.pid} ${standing.isHolder ? 'holds' : 'tries'}`);
    });
    server.once('error', reject);
    server.listen(address, () => {
      server.unref();
      resolve(server);
    });
  });
}

const closed = (server: net.Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
  });

type ResponseBody = { kind: 'dead' } | { kind: 'tries' } | { kind: 'holds'; pid: string | null };

/**
 * Queries the process that listens on a socket. A process that is too busy to respond within `RESPONSE_DEADLINE_MS`
 * counts as the holder of the folder. A process that closes the connection is giving up its attempt to lock the folder.
 * Such a process counts as still trying and is queried again.
 */
function ask(address: string): Promise<ResponseBody> {
  return new Promise((resolve) => {
    let text = '';
    const connection = net.connect(address);
    const finish = (response: ResponseBody) => {
      connection.destroy();
      resolve(response);
    };
    connection.setTimeout(RESPONSE_DEADLINE_MS, () => finish({ kind: 'holds', pid: null }));
    connection.on('data', (part: Buffer) => {
      text += part.toString('utf8');
    });
    connection.on('end', () => {
      const [pid = '', standing] = text.split(' ');
      finish(standing === 'holds' ? { kind: 'holds', pid } : { kind: 'tries' });
    });
    connection.on('error', (error) => {
      const isDead = ['ECONNREFUSED', 'ENOENT'].includes(errorCode(error) ?? '');
      finish({ kind: isDead ? 'dead' : 'tries' });
    });
  });
}

interface Others {
  /** Whether this process's own socket file still exists, so that other processes can find it. */
  seesUs: boolean;
  holder: { pid: string | null } | null;
  trying: string[];
  dead: string[];
}

/** Queries all other Unix sockets of the data folder and returns the state of their processes. */
async function askOthers(meeting: Meeting, own: string): Promise<Others> {
  const names = (await readdir(meeting.folder))
    .filter((file) => file.startsWith(meeting.prefix) && file.endsWith('.sock'))
    .map((file) => file.slice(meeting.prefix.length, -'.sock'.length));
  const others: Others = { seesUs: names.includes(own), holder: null, trying: [], dead: [] };
  for (const name of names.filter((each) => each !== own)) {
    const response = await ask(addressIn(meeting, name));
    if (response.kind === 'holds') others.holder = { pid: response.pid };
    else if (response.kind === 'tries') others.trying.push(name);
    else others.dead.push(name);
  }
  return others;
}

async function pidFrom(file: string): Promise<string | null> {
  const text = (await readFile(file, 'utf8').catch(() => '')).trim();
  return /^\d+$/.test(text) ? text : null;
}

/**
 * Locks the data folder for this process and creates it if absent. Throws `DataDirectoryInUse` at once if another
 * process holds the folder, and `DataDirectoryUnusable` if the folder cannot be used.
 * @example const lock = await lockDataDirectory('./data'); try { await serve(); } finally { await lock.release(); }
 */
export async function lockDataDirectory(folder: string): Promise<DataDirectoryLock> {
  try {
    return await takeFolder(folder);
  } catch (error) {
    throw dataDirectoryError(folder, error);
  }
}

/**
 * Locks the data folder. Each process has a socket with a random name, so that no process removes the socket of another
 * live process. A process first starts to listen, and then holds the folder if it finds no other live process. If two
 * processes start to listen one after the other, the later process always finds the earlier process. If several
 * processes try at the same time, only the process with the first socket name continues; the other processes withdraw.
 * Only the process that holds the data folder deletes the sockets of dead processes.
 */
async function takeFolder(folder: string): Promise<DataDirectoryLock> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const pidFile = path.join(folder, 'server.pid');
  const meeting = deriveMeeting(folder);
  const name = randomBytes(4).toString('hex');
  const deadline = performance.now() + PATIENCE_MS;
  const inUse = async (pid: string | null) => new DataDirectoryInUse(folder, pid ?? (await pidFrom(pidFile)));
  for (;;) {
    const standing: Standing = { isHolder: false };
    const server = await listen(addressIn(meeting, name), standing);
    let others = await askOthers(meeting, name);
    while (
      others.holder === null &&
      others.trying.length > 0 &&
      others.trying.every((other) => name < other)
    ) {
      if (performance.now() > deadline) break;
      await pause(PAUSE_MS);
      others = await askOthers(meeting, name);
    }
    if (others.seesUs && others.holder === null && others.trying.length === 0) {
      standing.isHolder = true;
      for (const dead of others.dead) await rm(addressIn(meeting, dead), { force: true });
      await writeFile(pidFile, `${process.pid}\n`, { mode: 0o600 });
      return {
        release: async () => {
          await rm(pidFile, { force: true });
          await closed(server);
        },
      };
    }
    await closed(server);
    if (others.holder !== null) throw await inUse(others.holder.pid);
    if (performance.now() > deadline) throw await inUse(null);
    await pause(STEP_BACK_MS);
  }
}
