/**
 * Tests concurrent requests for the same change of one customer's data on two server instances. The change happens once,
 * and no response is a 500.
 */
import { type App, buildApp } from '../../../src/server/http/app';
import { type OpenedDatabase, openPostgres } from '../../../src/server/store/openDatabase';
import { refunds } from '../../../src/server/store/schema/refunds';
import { change } from '../../../src/server/usecases/billing/ledger/change';
import { attachDevice } from '../../../src/server/usecases/customer/devices';
import { onPostgres, testDatabaseUrl } from '../../support/database';
import { renewalPayment } from '../../support/paymentEvents';
import { instanceWith, startTestServer, TEST_ORIGIN, type TestServer } from '../../support/server';
import { requestEmail, signInByEmail, signInStaffAs } from '../../support/signIn';

const EMAIL = 'vasilisa@example.com';
const KEY = 'a-request-key-of-the-dialog';
const CALLERS = onPostgres ? 200 : 20;

let server: TestServer;
let others: OpenedDatabase[];

beforeEach(async () => {
  server = await startTestServer();
  others = onPostgres ? [await openPostgres(testDatabaseUrl()), await openPostgres(testDatabaseUrl())] : [];
});

afterEach(async () => {
  for (const { close } of others.map((other) => ({ close: () => other.close() }))) await close();
});

/** Number of rounds of each race. `RACE_ROUNDS` sets the number for a full-size run. */
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 1);
jest.setTimeout(60_000 + ROUNDS * 60_000);

/** Each caller comes from another network, because the requests of one network wait for each other. */
const buildAddress = (caller: number) => ({ 'X-Forwarded-For': `198.18.${String(caller)}.1` });

/** Sends one request per caller, alternating between both server instances. Fails if a response has the status 500. */
async function crowd(
  ask: (caller: number) => { call: string; token?: string; body: object },
): Promise<{ status: number; body: { success?: boolean } }[]> {
  const unexpected: unknown[] = [];
  const apps: App[] = others.map(({ db }) =>
    buildApp(instanceWith(server.deps, { db }), { onUnexpectedError: (error) => unexpected.push(error) }),
  );
  const responses = await Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      const { call, token, body } = ask(caller);
      const request = new Request(`${TEST_ORIGIN}/api/${call}`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          ...buildAddress(caller),
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      });
      const response = await (apps[caller % 2] ?? server.app).fetch(request);
      if (response.status === 503) expect(response.headers.get('Retry-After')).toBe('5');
      return { status: response.status, body: (await response.json()) as { success?: boolean } };
    }),
  );
  expect(unexpected).toEqual([]);
  for (const { status } of responses) expect([200, 401, 503]).toContain(status);
  return responses;
}

const winners = (responses: Awaited<ReturnType<typeof crowd>>): number =>
  responses.filter(({ status, body }) => status === 200 && body.success).length;

it('exactly one of many concurrent callers gets a gift', async () => {
  const tokens: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    tokens.push((await signInByEmail(server, `crowd${n}@example.com`)).accessToken);
  }
  const { accessToken } = await signInStaffAs(server, 'senior');
  for (let round = 0; round < ROUNDS; round += 1) {
    const { body } = await server.call('createGift', { token: accessToken, body: { months: 1 } });
    const key = body.activationKey;
    const responses = await crowd((caller) => ({
      call: 'activateGift',
      token: tokens[caller % tokens.length] ?? '',
      body: { key },
    }));
    // A repeated request of the same customer gets the first response again.
    const owners = responses.flatMap(({ status, body }, caller) =>
      status === 200 && body.success ? [caller % tokens.length] : [],
    );
    expect(new Set(owners).size).toBe(1);
  }
});

it('a one-time token signs in exactly one of many concurrent callers', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    server.clock.advance(600_000);
    const { linkToken, mailToken } = await requestEmail(server, EMAIL);
    const { body } = await server.call('redeemEmailLink', { body: { linkToken, mailToken } });
    const responses = await crowd(() => ({
      call: 'emailVerification/restore',
      body: { token: body.token ?? '', platform: 'web' },
    }));
    expect(winners(responses)).toBe(1);
  }
});

it('a device that many callers detach is detached once, and each caller gets success', async () => {
  const { accessToken } = await signInByEmail(server, EMAIL);
  for (let round = 0; round < ROUNDS; round += 1) {
    const device = { deviceId: 'phone-one', deviceName: 'iPhone', platform: 'ios' };
    await attachDevice(server.db, server.clock, { accountId: 1, ...device });
    const before = await detachments();
    const responses = await crowd(() => ({
      call: 'profile/detachDevice',
      token: accessToken,
      body: { deviceId: 'phone-one' },
    }));
    for (const { status, body } of responses) if (status === 200) expect(body.success).toBe(true);
    expect(winners(responses)).toBeGreaterThan(0);
    expect(await detachments()).toBe(before + 1);
    server.clock.advance(600_000);
  }
});

async function detachments(): Promise<number> {
  const { rows } = await server.db.execute<{ detached: number }>(
    `select count(*)::int as detached from account_events where details ->> 'action' = 'detached'`,
  );
  return rows[0]?.detached ?? 0;
}

it('a refund with one request key is made once, and its repetition returns the first response', async () => {
  const { uid } = await signInByEmail(server, EMAIL);
  const { accessToken } = await signInStaffAs(server, 'senior');
  const at = server.clock.now();
  const data = renewalPayment({
    transactionId: '101',
    role: 'recurrent',
    recurringPaymentStartAt: at.toISOString(),
  });
  await server.db.transaction((tx) => change(tx, 1, [{ key: 'paid:101', at, data }], at));

  const unexpected: unknown[] = [];
  const apps: App[] = others.map(({ db }) =>
    buildApp(instanceWith(server.deps, { db }), { onUnexpectedError: (error) => unexpected.push(error) }),
  );
  const refund = async (caller: number) => {
    const request = new Request(`${TEST_ORIGIN}/api/panel/refund`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${accessToken}`,
        ...buildAddress(caller),
      },
      body: JSON.stringify({ email: EMAIL, uid, transactionId: '101', amount: 'all', requestKey: KEY }),
    });
    const response = await (apps[caller % 2] ?? server.app).fetch(request);
    return {
      status: response.status,
      retryAfter: response.headers.get('Retry-After'),
      body: await response.text(),
    };
  };

  const responses = await Promise.all(Array.from({ length: CALLERS }, (_, caller) => refund(caller)));
  const first = responses.find(({ status }) => status === 200);
  expect(first).toBeDefined();
  for (const response of responses) {
    if (response.status === 200) expect(response.body).toBe(first?.body);
    else expect(response).toMatchObject({ status: 503, retryAfter: '5' });
  }
  expect(await refund(0)).toMatchObject({ status: 200, body: first?.body });
  expect(await server.db.select().from(refunds)).toHaveLength(1);
  expect(unexpected).toEqual([]);
});
