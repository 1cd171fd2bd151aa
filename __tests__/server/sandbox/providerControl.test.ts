/** Tests the remote control of fake card providers in their own processes, over a real socket. */
import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';
import { createServerFor, listen } from '../../../src/server/http/listen';
import {
  CLOUD_PAYMENTS_CONTROLS,
  type FakeCardProviderControls,
  type FakeYooKassaControls,
  YOOKASSA_CONTROLS,
} from '../../../src/server/sandbox/controlTables';
import { seedHistory } from '../../../src/server/sandbox/fakeCardProvider/seedHistory';
import {
  cardTerminal,
  openControlledYooKassa,
  openFakeCardProvider,
} from '../../../src/server/sandbox/openFakeCardProvider';
import {
  callControl,
  connectProvider,
  controlRoutes,
  type ProviderProcess,
} from '../../../src/server/sandbox/providerControl';
import { openSandboxTestDatabase } from '../../support/database';
import { addDays, MONTH_KOPECKS } from '../../support/offer';
import { SANDBOX_SECRET, startSandboxServer } from '../../support/sandboxServer';
import { type SettableClock, settableClock, TEST_START } from '../../support/settableClock';

const API_SECRET = 'api secret';
const BASE_URL = 'http://localhost:8080';
const EMAIL = 'payer@example.org';
const HISTORY = {
  recurringPaymentId: 'sc_1',
  orderId: 'order-1',
  accountId: 'account-1',
  email: EMAIL,
  amountKopecks: MONTH_KOPECKS,
  startAt: addDays(TEST_START, -1),
  nextChargeAt: addDays(TEST_START, 29),
  nextChargeFails: false,
  payments: [{ at: addDays(TEST_START, -1), amountKopecks: MONTH_KOPECKS, role: 'recurrent' as const }],
};

let clock: SettableClock;
let closings: (() => Promise<void>)[];
let contacts: number;
let isStopped: boolean;

beforeEach(() => {
  clock = settableClock(TEST_START);
  closings = [];
  contacts = 0;
  isStopped = false;
});

afterEach(async () => {
  for (const close of closings) await close();
});

const moveTo = (moment: Date) => {
  clock.set(moment);
  return Promise.resolve();
};

async function settings() {
  const silent = () => undefined;
  return {
    db: await openSandboxTestDatabase(),
    clock,
    fetch: () => Promise.resolve(Response.json({ code: 0 })),
    baseUrl: BASE_URL,
    sessionSecret: 'session secret',
    logger: { debug: silent, info: silent, warn: silent, error: silent },
  };
}

const options = {
  apiSecret: API_SECRET,
  baseUrl: BASE_URL,
  onContact: () => {
    contacts += 1;
  },
  stop: () => {
    isStopped = true;
  },
};

