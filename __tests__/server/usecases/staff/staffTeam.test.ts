/** Tests staff accounts: management by admins, and what staff members change in their own account. */
import { eq } from 'drizzle-orm';
import { TOTP_STEP_MS } from '../../../../src/server/secondFactor/totp';
import { staffAccounts, staffAudit } from '../../../../src/server/store/schema/staff';
import { LIMITS } from '../../../../src/server/throttle/limits';
import { createStaff, disableStaff } from '../../../../src/server/usecases/staff/staffTeam';
import type { StaffRole } from '../../../../src/shared/staffRoles';
import { codeShown, wrongCode } from '../../../support/authenticator';
import { startTestServer, type TestServer } from '../../../support/server';
import { makeStaff, signInStaffAs, STAFF_PASSWORD } from '../../../support/signIn';

const NEW_PASSWORD = 'a quite different one';

let server: TestServer;
let admin: string;
let adminId: number;

beforeEach(async () => {
  server = await startTestServer();
  admin = (await signInStaffAs(server, 'admin')).accessToken;
  adminId = await findId('admin');
});

async function findId(username: string): Promise<number> {
  const [row] = await server.db.select().from(staffAccounts).where(eq(staffAccounts.username, username));
  return row?.id ?? 0;
}

async function login(username: string, password: string, code?: string) {
  return server.call('staffLogin', { body: { username, password, ...(code === undefined ? {} : { code }) } });
}

const isGood = async (token: string) => (await server.call('getStaffMe', { token, body: {} })).status === 200;

async function createToken(username: string, role: StaffRole): Promise<string> {
  return (await signInStaffAs(server, role, username)).accessToken;
}

const audited = async () =>
  (await server.db.select().from(staffAudit).orderBy(staffAudit.id))
    .filter(({ action }) => action !== 'signIn')
    .map(({ action, username, details }) => ({ action, username, ...details }));

it('returns no sessions of an unknown account', async () => {
  const { status, error } = await server.call('getStaffSessions', {
    token: admin,
    body: { staffId: 99_999 },
  });
  expect([status, error.code]).toEqual([404, 'NOT_FOUND']);
});

describe('the list', () => {
  it('contains role, second factor, sessions, last sign-in and disabled state of every account', async () => {
    await signInStaffAs(server, 'support');
    server.clock.advance(60_000);
    await login('support', STAFF_PASSWORD);
    await makeStaff(server, 'senior', 'zoe');
    await server.call('disableStaff', { token: admin, body: { staffId: await findId('zoe') } });
    const { body } = await server.call('listStaff', { token: admin, body: {} });
    expect(body.content).toMatchObject([
      { username: 'admin', role: 'admin', isOwn: true, sessions: 1, disabledAt: null },
      {
        username: 'support',
        role: 'support',
        isOwn: false,
        sessions: 2,
        hasSecondFactor: false,
        lastSignInAt: '2026-11-21T09:01:00.000Z',
      },
      {
        username: 'zoe',
        sessions: 0,
        lastSignInAt: null,
        disabledAt: '2026-11-21T09:01:00.000Z',
        createdBy: null,
      },
    ]);
    expect(JSON.stringify(body)).not.toContain('argon2');
  });
});

