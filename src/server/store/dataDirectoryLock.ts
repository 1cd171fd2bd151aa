/**
 * One process per data folder: the embedded database has no lock of its own, and two processes on
 * it lose writes silently. Each that comes listens on a Unix socket of its own in the folder and answers with its
 * pid and whether it holds the folder; the kernel ends the listening however the holder dies.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

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
const RESPONSE_DEADLINE_MS = 5000;
/** For the others that try at the same moment to step back, ms. */
const PATIENCE_MS = 15_000;
const PAUSE_MS = 25;
const STEP_BACK_MS = 4 * PAUSE_MS;

/** Where the sockets of a folder's processes stand, and what their names have in common. */
interface Meeting {
  folder: string;
  prefix: string;
}

function meetingOf(folder: string): Meeting {
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

/** What a process answers whoever asks at its socket. */
interface Standing {
  isHolder: boolean;
}

/** A server that answers with our pid, and whether we hold the folder or only try. */
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
 * Who answers at the address. One that is too busy to answer is alive and may hold the folder; one that breaks off is
 * stepping back, and is asked again.
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
  /** Whether our own socket still stands there for those who come. */
  seesUs: boolean;
  holder: { pid: string | null } | null;
  trying: string[];
  dead: string[];
}

/** What the other processes at the folder say of themselves. */
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

/**
 * Each process has a socket of a name of its own, so that nobody ever takes another's away. It holds the folder when it
 * has listened and then found nobody else alive: of two, the one that listens later finds the other. Of those that
 * try together all but the first by name step back. Only a holder removes what dead ones left.
 */
async function takeFolder(folder: string): Promise<DataDirectoryLock> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const pidFile = path.join(folder, 'server.pid');
  const meeting = meetingOf(folder);
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
