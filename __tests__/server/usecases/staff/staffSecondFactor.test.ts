/** Tests the second factor at staff sign-in. */
import { eq, sql } from 'drizzle-orm';
import { TOTP_STEP_MS } from '../../../../src/server/secondFactor/totp';
import type { Database } from '../../../../src/server/store/database';
import { staffAccounts, staffAudit, staffSessions } from '../../../../src/server/store/schema/staff';
import { throttleCounters } from '../../../../src/server/store/schema/throttle';
import { LIMITS } from '../../../../src/server/throttle/limits';
import { hashPassword } from '../../../../src/server/usecases/staff/passwords';
import { codeShown, wrongCode } from '../../../support/authenticator';
import { onPostgres } from '../../../support/database';
import { startTestServer, type TestServer } from '../../../support/server';
import { makeStaff, STAFF_PASSWORD } from '../../../support/signIn';

let server: TestServer;

const REJECTED = {
  status: 401,
  code: 'SIGN_IN_REJECTED',
  message: 'Incorrect username or password.',
};

async function login(code?: string, password = STAFF_PASSWORD, username = 'support') {
  const { status, error, body } = await server.call('staffLogin', {
    body: { username, password, ...(code === undefined ? {} : { code }) },
  });
  return status === 200
    ? { status, accessToken: body.accessToken }
    : { status, code: error.code, message: error.message };
}

const offer = (password = STAFF_PASSWORD, username = 'support') =>
  server.call('offerSecondFactor', { body: { username, password } });
const shown = (secret: string, aside = 0) => codeShown(secret, server.clock.now(), aside);
const sessions = async () => (await server.db.select().from(staffSessions)).length;

/** Creates a support account that sets up its second factor by signing in, because the factor is required. */
async function withFactor(): Promise<string> {
  server = await startTestServer({ settings: { totpRequired: true } });
  await makeStaff(server, 'support');
  const { body } = await offer();
  expect((await login(shown(body.secret))).status).toBe(200);
  server.clock.advance(2 * TOTP_STEP_MS);
  return body.secret;
}

describe('an account with a second factor', () => {
  let secret: string;

  beforeEach(async () => {
    secret = await withFactor();
  });

  it('must provide a code after the right password, and gets no session without it', async () => {
    const before = await sessions();
    expect(await login()).toMatchObject({ status: 401, code: 'TOTP_REQUIRED' });
    expect(await login(wrongCode(secret, server.clock.now()))).toMatchObject({
      status: 401,
      code: 'TOTP_REJECTED',
    });
    expect(await sessions()).toBe(before);
    expect(await login(shown(secret))).toMatchObject({ status: 200 });
    expect(await sessions()).toBe(before + 1);
  });

  it('gets the same response for a wrong password as other accounts, whatever code is sent', async () => {
    for (const code of [undefined, '000000', shown(secret)]) {
      expect(await login(code, 'wrong')).toEqual(REJECTED);
      expect(await login(code, STAFF_PASSWORD, 'nobody')).toEqual(REJECTED);
    }
    expect((await offer('wrong')).error).toMatchObject({ code: REJECTED.code, message: REJECTED.message });
  });

  it('accepts a code once, even under concurrent sign-ins', async () => {
    const code = shown(secret);
    const responses = await Promise.all(Array.from({ length: 5 }, () => login(code)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ code: reason }) => reason === 'TOTP_REJECTED')).toHaveLength(4);
    expect(await login(code)).toMatchObject({ code: 'TOTP_REJECTED' });
    expect(await login(shown(secret, 1))).toMatchObject({ status: 200 });
    expect(await login(shown(secret, -1))).toMatchObject({ code: 'TOTP_REJECTED' });
  });

  it('accepts a code typed in two groups', async () => {
    const code = shown(secret);
    expect(await login(` ${code.slice(0, 3)} ${code.slice(3)} `)).toMatchObject({ status: 200 });
  });

  it('is throttled after wrong codes from any network, and right codes are rejected then', async () => {
    for (let index = 0; index < LIMITS.staffCodes.tries; index += 1) {
      await login(wrongCode(secret, server.clock.now()));
      // The test resets the throttle counter of the password, because the test is about the counter of codes.
      await server.db.execute(sql`delete from throttle_counters where key like 'staffSignIn%'`);
    }
    expect(await login(shown(secret))).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
    server.clock.advance(LIMITS.staffCodes.windowMs);
    expect(await login(shown(secret))).toMatchObject({ status: 200 });
  });

  it('is accepted on a known device although wrong codes on unknown devices are throttled', async () => {
    const typed = { username: 'support', password: STAFF_PASSWORD };
    const first = await server.call('staffLogin', { body: { ...typed, code: shown(secret) } });
    const second = await server.call('staffLogin', { body: { ...typed, code: shown(secret, 1) } });
    const marks = [first, second].map(({ body }) => body.deviceMark ?? '');
    expect(new Set(marks).size).toBe(2);
    for (let index = 0; index < LIMITS.staffCodes.tries + 1; index += 1) {
      await login(wrongCode(secret, server.clock.now()));
      await server.db.execute(sql`delete from throttle_counters where key like 'staffSignIn%'`);
    }
    server.clock.advance(60_000);
    const [deviceMark, other] = marks;
    for (let index = 0; index < LIMITS.staffCodesOfDevice.tries; index += 1) {
      const code = wrongCode(secret, server.clock.now());
      await server.call('staffLogin', { body: { ...typed, code, deviceMark: other } });
      await server.db.execute(sql`delete from throttle_counters where key like 'staffSignIn%'`);
    }
    const code = shown(secret);
    expect((await server.call('staffLogin', { body: { ...typed, code } })).status).toBe(429);
    expect((await server.call('staffLogin', { body: { ...typed, code, deviceMark: other } })).status).toBe(
      429,
    );
    const known = await server.call('staffLogin', { body: { ...typed, code, deviceMark } });
    expect([known.status, known.body.deviceMark]).toEqual([200, deviceMark]);
  });

  it('cannot replace its secret at the sign-in', async () => {
    expect((await offer()).status).toBe(409);
    expect(await login(shown(secret))).toMatchObject({ status: 200 });
  });

  it('rejects every sign-in if the secret cannot be decrypted any more', async () => {
    await server.db
      .update(staffAccounts)
      .set({ totpSecret: 'v1.broken' })
      .where(eq(staffAccounts.username, 'support'));
    expect(await login(shown(secret))).toMatchObject({ code: 'TOTP_REJECTED' });
  });

  it('stores the secret encrypted, and keeps it out of logs and the audit', async () => {
    const [row] = await server.db.select().from(staffAccounts);
    const audit = await server.db.select().from(staffAudit).orderBy(staffAudit.id);
    expect(row?.totpSecret).toMatch(/^v1\./);
    expect(JSON.stringify([row, audit, server.logs])).not.toContain(secret);
    expect(audit.map(({ action }) => action)).toEqual(['offerSecondFactor', 'turnOnSecondFactor', 'signIn']);
  });
});

