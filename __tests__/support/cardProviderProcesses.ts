/** Runs a sandbox server whose fake card providers have processes of their own, and its customers. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../.ci/freePort.mjs';
import type { CardProviderChoice } from '../../src/server/configuration/cardProviderChoice';
import { cardTerminal } from '../../src/server/sandbox/openFakeCardProvider';
import { callControl } from '../../src/server/sandbox/providerControl';
import type { Order } from '../../src/shared/contract/shop';
import { OFFER_EDITION } from '../../src/shared/offerEdition';
import { type RunningChild, startChild } from './childProcess';

const SERVER = path.resolve('__tests__/support/sandboxProcess.ts');
const STATE_FILES = { cloudpayments: 'card-provider.json', yookassa: 'yookassa.json' } as const;

interface ProviderState {
  url: string;
  pid: number;
}

export interface CardProviderProcesses {
  /** Starts the server and waits until it is ready. */
  start(): Promise<RunningChild>;
  /** Returns the URL and process id of a fake card provider. Rejects with ENOENT if the process has ended. */
  state(name: CardProviderChoice): Promise<ProviderState>;
  /** Calls a method of the control API of a fake card provider. */
  control(name: CardProviderChoice, method: string, ...args: unknown[]): Promise<unknown>;
  get(address: string): Promise<unknown>;
  /** Sends a POST request to the server. Fails unless the response has status 200. */
  post<ResponseBody>(address: string, body: object, token?: string): Promise<ResponseBody>;
  /** Moves the clock of the sandbox forward. */
  advance(duration: string): Promise<unknown>;
  signIn(email: string): Promise<string>;
  /** Opens an order of the shop and gives consent to its charges. */
  order(token: string): Promise<Order>;
  profile(email: string): Promise<{ userInfo: object }>;
}

export const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Prepares the port and the data folder before the tests of a file. Ends all processes afterwards. */
export function cardProviderProcesses(): CardProviderProcesses {
  let folder = '';
  let port = 0;
  let server: RunningChild | null = null;

  const state = async (name: CardProviderChoice): Promise<ProviderState> =>
    JSON.parse(await readFile(path.join(folder, STATE_FILES[name]), 'utf8')) as ProviderState;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'provider-'));
    port = await freePort();
  });

  afterAll(async () => {
    await server?.kill('SIGKILL');
    // A failed test leaves the processes of the fake card providers running.
    for (const name of ['cloudpayments', 'yookassa'] as const) {
      const left = await state(name).catch(() => null);
      if (left !== null && isAlive(left.pid)) process.kill(left.pid, 'SIGKILL');
    }
    await rm(folder, { recursive: true, force: true });
  });

  async function post<ResponseBody>(address: string, body: object, token?: string): Promise<ResponseBody> {
    const response = await fetch(`http://127.0.0.1:${port}${address}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    expect([address, response.status]).toEqual([address, 200]);
    return (await response.json()) as ResponseBody;
  }

  const signIn = async (email: string) =>
    (await post<{ accessToken: string }>('/sandbox/api/sessions', { email })).accessToken;

  return {
    async start() {
      server = startChild(SERVER, {
        env: { PORT: String(port), DATA_DIR: folder, DATABASE_URL: '', SANDBOX_CARD_PROCESS: 'true' },
      });
      await server.until('Ready.');
      return server;
    },
    state,
    async control(name, method, ...args) {
      const secret = (await readFile(path.join(folder, 'session-secret'), 'utf8')).trim();
      const provider = { url: (await state(name)).url, ...cardTerminal(secret) };
      const { result } = (await callControl(provider, method, { method: 'POST', body: args })) as {
        result: unknown;
      };
      return result;
    },
    get: async (address) => (await fetch(`http://127.0.0.1:${port}${address}`)).json() as Promise<unknown>,
    post,
    advance: (duration) => post('/sandbox/api/clock', { advance: duration }),
    signIn,
    async order(token) {
      const { order } = await post<{ order: Order }>('/api/shop/getShop', {}, token);
      const consent = { orderId: order.id, offerEdition: OFFER_EDITION.version, wording: 'test' };
      await post('/api/shop/consent', consent, token);
      return order;
    },
    profile: async (email) => post('/api/profile', {}, await signIn(email)),
  };
}
