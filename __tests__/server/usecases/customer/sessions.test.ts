/** Tests that a customer can list and end the sessions of the account. */
import { customerSessions } from '../../../../src/server/store/schema/sessions';
import {
  createCustomerSession,
  CUSTOMER_IDLE_MS,
  CUSTOMER_SESSIONS_MAX,
  ENDED_SESSIONS_MAX,
} from '../../../../src/server/usecases/accounts/sessions';
import { startTestServer, TEST_ORIGIN, type TestServer } from '../../../support/server';
import { requestEmail, signInByEmail } from '../../../support/signIn';

const EMAIL = 'vasilisa@example.com';
const HOUR = 3_600_000;
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
});

/** Signs in with a User-Agent header, which the test client does not send by default. */
async function signInFrom(userAgent: string): Promise<string> {
  const { linkToken, mailToken } = await requestEmail(server, EMAIL);
  const redeemed = await server.call('redeemEmailLink', { body: { linkToken, mailToken } });
  const response = await server.fetch(`${TEST_ORIGIN}/api/emailVerification/restore`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': userAgent },
    body: JSON.stringify({ token: redeemed.body.token }),
  });
  const { accessToken } = (await response.json()) as { accessToken: string };
  return accessToken;
}

const list = async (token: string) => (await server.call('listSessions', { token })).body.sessions;

const isLive = async (token: string) => (await server.call('getProfile', { token, body: {} })).status === 200;

async function attach(token: string) {
  const body = { deviceId: 'phone-0001', deviceName: 'Pixel 9', platform: 'android' };
  expect((await server.call('attachApp', { token, body })).body.success).toBe(true);
}

it('lists the sessions with browser and system names and the times of the first and last use, and marks the current session', async () => {
  const first = await signInFrom('');
  server.clock.advance(2 * HOUR);
  await signInFrom(CHROME);
  server.clock.advance(2 * HOUR);
  expect(await list(first)).toEqual([
    {
      ...{ id: 1, isCurrent: true, system: null, application: null, deviceName: null },
      createdAt: '2026-11-21T09:00:00.000Z',
      lastUsedAt: '2026-11-21T13:00:00.000Z',
    },
    {
      ...{ id: 2, isCurrent: false, system: 'Windows', application: 'Chrome', deviceName: null },
      createdAt: '2026-11-21T11:00:00.000Z',
      lastUsedAt: '2026-11-21T11:00:00.000Z',
    },
  ]);
});

it('lists the session of the call first, also if another session was used later', async () => {
  const first = await signInFrom('');
  const second = await signInFrom(CHROME);
  for (const token of [first, second, first])
    expect((await list(token)).map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
});

it('stores only the names parsed from the User-Agent', async () => {
  await signInFrom(CHROME);
  const rows = await server.db.select().from(customerSessions);
  expect(rows).toMatchObject([{ system: 'Windows', application: 'Chrome' }]);
  expect(JSON.stringify(rows)).not.toContain('Mozilla');
});

it('ends one session and no other', async () => {
  const own = await signInFrom(CHROME);
  const other = await signInFrom(CHROME);
  const third = await signInFrom(CHROME);
  const { body } = await server.call('endSession', { token: own, body: { sessionId: 2 } });
  expect(body).toEqual({ success: true });
  expect([await isLive(own), await isLive(other), await isLive(third)]).toEqual([true, false, true]);
  expect((await list(own)).map(({ id }) => id).sort()).toEqual([1, 3]);
});

it('ends no session of another account, and none twice', async () => {
  const own = await signInFrom(CHROME);
  const stranger = await signInByEmail(server, 'stranger@example.com');
  const end = (sessionId: number) => server.call('endSession', { token: own, body: { sessionId } });
  expect((await end(2)).body.success).toBe(false);
  expect(await isLive(stranger.accessToken)).toBe(true);
  expect((await list(own)).map(({ id }) => id)).toEqual([1]);
  await signInFrom(CHROME);
  expect((await end(3)).body.success).toBe(true);
  expect((await end(3)).body.success).toBe(false);
});

it('ends all other sessions', async () => {
  const tokens = [await signInFrom(CHROME), await signInFrom(CHROME), await signInFrom(CHROME)];
  const { body } = await server.call('endOtherSessions', { token: tokens[1] ?? '', body: {} });
  expect(body).toEqual({ success: true, ended: 2 });
  expect(await Promise.all(tokens.map(isLive))).toEqual([false, true, false]);
});

it('does not list a session that has expired', async () => {
  await signInFrom(CHROME);
  server.clock.advance(CUSTOMER_IDLE_MS + HOUR);
  const own = await signInFrom(CHROME);
  expect((await list(own)).map(({ id }) => id)).toEqual([2]);
});

describe('the session of a native application', () => {
  it('is listed with the name of its device and ends by detaching it', async () => {
    const own = await signInFrom(CHROME);
    const app = await signInFrom('Prosvet/1.0 (Android)');
    await attach(app);
    expect(await list(own)).toMatchObject([{ id: 1 }, { id: 2, deviceName: 'Pixel 9' }]);
    await server.call('endSession', { token: own, body: { sessionId: 2 } });
    expect(await isLive(app)).toBe(false);
    const { body } = await server.call('getProfile', { token: own, body: {} });
    expect(body.devices).toEqual([]);
  });

  it('keeps its own device attached when it ends all other sessions', async () => {
    const app = await signInFrom('Prosvet/1.0 (Android)');
    await attach(app);
    const browser = await signInFrom(CHROME);
    const { body } = await server.call('endOtherSessions', { token: app, body: {} });
    expect(body.ended).toBe(1);
    expect([await isLive(app), await isLive(browser)]).toEqual([true, false]);
  });
});

it('keeps a bounded number of sessions per account, and ends those that were not used for the longest time', async () => {
  const application = await signInFrom('');
  await attach(application);
  const used = await signInFrom('');
  const stranger = await signInByEmail(server, 'other@example.com');
  server.clock.advance(2 * HOUR);
  const unused = await createCustomerSession(server.db, server.deps, 1);
  server.clock.advance(2 * HOUR);
  expect(await isLive(used)).toBe(true);
  for (let index = 0; index < CUSTOMER_SESSIONS_MAX - 2; index += 1)
    await createCustomerSession(server.db, server.deps, 1);
  const newest = await createCustomerSession(server.db, server.deps, 1);
  expect(await Promise.all([application, used, newest, stranger.accessToken, unused].map(isLive))).toEqual([
    ...[true, true, true, true],
    false,
  ]);
  for (let index = 0; index < ENDED_SESSIONS_MAX + 50; index += 1)
    await createCustomerSession(server.db, server.deps, 1);
  const rows = await server.db.select().from(customerSessions);
  expect(rows.length).toBeLessThanOrEqual(CUSTOMER_SESSIONS_MAX + ENDED_SESSIONS_MAX + 2);
});