describe('creating an account', () => {
  it('returns a generated password once, which signs in', async () => {
    const { body } = await server.call('createStaff', {
      token: admin,
      body: { username: ' Ann.B ', role: 'support' },
    });
    expect(body).toMatchObject({ username: 'ann.b' });
    expect(body.password).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/);
    expect((await login('ann.b', body.password ?? '')).status).toBe(200);
    expect(await audited()).toEqual([
      { action: 'createStaff', username: 'admin', staff: 'ann.b', role: 'support' },
    ]);
    const { body: list } = await server.call('listStaff', { token: admin, body: {} });
    expect(list.content.find(({ username }) => username === 'ann.b')).toMatchObject({ createdBy: 'admin' });
  });

  it('accepts a typed password and does not return it', async () => {
    const { body } = await server.call('createStaff', {
      token: admin,
      body: { username: 'ann', role: 'senior', password: NEW_PASSWORD },
    });
    expect(body.password).toBeNull();
    expect((await login('ann', NEW_PASSWORD)).status).toBe(200);
    expect(JSON.stringify(await audited())).not.toContain(NEW_PASSWORD);
  });

  it.each([
    ['a', null],
    ['a'.repeat(33), null],
    ['an n', null],
    ['анна', null],
    ['-ann', null],
    ['ann<b>', null],
    ['command', null],
    ['ann', 'short'],
    ['ann', 'aaaaaaaaaaaa'],
    ['annabelle', 'annabelle 2026'],
  ])('rejects the username «%s» with the password %j', async (username, password) => {
    const response = await server.call('createStaff', {
      token: admin,
      body: { username, role: 'support', password },
    });
    expect(response.status).toBe(400);
    expect(response.error.fields).toHaveLength(1);
    expect(await server.db.select().from(staffAccounts)).toHaveLength(1);
  });

  it('rejects a name that is taken, also under concurrent requests', async () => {
    const responses = await Promise.all(
      ['ann', 'Ann', 'ANN'].map((username) =>
        server.call('createStaff', { token: admin, body: { username, role: 'support' } }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });
});

describe('changing a role', () => {
  it('takes effect at once, in existing sessions', async () => {
    const token = await createToken('ann', 'support');
    const staffId = await findId('ann');
    const mayMakeGifts = async () =>
      (await server.call('createGift', { token, body: { months: 1 } })).status === 200;
    expect(await mayMakeGifts()).toBe(false);
    await server.call('changeStaffRole', { token: admin, body: { staffId, role: 'senior' } });
    expect(await mayMakeGifts()).toBe(true);
    await server.call('changeStaffRole', { token: admin, body: { staffId, role: 'support' } });
    expect(await mayMakeGifts()).toBe(false);
    expect((await audited()).filter(({ action }) => action === 'changeStaffRole')).toMatchObject([
      { staff: 'ann', from: 'support', to: 'senior' },
      { staff: 'ann', from: 'senior', to: 'support' },
    ]);
  });

  it("is rejected for the caller's own account", async () => {
    await makeStaff(server, 'admin', 'second');
    const response = await server.call('changeStaffRole', {
      token: admin,
      body: { staffId: adminId, role: 'support' },
    });
    expect(response.status).toBe(409);
    expect(await isGood(admin)).toBe(true);
  });
});

describe('a new password for a colleague', () => {
  it('ends their sessions and is shown once', async () => {
    const token = await createToken('ann', 'support');
    const { body } = await server.call('resetStaffPassword', {
      token: admin,
      body: { staffId: await findId('ann') },
    });
    expect(await isGood(token)).toBe(false);
    expect((await login('ann', STAFF_PASSWORD)).status).toBe(401);
    expect((await login('ann', body.password ?? '')).status).toBe(200);
    expect((await audited())[0]).toMatchObject({
      action: 'resetStaffPassword',
      staff: 'ann',
      sessionsEnded: 1,
    });
  });

  it("is rejected if it is weak, if the account is unknown, or for the caller's own account", async () => {
    const staffId = await makeStaff(server, 'support');
    const reset = (body: { staffId: number; password: string }) =>
      server.call('resetStaffPassword', { token: admin, body });
    expect((await reset({ staffId, password: 'short' })).status).toBe(400);
    expect((await reset({ staffId: 4000, password: NEW_PASSWORD })).status).toBe(404);
    expect((await reset({ staffId: adminId, password: NEW_PASSWORD })).status).toBe(409);
    expect((await login('support', STAFF_PASSWORD)).status).toBe(200);
  });
});

describe('disabling', () => {
  it('ends the sessions at once; enabling does not restore them', async () => {
    const { accessToken, refreshToken } = await signInStaffAs(server, 'support');
    const staffId = await findId('support');
    await server.call('disableStaff', { token: admin, body: { staffId } });
    expect(await isGood(accessToken)).toBe(false);
    expect((await server.call('staffRefresh', { body: { refreshToken } })).status).toBe(401);
    expect((await login('support', STAFF_PASSWORD)).status).toBe(401);
    await server.call('enableStaff', { token: admin, body: { staffId } });
    expect(await isGood(accessToken)).toBe(false);
    expect((await login('support', STAFF_PASSWORD)).status).toBe(200);
    expect((await audited()).map(({ action }) => action)).toEqual([
      'disableStaff',
      'signInRejected',
      'enableStaff',
    ]);
  });

  it("is rejected for the caller's own account, and a repetition changes nothing", async () => {
    await makeStaff(server, 'admin', 'second');
    const staffId = await makeStaff(server, 'support');
    const disable = (id: number) => server.call('disableStaff', { token: admin, body: { staffId: id } });
    expect((await disable(adminId)).status).toBe(409);
    expect((await disable(4000)).status).toBe(404);
    expect((await disable(staffId)).status).toBe(200);
    expect((await disable(staffId)).status).toBe(200);
    expect(await audited()).toHaveLength(1);
  });
});

describe('the last admin who can sign in', () => {
  const COMMAND = { staffId: null, username: 'command', ip: '', requestId: '' };

  it('can be neither disabled nor demoted, even by the command line', async () => {
    await makeStaff(server, 'admin', 'second');
    await server.call('disableStaff', { token: admin, body: { staffId: await findId('second') } });
    await expect(disableStaff(server.deps, COMMAND, adminId)).rejects.toMatchObject({ reason: 'CONFLICT' });
    expect(await isGood(admin)).toBe(true);
  });

  it('remains if admins disable and demote each other concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      await server.db.update(staffAccounts).set({ disabledAt: null, role: 'admin' });
      const names = [`a${String(round)}`, `b${String(round)}`];
      const team = await Promise.all(
        names.map(async (name) => ({ token: await createToken(name, 'admin'), id: await findId(name) })),
      );
      const [first, second] = team;
      if (first === undefined || second === undefined) throw new Error('no team');
      await server.db.update(staffAccounts).set({ role: 'support' });
      for (const { id } of team)
        await server.db.update(staffAccounts).set({ role: 'admin' }).where(eq(staffAccounts.id, id));
      const responses = await Promise.all([
        server.call('disableStaff', { token: first.token, body: { staffId: second.id } }),
        server.call('disableStaff', { token: second.token, body: { staffId: first.id } }),
        server.call('changeStaffRole', { token: second.token, body: { staffId: first.id, role: 'support' } }),
        server.call('changeStaffRole', { token: first.token, body: { staffId: second.id, role: 'senior' } }),
      ]);
      expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
      const left = (await server.db.select().from(staffAccounts)).filter(
        ({ role, disabledAt }) => role === 'admin' && disabledAt === null,
      );
      expect(left).toHaveLength(1);
    }
  });

  it('a request in progress changes nothing if its admin has been demoted meanwhile', async () => {
    const staffId = await makeStaff(server, 'admin', 'second');
    await server.call('changeStaffRole', { token: admin, body: { staffId, role: 'support' } });
    const second = { staffId, username: 'second', ip: '', requestId: '' };
    await expect(
      createStaff(server.deps, second, { username: 'friend', role: 'admin', password: null }),
    ).rejects.toMatchObject({ reason: 'FORBIDDEN' });
  });
});

