/** Tests staff sign-in, token refresh and sign-out. */
import { eq } from 'drizzle-orm';
import { createSecret } from '../../../../src/server/secrets';
import { staffAccounts, staffAudit } from '../../../../src/server/store/schema/staff';
import { LIMITS } from '../../../../src/server/throttle/limits';
import {
  STAFF_ACCESS_MS,
  STAFF_REFRESH_GRACE_MS,
  STAFF_SESSION_MS,
} from '../../../../src/server/usecases/accounts/sessions';
import { ensureFirstAdmin } from '../../../../src/server/usecases/staff/staffAccounts';
import {} from '../../../../src/server/usecases/staff/staffSessions';
import { startTestServer, type TestServer } from '../../../support/server';
import { signInByEmail, signInStaffAs, STAFF_PASSWORD } from '../../../support/signIn';

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
});

const login = (username: string, password: string) =>
  server.call('staffLogin', { body: { username, password } });
const refresh = (refreshToken: string) => server.call('staffRefresh', { body: { refreshToken } });
const isGood = async (accessToken: string) =>
  (await server.call('searchUsers', { token: accessToken, query: { emailPart: 'a' } })).status === 200;
const auditedActions = async () =>
  (await server.db.select().from(staffAudit).orderBy(staffAudit.id)).map(({ action }) => action);