describe('if a second factor is required', () => {
  beforeEach(async () => {
    server = await startTestServer({ settings: { totpRequired: true } });
    await makeStaff(server, 'support');
  });

  it('an account without a second factor must set it up first and gets no session without it', async () => {
    expect(await login()).toMatchObject({ status: 401, code: 'TOTP_SETUP_REQUIRED' });
    expect(await login('123456')).toMatchObject({ status: 401, code: 'TOTP_SETUP_REQUIRED' });
    const { status, body } = await offer();
    expect(status).toBe(200);
    expect(await login()).toMatchObject({ code: 'TOTP_SETUP_REQUIRED' });
    expect(await login(wrongCode(body.secret, server.clock.now()))).toMatchObject({ code: 'TOTP_REJECTED' });
    expect(await sessions()).toBe(0);
    expect(await login(shown(body.secret))).toMatchObject({ status: 200 });
    expect(await login()).toMatchObject({ code: 'TOTP_REQUIRED' });
  });

  it('only the most recently shown secret counts', async () => {
    const first = (await offer()).body.secret;
    const second = (await offer()).body.secret;
    expect(await login(shown(first))).toMatchObject({ code: 'TOTP_REJECTED' });
    expect(await login(shown(second))).toMatchObject({ status: 200 });
  });

  it('a wrong password, an unknown name and a disabled account get no secret', async () => {
    await server.db.update(staffAccounts).set({ disabledAt: server.clock.now() });
    for (const response of [await offer(), await offer('wrong'), await offer(STAFF_PASSWORD, 'nobody')]) {
      expect(response.status).toBe(401);
      expect(response.error).toMatchObject({ code: REJECTED.code, message: REJECTED.message });
    }
  });
});

it('if it is not required, the sign-in offers no second factor and does not ask for an unconfirmed one', async () => {
  server = await startTestServer();
  await makeStaff(server, 'support');
  expect((await offer()).status).toBe(409);
  expect(await login()).toMatchObject({ status: 200 });
  await server.db.update(staffAccounts).set({ totpSecret: 'v1.unconfirmed' });
  expect(await login()).toMatchObject({ status: 200 });
});

it('a sign-in fails if the password changes while it is being verified', async () => {
  server = await startTestServer();
  await makeStaff(server, 'support');
  const another = await hashPassword('another password of staff');
  const change = (db: Database) => db.update(staffAccounts).set({ passwordHash: another });
  const responses: { status: number }[] = [];
  const signIn = async () => void responses.push(await login());
  const begun: Promise<void>[] = [];
  if (onPostgres) {
    const waiting = sql`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await server.db.transaction(async (tx) => {
      await change(tx);
      begun.push(signIn());
      // The sign-in has read the old password and now waits for the transaction that changes it.
      while (responses.length === 0 && (await server.db.execute(waiting)).rows.length === 0);
      expect(responses).toEqual([]);
    });
  } else {
    begun.push(signIn());
    // The throttle has counted both attempts, so the server has read the account and is verifying the password.
    while (responses.length === 0 && (await server.db.select().from(throttleCounters)).length < 2);
    await change(server.db);
  }
  await Promise.all(begun);
  expect(responses).toMatchObject([{ status: 401 }]);
  expect(await sessions()).toBe(0);
});