describe('sessions', () => {
  it('are listed with their origin, and the access token of a revoked session is rejected at once', async () => {
    const { accessToken, refreshToken } = await signInStaffAs(server, 'support');
    server.clock.advance(5 * 60_000);
    const refreshed = await server.call('staffRefresh', { body: { refreshToken } });
    const token = refreshed.body.accessToken ?? '';
    await login('support', STAFF_PASSWORD);
    const { body } = await server.call('getOwnStaffAccount', { token, body: {} });
    expect(body).toMatchObject({ username: 'support', role: 'support', hasSecondFactor: false });
    expect(body.sessions).toMatchObject([
      { isCurrent: false, createdAt: '2026-11-21T09:05:00.000Z' },
      {
        isCurrent: true,
        createdAt: '2026-11-21T09:00:00.000Z',
        lastUsedAt: '2026-11-21T09:05:00.000Z',
        expiresAt: '2026-11-21T21:00:00.000Z',
        ip: 'unknown',
      },
    ]);
    const current = body.sessions.find(({ isCurrent }) => isCurrent)?.id ?? '';
    const seen = await server.call('getStaffSessions', {
      token: admin,
      body: { staffId: await findId('support') },
    });
    expect(seen.body.content.map(({ id, isCurrent }) => [id, isCurrent])).toEqual(
      body.sessions.map(({ id }) => [id, false]),
    );
    const revoke = () => server.call('revokeStaffSession', { token: admin, body: { sessionId: current } });
    expect((await revoke()).status).toBe(200);
    expect(await isGood(token)).toBe(false);
    expect(await isGood(accessToken)).toBe(false);
    expect((await revoke()).status).toBe(404);
    expect(await audited()).toEqual([
      { action: 'revokeSession', username: 'admin', staff: 'support', session: current },
    ]);
  });

  it('of other accounts can be revoked by admins only', async () => {
    const token = await createToken('ann', 'support');
    const other = await server.call('getOwnStaffAccount', { token: admin, body: {} });
    const sessionId = other.body.sessions[0]?.id ?? '';
    expect((await server.call('revokeOwnStaffSession', { token, body: { sessionId } })).status).toBe(404);
    expect(await isGood(admin)).toBe(true);
    const own = await server.call('getOwnStaffAccount', { token, body: {} });
    const ownId = own.body.sessions[0]?.id ?? '';
    expect((await server.call('revokeOwnStaffSession', { token, body: { sessionId: ownId } })).status).toBe(
      200,
    );
    expect(await isGood(token)).toBe(false);
  });
});