async function serve(control: Hono, app: Hono): Promise<ProviderProcess> {
  const all = new Hono().route('/', control).route('/', app);
  const server = createServerFor((request) => all.fetch(request));
  const listening = await listen(server, { host: '127.0.0.1', port: 0 });
  closings.push(async () => {
    server.closeAllConnections();
    await listening.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, apiSecret: API_SECRET };
}

async function remoteCloudPayments() {
  const given = await settings();
  const direct = await openFakeCardProvider(given);
  const target: FakeCardProviderControls = {
    ...direct,
    seed: (history) => seedHistory(given.db, history),
    moveTo,
  };
  const process = await serve(controlRoutes(CLOUD_PAYMENTS_CONTROLS, target, options), direct.app);
  return { direct, remote: connectProvider(CLOUD_PAYMENTS_CONTROLS, process, '/sandbox/card'), process };
}

async function remoteYooKassa() {
  const direct = await openControlledYooKassa(await settings());
  const target: FakeYooKassaControls = { ...direct, moveTo };
  const process = await serve(controlRoutes(YOOKASSA_CONTROLS, target, options), direct.app);
  return { direct, remote: connectProvider(YOOKASSA_CONTROLS, process, '/sandbox/card/yookassa'), process };
}

test('the fake of CloudPayments does the same in another process', async () => {
  const { direct, remote } = await remoteCloudPayments();
  const [id = ''] = await remote.seed(HISTORY);
  expect(await remote.listPayments()).toEqual(await direct.listPayments());
  expect(await remote.listPayments({ email: EMAIL })).toMatchObject([{ id, amountKopecks: MONTH_KOPECKS }]);
  expect(await remote.listPayments({ email: 'nobody@example.org' })).toEqual([]);
  expect(await remote.notify(id, { type: 'pay', copies: 2, delayMs: 0 })).toMatchObject({ sent: 2 });
  expect(await remote.failNext(id)).toMatchObject({ failNext: true });
  await remote.changeRecurringPayment(id, { action: 'amount', amountKopecks: 5 });
  expect(await direct.listPayments()).toMatchObject([
    { recurringPayment: { failNext: true, amountKopecks: 5 } },
  ]);
  await remote.changeTerminal({ balanceKopecks: 7 });
  expect(await remote.terminal()).toEqual({ ...(await direct.terminal()), balanceKopecks: 7 });
  await remote.setKnobs({ drop: true, copies: 1, delayMs: 0 });
  expect(await remote.knobs()).toEqual({ drop: true, copies: 1, delayMs: 0 });
  await remote.failCalls({ method: 'subscriptions/find', times: 3, status: 200 });
  expect(await remote.failures()).toEqual([{ method: 'subscriptions/find', times: 3, status: 200 }]);
  expect(await remote.findReceipt(id)).toEqual(await direct.findReceipt(id));
  expect((await remote.findReceipt(id))?.at).toEqual(HISTORY.payments[0]?.at);
  expect(await remote.findReceipt('999')).toBeNull();
  expect(await remote.nextDueAt()).toEqual(HISTORY.nextChargeAt);
  await remote.moveTo(HISTORY.nextChargeAt);
  await remote.runDueRecurringPayments();
  expect(await direct.listPayments()).toMatchObject([{ status: 'declined' }, { id }]);
});

test('the fake of YooKassa does the same in another process', async () => {
  const { direct, remote } = await remoteYooKassa();
  expect(await remote.nextDueAt()).toBeNull();
  await remote.change({ skewMs: 60_000, nextChargeReason: 'card_expired' });
  expect(await remote.read()).toEqual(await direct.read());
  expect((await remote.read()).settings).toMatchObject({ skewMs: 60_000, nextChargeReason: 'card_expired' });
  await remote.change({ nextChargeReason: null });
  expect((await direct.read()).settings.nextChargeReason).toBeNull();
  expect(await remote.act('unknown', 'refund')).toBe(false);
  await remote.moveTo(addDays(TEST_START, 1));
  expect(clock.now()).toEqual(addDays(TEST_START, 1));
  await remote.runDue();
});

test('rejects calls without the secret, unknown methods and wrong arguments', async () => {
  const { process } = await remoteYooKassa();
  const call = (name: string, body: object) => callControl(process, name, { method: 'POST', body });
  const stranger = await fetch(`${process.url}/control/read`, { method: 'POST', body: '[]' });
  expect([stranger.status, contacts]).toEqual([401, 0]);
  await expect(call('toString', [])).rejects.toMatchObject({ reason: 'NOT_FOUND' });
  await expect(call('app', [])).rejects.toMatchObject({ reason: 'NOT_FOUND' });
  for (const settingsOfCaller of [{ skewMs: 'late' }, { skewMs: 86_400_001 }, { copies: 0 }, { delayMs: -1 }])
    await expect(call('change', [settingsOfCaller])).rejects.toMatchObject({ reason: 'INVALID_REQUEST' });
  await expect(call('act', ['id', 'steal'])).rejects.toMatchObject({ reason: 'INVALID_REQUEST' });
  expect(await callControl(process, 'health')).toEqual({ baseUrl: BASE_URL });
  expect(contacts).toBeGreaterThan(0);
});

test('passes the rejection of a method on to the caller', async () => {
  const { remote } = await remoteCloudPayments();
  await expect(remote.failNext('999')).rejects.toMatchObject({ reason: 'NOT_FOUND' });
});

test('stops the process on request', async () => {
  const { process } = await remoteYooKassa();
  await callControl(process, 'stop', { method: 'POST', body: {} });
  expect(isStopped).toBe(true);
});

describe('the payment widget', () => {
  test('gets its script and its responses through the server', async () => {
    const { remote } = await remoteYooKassa();
    const script = await remote.app.request('/sandbox/card/yookassa/widget.js');
    expect(script.headers.get('Content-Type')).toMatch(/javascript/);
    expect(script.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(await script.text()).toContain('YooMoneyCheckoutWidget');
    const shown = await remote.app.request('/sandbox/card/yookassa/widget/payment', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: 'own=1' },
      body: JSON.stringify({ token: 'ct-unknown' }),
    });
    expect(await shown.json()).toEqual({ error: 'invalid_token' });
  });

  test('of CloudPayments is separate', async () => {
    const { remote } = await remoteCloudPayments();
    const script = await remote.app.request('/sandbox/card/widget.js');
    expect(await script.text()).toContain('CloudPayments');
  });
});

describe('the sandbox page', () => {
  /** Starts both fakes on real sockets. Returns their URLs, and functions that end their processes. */
  async function serveFakes() {
    const { apiSecret } = cardTerminal(SANDBOX_SECRET);
    const given = await settings();
    const cloudPayments = await openFakeCardProvider(given);
    const yooKassa = await openControlledYooKassa(given);
    const ofCloudPayments = { ...cloudPayments, seed: () => Promise.resolve([]), moveTo };
    const processes = [
      await serve(
        controlRoutes(CLOUD_PAYMENTS_CONTROLS, ofCloudPayments, { ...options, apiSecret }),
        cloudPayments.app,
      ),
      await serve(
        controlRoutes(YOOKASSA_CONTROLS, { ...yooKassa, moveTo }, { ...options, apiSecret }),
        yooKassa.app,
      ),
    ];
    const [cloudpayments = '', yookassa = ''] = processes.map(({ url }) => url);
    return { cloudpayments, yookassa };
  }

  const notices = (html: unknown): number =>
    String(html).split('Процесс этого эквайера не отвечает').length - 1;

  it.each([
    ['CloudPayments', 0, 'Настройки магазина в ЮKassa'],
    ['ЮKassa', 1, 'Терминал</summary>'],
  ] as const)(
    'shows a sentence instead of the section of %s if its process is dead',
    async (_name, dead, otherSection) => {
      const cardProviderUrls = await serveFakes();
      const server = await startSandboxServer(await openSandboxTestDatabase(), clock, { cardProviderUrls });
      expect(notices((await server.get('/sandbox')).body)).toBe(0);
      const [end] = closings.splice(dead, 1);
      await end?.();
      const { status, body } = await server.get('/sandbox');
      expect(status).toBe(200);
      expect(notices(body)).toBe(1);
      expect(String(body).includes(otherSection)).toBe(true);
      expect((await server.get('/sandbox/parts/payments')).status).toBe(200);
    },
  );
});
