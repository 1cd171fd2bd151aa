/**
 * Tests that the fake card provider keeps running and charging after SIGKILL of the server, and notifies the restarted
 * server.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../../.ci/freePort.mjs';
import type { FakePayment } from '../../../src/server/sandbox/fakeCardProvider/fakeCardProvider';
import { cardTerminal } from '../../../src/server/sandbox/openFakeCardProvider';
import { callControl } from '../../../src/server/sandbox/providerControl';
import type { Order } from '../../../src/shared/contract/shop';
import { OFFER_EDITION } from '../../../src/shared/offerEdition';
import { CARDS } from '../../support/cardPayer';
import { type RunningChild, startChild } from '../../support/childProcess';
import { addMonths, addSeconds, throughTrial } from '../../support/offer';

const SERVER = path.resolve('__tests__/support/sandboxProcess.ts');
const EMAIL = 'payer@example.org';
/** Time between the last clock change and the charge. The time must exceed the duration of the test's own steps. */
const BEFORE_CHARGE = 'PT23H';

/** Timeout of the test, which starts two servers and a fake card provider, each with its own embedded database. */
jest.setTimeout(180_000);

let folder: string;
let port: number;
let server: RunningChild | null = null;

interface ProviderState {
  url: string;
  pid: number;
}

const providerState = async (): Promise<ProviderState> =>
  JSON.parse(await readFile(path.join(folder, 'card-provider.json'), 'utf8')) as ProviderState;

async function providerProcess() {
  const secret = (await readFile(path.join(folder, 'session-secret'), 'utf8')).trim();
  return { url: (await providerState()).url, ...cardTerminal(secret) };
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

async function start(): Promise<RunningChild> {
  const child = startChild(SERVER, {
    env: { PORT: String(port), DATA_DIR: folder, DATABASE_URL: '', SANDBOX_CARD_PROCESS: 'true' },
  });
  server = child;
  await child.until('Ready.');
  return child;
}

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

const signIn = async () =>
  (await post<{ accessToken: string }>('/sandbox/api/sessions', { email: EMAIL })).accessToken;
const advance = (duration: string) => post('/sandbox/api/clock', { advance: duration });
const payments = async () =>
  (await (await fetch(`http://127.0.0.1:${port}/sandbox/api/payments`)).json()) as FakePayment[];
const charges = async () => (await payments()).filter(({ role }) => role === 'recurrent');

async function subscribe(): Promise<Order> {
  const token = await signIn();
  const { order } = await post<{ order: Order }>('/api/shop/getShop', {}, token);
  await post(
    '/api/shop/consent',
    { orderId: order.id, offerEdition: OFFER_EDITION.version, wording: 'test' },
    token,
  );
  const card = await post<{ token: string }>('/sandbox/card/widget/token', {
    number: CARDS.plain,
    expires: '12/60',
    cvv: '123',
  });
  const paid = await post('/sandbox/card/widget/pay', {
    publicTerminalId: 'pk_sandbox',
    token: card.token,
    amount: order.amount,
    currency: order.currency,
    externalId: order.id,
    accountId: order.accountId,
    email: order.receiptEmail,
    recurrent: order.recurringPayment,
  });
  expect(paid).toMatchObject({ status: 'success' });
  return order;
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'provider-'));
  port = await freePort();
});

afterAll(async () => {
  await server?.kill('SIGKILL');
  // A failed test leaves the process of the fake card provider running.
  const left = await providerState().catch(() => null);
  if (left !== null && isAlive(left.pid)) process.kill(left.pid, 'SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

test('the provider charges while the server is dead, notifies the restarted server, and ends with it', async () => {
  const first = await start();
  const order = await subscribe();
  await advance(throughTrial(-1));
  await advance(BEFORE_CHARGE);
  expect(await charges()).toEqual([]);
  const { pid } = await providerState();
  await first.kill('SIGKILL');
  expect(isAlive(pid)).toBe(true);

  const provider = await providerProcess();
  const control = (name: string, ...args: unknown[]) =>
    callControl(provider, name, { method: 'POST', body: args });
  await control('moveTo', addSeconds(order.recurringPayment.startDate, 1));
  await control('runDueRecurringPayments');
  // The fake card provider gets no response to its Check request. Therefore it declines the charge and keeps the
  // notification about the decline for later.
  expect(await control('listPayments')).toMatchObject({
    result: [
      {
        role: 'recurrent',
        status: 'declined',
        notifications: [
          { type: 'fail', state: 'pending' },
          { type: 'recurrent', state: 'pending' },
        ],
      },
      {},
      {},
    ],
  });

  const second = await start();
  expect((await providerState()).pid).toBe(pid);
  await advance('P2D');
  expect((await charges()).map(({ status }) => status)).toEqual(['completed', 'declined']);
  const [declined] = (await charges()).filter(({ status }) => status === 'declined');
  expect(declined?.notifications.map(({ state }) => state)).toEqual(['delivered', 'delivered']);
  const { userInfo } = await post<{ userInfo: object }>('/api/profile', {}, await signIn());
  expect(userInfo).toMatchObject({
    subscriptionStatus: 'ACTIVE',
    expirationDate: addMonths(order.recurringPayment.startDate, 1).toISOString(),
  });

  expect(await second.kill('SIGTERM')).toBe(0);
  await expect(providerState()).rejects.toMatchObject({ code: 'ENOENT' });
});
