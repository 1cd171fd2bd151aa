/** Starts sandbox servers as child processes that tests can kill, one after another on the same port and data folder. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../.ci/freePort.mjs';
import { type RunningChild, startChild } from './childProcess';

const SERVER = path.resolve('__tests__/support/sandboxProcess.ts');

export interface SandboxServers {
  /** Port of the servers. Available once the tests run, like `folder`. */
  readonly port: number;
  /** Data folder of the servers. */
  readonly folder: string;
  /** Started servers, in the order of their start. */
  readonly children: readonly RunningChild[];
  /** Starts a server. The caller waits for `Ready.` in its output. */
  start(env?: Record<string, string>): RunningChild;
  /** Returns the sign-in of the admin that the first server has created. */
  readSignIn(): Promise<{ username: string; password: string }>;
}

/** Prepares the port and the data folder before the tests of a file. Kills all servers and deletes the folder afterwards. */
export function sandboxServers(): SandboxServers {
  let folder = '';
  let port = 0;
  const children: RunningChild[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'data-'));
    port = await freePort();
  });

  afterAll(async () => {
    for (const child of children) await child.kill('SIGKILL');
    await rm(folder, { recursive: true });
  });

  return {
    get port() {
      return port;
    },
    get folder() {
      return folder;
    },
    children,
    start(env = {}) {
      const child = startChild(SERVER, {
        env: { PORT: String(port), DATA_DIR: folder, DATABASE_URL: '', STAFF_PASSWORD: '', ...env },
      });
      children.push(child);
      return child;
    },
    async readSignIn() {
      const text = await readFile(path.join(folder, 'staff-sign-in.json'), 'utf8');
      return JSON.parse(text) as { username: string; password: string };
    },
  };
}