describe('signing in', () => {
  it('returns an access token and a refresh token [access-19, call-28]', async () => {
    const { accessToken, refreshToken } = await signInStaffAs(server, 'support');
    expect(accessToken).toMatch(/^sa_/);
    expect(refreshToken).toMatch(/^sr_/);
    expect(await isGood(accessToken)).toBe(true);
  });

  it('ignores the case of the username', async () => {
    await signInStaffAs(server, 'support');
    expect((await login(' Support ', STAFF_PASSWORD)).status).toBe(200);
  });

  it('gives the same rejection for a wrong password, an unknown name and a disabled account [access-19]', async () => {
    await signInStaffAs(server, 'support');
    await signInStaffAs(server, 'senior');
    await server.db
      .update(staffAccounts)
      .set({ disabledAt: server.clock.now() })
      .where(eq(staffAccounts.username, 'senior'));
    const responses = [
      await login('support', 'wrong'),
      await login('nobody', STAFF_PASSWORD),
      await login('senior', STAFF_PASSWORD),
    ];
    for (const { status, error } of responses) {
      expect({ status, code: error.code, message: error.message }).toEqual({
        status: 401,
        code: 'SIGN_IN_REJECTED',
        message: 'Incorrect username or password.',
      });
    }
    expect((await auditedActions()).filter((action) => action === 'signInRejected')).toHaveLength(3);
  });

  it('is throttled by username and address after ten failures, even with the right password', async () => {
    await signInStaffAs(server, 'support');
    await signInStaffAs(server, 'senior');
    for (let index = 0; index < LIMITS.staffSignIn.tries; index += 1) await login('support', 'wrong');
    const rejected = await login('support', STAFF_PASSWORD);
    expect(rejected.status).toBe(429);
    expect(rejected.headers.get('retry-after')).toBe('900');
    await login('support', STAFF_PASSWORD);
    const rejections = (await auditedActions()).filter((action) => action === 'signInRejected');
    // The audit log records each failed sign-in and only the first throttled attempt, so repeated attempts do not fill
    // the log.
    expect(rejections).toHaveLength(LIMITS.staffSignIn.tries + 1);
    expect((await login('senior', STAFF_PASSWORD)).status).toBe(200);
    server.clock.advance(LIMITS.staffSignIn.windowMs);
    expect((await login('support', STAFF_PASSWORD)).status).toBe(200);
  });

  it('is throttled when one address tries many usernames, and audited once for it', async () => {
    await signInStaffAs(server, 'support');
    for (let index = 0; index < LIMITS.staffSignInFromNetwork.tries; index += 1) {
      expect((await login(`name${String(index)}`, 'one password')).status).toBe(401);
    }
    expect((await login('another', 'one password')).status).toBe(429);
    const audited = (await auditedActions()).length;
    expect((await login('support', STAFF_PASSWORD)).status).toBe(429);
    expect(await auditedActions()).toHaveLength(audited);
    server.clock.advance(LIMITS.staffSignInFromNetwork.windowMs);
    expect((await login('support', STAFF_PASSWORD)).status).toBe(200);
  });

  it('counts wrong attempts on many names together, whatever succeeds between them', async () => {
    await signInStaffAs(server, 'support');
    for (let index = 0; index < LIMITS.staffSignInFromNetwork.tries; index += 1) {
      expect((await login(`name${String(index)}`, 'one password')).status).toBe(401);
      if (index % 10 === 0) expect((await login('support', STAFF_PASSWORD)).status).toBe(200);
    }
    expect((await login('another', 'one password')).status).toBe(429);
  });

  it('cannot be locked by strangers on a device that has signed in before', async () => {
    server = await startTestServer({ trustedProxies: 1 });
    await signInStaffAs(server, 'support');
    const from = async (ip: string, body: object) => {
      const response = await server.fetch('/api/auth/login', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': ip },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: (await response.json()) as { deviceMark?: string } };
    };
    const right = { username: 'support', password: STAFF_PASSWORD };
    const { deviceMark } = (await from('192.0.2.1', right)).body;
    expect(deviceMark).toMatch(/^sd_/);
    for (let index = 0; index <= LIMITS.staffSignInOfUser.tries; index += 1) {
      await from(`198.51.100.${String(index % 12)}`, { ...right, password: 'wrong' });
    }
    for (let network = 0; network < 12; network += 1) {
      for (let index = 0; index < 10; index += 1) {
        await from(`203.0.113.${String(network)}`, { ...right, password: 'wrong' });
      }
    }
    expect((await from('192.0.2.1', right)).status).toBe(429);
    expect((await from('192.0.2.1', { ...right, deviceMark: 'sd_somebody-elses' })).status).toBe(429);
    expect((await from('192.0.2.1', { ...right, deviceMark })).status).toBe(200);
    for (let index = 0; index < LIMITS.staffSignIn.tries; index += 1) {
      await from('192.0.2.1', { ...right, password: 'wrong', deviceMark });
    }
    expect((await from('192.0.2.1', { ...right, deviceMark })).status).toBe(429);
  });

  it('can be repeated any number of times if it succeeds', async () => {
    await signInStaffAs(server, 'support');
    for (let index = 0; index < LIMITS.staffSignIn.tries + 2; index += 1) {
      expect((await login('support', STAFF_PASSWORD)).status).toBe(200);
    }
  });
});

describe('the access token', () => {
  it('is valid for 15 minutes [access-20]', async () => {
    const { accessToken } = await signInStaffAs(server, 'support');
    server.clock.advance(STAFF_ACCESS_MS - 1);
    expect(await isGood(accessToken)).toBe(true);
    server.clock.advance(1);
    expect(await isGood(accessToken)).toBe(false);
  });

  it('becomes invalid when the account is disabled', async () => {
    const { accessToken } = await signInStaffAs(server, 'support');
    await server.db.update(staffAccounts).set({ disabledAt: server.clock.now() });
    expect(await isGood(accessToken)).toBe(false);
  });
});

describe('refreshing', () => {
  it('rotates the refresh token: the successor works, and so does its successor [access-20, call-29]', async () => {
    const { accessToken, refreshToken } = await signInStaffAs(server, 'support');
    let token = refreshToken;
    const seen = new Set([accessToken]);
    for (let round = 0; round < 3; round += 1) {
      server.clock.advance(STAFF_ACCESS_MS);
      const { status, body } = await refresh(token);
      expect(status).toBe(200);
      expect(await isGood(body.accessToken ?? '')).toBe(true);
      expect(seen.has(body.accessToken ?? '')).toBe(false);
      seen.add(body.accessToken ?? '');
      token = body.refreshToken ?? '';
    }
  });

  it('returns the same successor to concurrent requests and for 10 s after', async () => {
    const { refreshToken } = await signInStaffAs(server, 'support');
    const responses = await Promise.all(Array.from({ length: 10 }, () => refresh(refreshToken)));
    server.clock.advance(STAFF_REFRESH_GRACE_MS - 1);
    responses.push(await refresh(refreshToken));
    const [first] = responses;
    for (const { status, body } of responses) {
      expect(status).toBe(200);
      expect(body).toEqual(first?.body);
    }
    expect(await isGood(first?.body.accessToken ?? '')).toBe(true);
  });

  it('ends the whole session if a used token arrives after the grace period', async () => {
    const { refreshToken } = await signInStaffAs(server, 'support');
    const { body } = await refresh(refreshToken);
    expect(await isGood(body.accessToken ?? '')).toBe(true);
    server.clock.advance(STAFF_REFRESH_GRACE_MS);
    expect((await refresh(refreshToken)).status).toBe(401);
    expect(await isGood(body.accessToken ?? '')).toBe(false);
    expect((await refresh(body.refreshToken ?? '')).status).toBe(401);
    expect(await auditedActions()).toContain('sessionReuseStopped');
  });

  it('survives a lost response as long as the new tokens are not used', async () => {
    const { refreshToken } = await signInStaffAs(server, 'support');
    const lost = await refresh(refreshToken);
    for (const pauseMs of [21_000, STAFF_ACCESS_MS * 3]) {
      server.clock.advance(pauseMs);
      const again = await refresh(refreshToken);
      expect(again.status).toBe(200);
      expect(again.body).toEqual(lost.body);
    }
    expect(await isGood(lost.body.accessToken ?? '')).toBe(true);
    server.clock.advance(STAFF_REFRESH_GRACE_MS);
    expect((await refresh(refreshToken)).status).toBe(401);
    expect(await auditedActions()).toContain('sessionReuseStopped');
  });

  it('ends the session if the successor was already exchanged', async () => {
    const { refreshToken } = await signInStaffAs(server, 'support');
    const { body } = await refresh(refreshToken);
    await refresh(body.refreshToken ?? '');
    server.clock.advance(STAFF_REFRESH_GRACE_MS);
    expect((await refresh(refreshToken)).status).toBe(401);
    expect((await refresh(body.refreshToken ?? '')).status).toBe(401);
  });

  it('does not affect other sessions of the same person', async () => {
    const { refreshToken } = await signInStaffAs(server, 'support');
    const other = await login('support', STAFF_PASSWORD);
    expect(await isGood((await refresh(refreshToken)).body.accessToken ?? '')).toBe(true);
    server.clock.advance(STAFF_REFRESH_GRACE_MS);
    await refresh(refreshToken);
    expect(await isGood(other.body.accessToken)).toBe(true);
  });

  it('does not extend the session beyond 12 hours, nor the last access token', async () => {
    const signedIn = await signInStaffAs(server, 'support');
    server.clock.advance(STAFF_SESSION_MS - 1);
    const last = await refresh(signedIn.refreshToken);
    expect(last.status).toBe(200);
    expect(await isGood(last.body.accessToken ?? '')).toBe(true);
    server.clock.advance(1);
    expect(await isGood(last.body.accessToken ?? '')).toBe(false);
    expect((await refresh(last.body.refreshToken ?? '')).status).toBe(401);
  });

  it('is rejected for secrets of other purposes and for malformed input', async () => {
    const { accessToken } = await signInStaffAs(server, 'support');
    const customer = await signInByEmail(server, 'vasilisa@example.com');
    for (const token of [accessToken, customer.accessToken, createSecret('staffRefresh'), 'sr_', 'x']) {
      const response = await refresh(token);
      expect(response.status).toBe(401);
      expect(response.error.code).toBe('INVALID_TOKEN');
    }
  });
});

it('signing out ends the session of a refresh token, even of a used one', async () => {
  const { accessToken, refreshToken } = await signInStaffAs(server, 'support');
  await refresh(refreshToken);
  const signOut = () => server.call('staffLogOut', { body: { refreshToken } });
  expect((await signOut()).body).toEqual({ success: true });
  expect((await signOut()).body).toEqual({ success: false });
  expect(await isGood(accessToken)).toBe(false);
  expect((await refresh(refreshToken)).status).toBe(401);
  expect(await auditedActions()).toContain('signOut');
});

describe('the first admin', () => {
  const first = { username: 'Admin', password: 'generated password' };

  it('is created once, even by instances that start concurrently', async () => {
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => ensureFirstAdmin(server.deps, first)));
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'unchanged')).toHaveLength(3);
    expect((await login('admin', 'generated password')).status).toBe(200);
  });

  it('gets a new password if the configured one changes, and old sessions end', async () => {
    await ensureFirstAdmin(server.deps, first);
    const before = await login('admin', first.password);
    const changed = await ensureFirstAdmin(server.deps, { username: 'admin', password: 'a new one' });
    expect(changed).toBe('passwordChanged');
    expect((await login('admin', first.password)).status).toBe(401);
    expect((await login('admin', 'a new one')).status).toBe(200);
    expect(await isGood(before.body.accessToken)).toBe(false);
  });
});

it('stores neither passwords nor tokens in the database', async () => {
  const { accessToken, refreshToken } = await signInStaffAs(server, 'support');
  const { body } = await refresh(refreshToken);
  const tables = [
    'staff_accounts',
    'staff_sessions',
    'staff_access_tokens',
    'staff_refresh_tokens',
    'staff_audit',
  ];
  for (const table of tables) {
    const { rows } = await server.db.execute(`select row_to_json(t)::text as row from ${table} t`);
    const dump = JSON.stringify(rows);
    for (const secret of [accessToken, refreshToken, body.accessToken, body.refreshToken, STAFF_PASSWORD]) {
      expect(dump).not.toContain(secret);
    }
  }
});