describe("the caller's own password", () => {
  it('is changed with the old password; other sessions end, and the current session continues', async () => {
    const other = await login('admin', STAFF_PASSWORD);
    const change = (password: string, newPassword: string) =>
      server.call('changeOwnStaffPassword', { token: admin, body: { password, newPassword } });
    expect((await change(STAFF_PASSWORD, 'short')).error.fields).toEqual(['newPassword']);
    expect((await change('wrong', NEW_PASSWORD)).error).toMatchObject({ code: 'PASSWORD_REJECTED' });
    expect((await change(STAFF_PASSWORD, 'short')).status).toBe(400);
    expect((await change(STAFF_PASSWORD, STAFF_PASSWORD)).status).toBe(400);
    const { status, body } = await change(STAFF_PASSWORD, NEW_PASSWORD);
    expect([status, body]).toEqual([200, { success: true, sessionsEnded: 1 }]);
    expect(await isGood(admin)).toBe(true);
    expect(await isGood(other.body.accessToken)).toBe(false);
    expect((await login('admin', NEW_PASSWORD)).status).toBe(200);
    expect(await audited()).toEqual([
      { action: 'ownCredentialRejected', username: 'admin', credential: 'password' },
      { action: 'changeOwnPassword', username: 'admin', sessionsEnded: 1 },
    ]);
  });

  it('cannot be guessed in an open browser session', async () => {
    const change = (password: string) =>
      server.call('changeOwnStaffPassword', { token: admin, body: { password, newPassword: NEW_PASSWORD } });
    for (let index = 0; index < LIMITS.ownStaffPassword.tries; index += 1) await change('wrong');
    expect((await change(STAFF_PASSWORD)).status).toBe(429);
    expect(await audited()).toHaveLength(LIMITS.ownStaffPassword.tries);
  });
});

describe("the caller's own second factor", () => {
  const shown = (secret: string) => codeShown(secret, server.clock.now());
  const offer = (password = STAFF_PASSWORD) =>
    server.call('offerOwnSecondFactor', { token: admin, body: { password } });
  const confirm = (code: string) => server.call('confirmOwnSecondFactor', { token: admin, body: { code } });
  const remove = (password: string, code: string) =>
    server.call('removeOwnSecondFactor', { token: admin, body: { password, code } });

  it('is set up with the password and a first code, and required from then on', async () => {
    const other = await login('admin', STAFF_PASSWORD);
    expect((await confirm('123456')).status).toBe(409);
    expect((await offer('wrong')).error).toMatchObject({ code: 'PASSWORD_REJECTED' });
    const { secret } = (await offer()).body;
    expect((await login('admin', STAFF_PASSWORD)).status).toBe(200);
    expect((await confirm(wrongCode(secret, server.clock.now()))).error).toMatchObject({
      code: 'TOTP_REJECTED',
    });
    expect((await confirm(shown(secret))).status).toBe(200);
    expect(await isGood(admin)).toBe(true);
    expect(await isGood(other.body.accessToken)).toBe(false);
    expect((await login('admin', STAFF_PASSWORD)).error).toMatchObject({ code: 'TOTP_REQUIRED' });
    expect((await login('admin', STAFF_PASSWORD, shown(secret))).error).toMatchObject({
      code: 'TOTP_REJECTED',
    });
    server.clock.advance(TOTP_STEP_MS);
    expect((await login('admin', STAFF_PASSWORD, shown(secret))).status).toBe(200);
    expect((await offer()).status).toBe(409);
  });

  it('is removed with password and code', async () => {
    const { secret } = (await offer()).body;
    await confirm(shown(secret));
    server.clock.advance(TOTP_STEP_MS);
    expect((await remove('wrong', shown(secret))).error).toMatchObject({ code: 'PASSWORD_REJECTED' });
    expect((await remove(STAFF_PASSWORD, wrongCode(secret, server.clock.now()))).error).toMatchObject({
      code: 'TOTP_REJECTED',
    });
    expect((await remove(STAFF_PASSWORD, shown(secret))).status).toBe(200);
    expect((await login('admin', STAFF_PASSWORD)).status).toBe(200);
    expect((await audited()).map(({ action }) => action)).toEqual([
      'offerSecondFactor',
      'turnOnSecondFactor',
      'ownCredentialRejected',
      'ownCredentialRejected',
      'turnOffSecondFactor',
    ]);
  });

  it('is reset by another admin if it was lost, and never by its owner', async () => {
    const { secret } = (await offer()).body;
    await confirm(shown(secret));
    const second = await createToken('second', 'admin');
    const reset = (token: string) =>
      server.call('resetStaffSecondFactor', { token, body: { staffId: adminId } });
    expect((await reset(admin)).status).toBe(409);
    expect((await reset(second)).status).toBe(200);
    expect(await isGood(admin)).toBe(false);
    expect((await login('admin', STAFF_PASSWORD)).status).toBe(200);
  });

  it('cannot be removed if it is required', async () => {
    const { secret } = (await offer()).body;
    await confirm(shown(secret));
    server.deps.settings.totpRequired = true;
    server.clock.advance(TOTP_STEP_MS);
    expect((await remove(STAFF_PASSWORD, shown(secret))).status).toBe(409);
  });
});
