/** Tests the sign-in email from its request to its redemption. */
import { setTimeout } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { createSecret } from '../../../../src/server/secrets';
import { accounts } from '../../../../src/server/store/schema/accounts';
import { customerSessions } from '../../../../src/server/store/schema/sessions';
import { LIMITS } from '../../../../src/server/throttle/limits';
import { createGift } from '../../../../src/server/usecases/gifts/gifts';
import { EMAILS_A_DAY } from '../../../../src/server/usecases/signIn/emailAllowance';
import {
  EMAIL_LINK_MS,
  resendSignInEmail,
  sendEmailLink,
} from '../../../../src/server/usecases/signIn/sendSignInEmail';
import { deliverDueOutbox } from '../../../../src/server/workers/delivery/deliverOutbox';
import { startTestServer, TEST_ORIGIN, type TestServer } from '../../../support/server';
import { readEmail, requestEmail, signInByEmail } from '../../../support/signIn';

const EMAIL = 'vasilisa@example.com';
const MINUTE = 60_000;
/** Number of code attempts per email. */
const TRIES = 5;
const OFFICE = { staffId: null, username: 'test', ip: '127.0.0.1', requestId: 'test' };

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
});

function redeem(body: { linkToken: string; mailToken?: string | null; email?: string | null }) {
  return server.call('redeemEmailLink', { body }).then(({ body: response }) => response);
}

function restore(token: string) {
  return server.call('restoreEmailLink', { body: { token, platform: 'web' } }).then(({ body }) => body);
}

function tryCode(mailToken: string, code: string) {
  return server.call('redeemEmailCode', { body: { mailToken, code } }).then(({ body }) => body);
}

const wrong = (code: string, by = 1) => String((Number(code) + by) % 100_000_000).padStart(8, '0');

/** Waits until the server has sent `count` emails to the customer without a delivery run that the test starts. */
async function mailedByItself(count: number): Promise<void> {
  for (let waited = 0; server.mailbox.emailsTo(EMAIL).length < count; waited += 1) {
    if (waited === 1000) throw new Error('the email was not sent');
    await setTimeout(10);
  }
}

describe('the email', () => {
  it('carries the link to the opener and the code, in text and HTML', async () => {
    const emailMessage = await requestEmail(server, EMAIL);
    expect(emailMessage.text).toContain(`${TEST_ORIGIN}/open#t=${emailMessage.linkToken}`);
    expect(emailMessage.html).toContain(`${TEST_ORIGIN}/open#t=${emailMessage.linkToken}`);
    expect(emailMessage.html).toContain(emailMessage.code);
    expect(emailMessage.giftKey).toBeNull();
  });

  it('is sent to the normalised address', async () => {
    await server.call('sendEmailLink', {
      body: { email: '  Vasilisa@Example.COM ', platform: 'web', fcmToken: '', giftKey: null },
    });
    await expect(readEmail(server, EMAIL)).resolves.toMatchObject({ giftKey: null });
  });

  it.each(['no-at.example.com', 'a@b', 'a@@example.com', '', 'a b@example.com'])(
    'is rejected for %p with 400',
    async (email) => {
      const response = await server.call('sendEmailLink', { body: { email, platform: 'web' } });
      expect(response.status).toBe(400);
      expect(server.mailbox.emails).toEqual([]);
    },
  );

  it('leaves no secret in the database, except in the outbox until the email is sent', async () => {
    const emailMessage = await requestEmail(server, EMAIL);
    await deliverDueOutbox(server.deps);
    for (const table of ['email_links', 'outbox']) {
      const { rows } = await server.db.execute(`select row_to_json(t)::text as row from ${table} t`);
      const dump = JSON.stringify(rows);
      expect(dump).not.toContain(emailMessage.linkToken);
      expect(dump).not.toContain(emailMessage.mailToken);
      expect(dump).not.toContain(emailMessage.code);
    }
  });

  it('is sent at once, without waiting for a delivery run', async () => {
    await server.call('sendEmailLink', { body: { email: EMAIL, platform: 'web' } });
    await mailedByItself(1);
  });

  it('is sent at once also if staff send it', async () => {
    await signInByEmail(server, EMAIL);
    await resendSignInEmail(server.deps, OFFICE, 1);
    await mailedByItself(2);
  });

  it('is sent at once also as the last email of a day', async () => {
    server = await startTestServer({ settings: { mode: 'production' } });
    const sendFrom = (ip: string) =>
      sendEmailLink(server.deps, { email: EMAIL, giftKey: null, browserMark: null, ip });
    for (let sent = 1; sent < EMAILS_A_DAY; sent += 1) await sendFrom(`198.51.${String(sent)}.1`);
    await mailedByItself(EMAILS_A_DAY - 1);
    expect(await sendFrom('198.51.200.1')).toEqual({ kind: 'lastSent' });
    await mailedByItself(EMAILS_A_DAY);
  });

  it('is not sent any more if it expired before the mail server responded', async () => {
    server.mailbox.failNext(1);
    await server.call('sendEmailLink', { body: { email: EMAIL, platform: 'web' } });
    await deliverDueOutbox(server.deps);
    server.clock.advance(EMAIL_LINK_MS);
    await deliverDueOutbox(server.deps);
    expect(server.mailbox.emails).toEqual([]);
  });
});

describe('redeeming the link', () => {
  it('succeeds at once in the browser that requested the email', async () => {
    const { linkToken, mailToken } = await requestEmail(server, EMAIL);
    expect(await redeem({ linkToken, mailToken })).toEqual({
      success: true,
      token: expect.any(String) as string,
      gift: false,
    });
  });

  it('succeeds in another browser if the address is entered, in any notation', async () => {
    const { linkToken } = await requestEmail(server, EMAIL);
    expect(await redeem({ linkToken, email: ' VASILISA@example.com ' })).toMatchObject({ success: true });
  });

  it('succeeds with the address if this browser requested an email to another address', async () => {
    const { linkToken } = await requestEmail(server, EMAIL);
    const other = await requestEmail(server, 'koschei@example.com');
    expect(await redeem({ linkToken, mailToken: other.mailToken, email: EMAIL })).toMatchObject({
      success: true,
    });
  });

  it.each([
    ['nothing else', {}],
    ['an empty mailToken', { mailToken: '' }],
    ['a garbage mailToken', { mailToken: 'garbage' }],
    ['a mailToken of nobody', { mailToken: createSecret('mailBinding') }],
    ['a wrong address', { email: 'koschei@example.com' }],
    ['an empty address', { email: ' ' }],
  ])('with %s asks for the address and uses up no attempt', async (_what, rest) => {
    const { linkToken, mailToken } = await requestEmail(server, EMAIL);
    for (let visit = 0; visit < 3; visit += 1) {
      expect(await redeem({ linkToken, ...rest })).toEqual({ success: false, reason: 'emailNeeded' });
    }
    expect(await redeem({ linkToken, mailToken })).toMatchObject({ success: true });
  });

  it('is rejected for secrets of other purposes and for malformed input', async () => {
    const { mailToken } = await requestEmail(server, EMAIL);
    const customer = await signInByEmail(server, 'koschei@example.com');
    for (const linkToken of [
      mailToken,
      customer.accessToken,
      createSecret('emailLink'),
      createSecret('restore'),
      'el_',
      'garbage',
      '%00',
      'ы'.repeat(100),
    ]) {
      expect(await redeem({ linkToken, mailToken, email: EMAIL })).toEqual({
        success: false,
        reason: 'invalid',
      });
    }
  });

  it('works once', async () => {
    const { linkToken, mailToken } = await requestEmail(server, EMAIL);
    expect(await redeem({ linkToken, mailToken })).toMatchObject({ success: true });
    expect(await redeem({ linkToken, mailToken })).toEqual({ success: false, reason: 'invalid' });
    expect(await redeem({ linkToken, email: EMAIL })).toEqual({ success: false, reason: 'invalid' });
  });

  it('works for less than 10 minutes', async () => {
    const inTime = await requestEmail(server, EMAIL);
    server.clock.advance(10 * MINUTE - 1);
    expect(await redeem(inTime)).toMatchObject({ success: true });

    const late = await requestEmail(server, 'koschei@example.com');
    server.clock.advance(10 * MINUTE);
    expect(await redeem(late)).toEqual({ success: false, reason: 'invalid' });
    expect(await redeem({ linkToken: late.linkToken })).toEqual({ success: false, reason: 'invalid' });
  });

  it('is invalid once a newer email was sent to the same address, and only then', async () => {
    const older = await requestEmail(server, EMAIL);
    const unrelated = await requestEmail(server, 'koschei@example.com');
    const newer = await requestEmail(server, EMAIL);
    expect(await redeem(older)).toEqual({ success: false, reason: 'invalid' });
    expect(await tryCode(older.mailToken, older.code)).toMatchObject({ success: false, reason: 'invalid' });
    expect(await redeem(unrelated)).toMatchObject({ success: true });
    expect(await redeem(newer)).toMatchObject({ success: true });
  });

  it('works for one of several concurrently requested emails', async () => {
    const asked = await Promise.all(
      Array.from({ length: 8 }, () =>
        server.call('sendEmailLink', { body: { email: EMAIL, platform: 'web' } }),
      ),
    );
    expect(asked.every(({ body }) => body.success)).toBe(true);
    await deliverDueOutbox(server.deps);
    const links = server.mailbox.emailsTo(EMAIL).map(({ text }) => /#t=(\S+)/.exec(text)?.[1] ?? '');
    const outcomes = await Promise.all(links.map((linkToken) => redeem({ linkToken, email: EMAIL })));
    expect(outcomes).toHaveLength(8);
    expect(outcomes.filter(({ success }) => success)).toHaveLength(1);
  });

  it('compares at most ten addresses, and still works in the browser that requested the email', async () => {
    const { linkToken, mailToken } = await requestEmail(server, EMAIL);
    for (let guess = 0; guess < LIMITS.emailsOfLink.tries; guess += 1) {
      await redeem({ linkToken, email: `guess${guess}@example.com` });
    }
    expect(await redeem({ linkToken, email: EMAIL })).toEqual({ success: false, reason: 'emailNeeded' });
    expect(await redeem({ linkToken, mailToken })).toMatchObject({ success: true });
  });
});

describe('the code', () => {
  it('signs in once in the browser that requested the email', async () => {
    const { mailToken, code, linkToken } = await requestEmail(server, EMAIL);
    expect(await tryCode(mailToken, ` ${code} `)).toMatchObject({ success: true, gift: false });
    expect(await tryCode(mailToken, code)).toMatchObject({ success: false, triesLeft: 0 });
    expect(await redeem({ linkToken, mailToken })).toEqual({ success: false, reason: 'invalid' });
  });

  it('does not work without the token of the browser that requested the email', async () => {
    const { code } = await requestEmail(server, EMAIL);
    const other = await requestEmail(server, 'koschei@example.com');
    if (other.code !== code) {
      expect(await tryCode(other.mailToken, code)).toMatchObject({ success: false, triesLeft: 4 });
    }
    expect(await tryCode(createSecret('mailBinding'), code)).toMatchObject({ success: false });
    expect(await tryCode('garbage', code)).toEqual({ success: false, reason: 'invalid', triesLeft: 0 });
  });

  it('may be wrong four times; the fifth wrong code invalidates the code but not the link', async () => {
    const forgiven = await requestEmail(server, EMAIL);
    for (let left = TRIES - 1; left > 0; left -= 1) {
      expect(await tryCode(forgiven.mailToken, wrong(forgiven.code, left))).toEqual({
        success: false,
        reason: 'invalid',
        triesLeft: left,
      });
    }
    expect(await tryCode(forgiven.mailToken, forgiven.code)).toMatchObject({ success: true });

    const ended = await requestEmail(server, EMAIL);
    for (let left = TRIES - 1; left >= 0; left -= 1) {
      expect(await tryCode(ended.mailToken, wrong(ended.code))).toMatchObject({ triesLeft: left });
    }
    expect(await tryCode(ended.mailToken, ended.code)).toEqual({
      success: false,
      reason: 'tooManyTries',
      triesLeft: 0,
    });
    expect(await redeem(ended)).toMatchObject({ success: true });
  });

  it('is compared at most five times under concurrent guesses', async () => {
    const { mailToken, code } = await requestEmail(server, EMAIL);
    const guesses = Array.from({ length: 40 }, (_, index) => tryCode(mailToken, wrong(code, index + 1)));
    const responses = await Promise.all(guesses);
    const compared = responses.filter((response) => !response.success && (response.triesLeft ?? 0) > 0);
    expect(compared.length).toBeLessThan(TRIES);
    expect(await tryCode(mailToken, code)).toMatchObject({ success: false });
  });

  it('cannot be guessed further by requesting new emails, and its link still works', async () => {
    server = await startTestServer({ settings: { mode: 'production' } });
    const { tries, windowMs } = LIMITS.wrongCodesFromNetwork;
    for (let tried = 0; tried < tries;) {
      server.clock.advance(EMAIL_LINK_MS);
      const { mailToken, code } = await requestEmail(server, `stranger${String(tried % 9)}@example.com`);
      for (let guess = 1; guess <= 4; guess += 1, tried += 1) await tryCode(mailToken, wrong(code, guess));
    }
    const last = await requestEmail(server, EMAIL);
    expect(await tryCode(last.mailToken, last.code)).toMatchObject({ success: false });
    expect(await redeem(last)).toMatchObject({ success: true });
    server.clock.advance(windowMs);
    const nextDay = await requestEmail(server, EMAIL);
    expect(await tryCode(nextDay.mailToken, nextDay.code)).toMatchObject({ success: true });
  });

  it('expires with the email', async () => {
    const { mailToken, code } = await requestEmail(server, EMAIL);
    server.clock.advance(EMAIL_LINK_MS);
    expect(await tryCode(mailToken, code)).toMatchObject({ success: false, reason: 'invalid' });
  });
});

describe('restoring', () => {
  async function oneTimeToken(email = EMAIL): Promise<string> {
    const { token } = await redeem(await requestEmail(server, email));
    return token ?? '';
  }

  it('creates an account at the first sign-in and a session at every sign-in', async () => {
    const first = await restore(await oneTimeToken());
    expect(first).toEqual({
      success: true,
      email: EMAIL,
      uid: expect.stringMatching(/^[\w-]{28}$/) as string,
      accessToken: expect.any(String) as string,
      browserMark: expect.any(String) as string,
    });
    const second = await restore(await oneTimeToken());
    expect(second.uid).toBe(first.uid);
    expect(second.accessToken).not.toBe(first.accessToken);
    const stored = await server.db.select().from(accounts).where(eq(accounts.email, EMAIL));
    expect(stored).toEqual([expect.objectContaining({ providerId: 'email', photoUrl: null })]);
    const profile = await server.call('getProfile', { body: {}, token: first.accessToken ?? '' });
    expect(profile.status).toBe(200);
  });

  it('works for less than 60 s', async () => {
    const inTime = await oneTimeToken();
    server.clock.advance(MINUTE - 1);
    expect(await restore(inTime)).toMatchObject({ success: true });
    const late = await oneTimeToken();
    server.clock.advance(MINUTE);
    expect(await restore(late)).toEqual({ success: false });
  });

  it('can be previewed with the account that it signs in, without being used up', async () => {
    const preview = async (token: string) =>
      (await server.call('previewEmailLink', { body: { token } })).body;
    const token = await oneTimeToken();
    for (let visit = 0; visit < 2; visit += 1) {
      expect(await preview(token)).toEqual({ success: true, email: EMAIL });
    }
    expect(await restore(token)).toMatchObject({ success: true });
    const late = await oneTimeToken();
    server.clock.advance(MINUTE - 1);
    expect(await preview(late)).toMatchObject({ success: true });
    server.clock.advance(1);
    for (const spent of [token, late, createSecret('restore'), createSecret('emailLink'), 'garbage']) {
      expect(await preview(spent)).toEqual({ success: false });
    }
  });

  it('works once, also for concurrent callers', async () => {
    const token = await oneTimeToken();
    const responses = await Promise.all(Array.from({ length: 50 }, () => restore(token)));
    expect(responses.filter((response) => response.success)).toHaveLength(1);
    expect(await server.db.select().from(accounts)).toHaveLength(1);
    expect(await server.db.select().from(customerSessions)).toHaveLength(1);
  });

  it('rejects secrets of other purposes and malformed input with success false', async () => {
    const { linkToken, mailToken } = await requestEmail(server, EMAIL);
    const { accessToken } = await signInByEmail(server, 'koschei@example.com');
    for (const token of [linkToken, mailToken, accessToken, createSecret('restore'), 'garbage', 'rs_']) {
      expect(await restore(token)).toEqual({ success: false });
    }
  });

  it('creates one account for concurrent first sign-ins of one address', async () => {
    const tokens = [await oneTimeToken(), await oneTimeToken(), await oneTimeToken()];
    const responses = await Promise.all(tokens.map(restore));
    expect(new Set(responses.map((response) => response.uid)).size).toBe(1);
  });
});

it("gives a mail scanner no session and does not use up the customer's link", async () => {
  const { linkToken, mailToken } = await requestEmail(server, EMAIL);
  for (let visit = 0; visit < 5; visit += 1) {
    const seen = await redeem({ linkToken });
    expect(seen).toEqual({ success: false, reason: 'emailNeeded' });
    expect(seen).not.toHaveProperty('token');
  }
  expect(await server.db.select().from(customerSessions)).toHaveLength(0);
  const { token } = await redeem({ linkToken, mailToken });
  expect(await restore(token ?? '')).toMatchObject({ success: true, email: EMAIL });
});

describe('gift mode', () => {
  it('includes the key in the email and reports it when the link is redeemed', async () => {
    const { activationKey } = await createGift(server.deps, OFFICE, { months: 3 });
    const emailMessage = await requestEmail(server, EMAIL, activationKey);
    expect(emailMessage.giftKey).toBe(activationKey);
    expect(emailMessage.text).toContain('3\u00a0месяца');
    expect(await redeem(emailMessage)).toMatchObject({ success: true, gift: true });
  });

  it.each([
    ['no key', null],
    ['an empty key', ''],
    ['a key of 10 characters', '0123456789'],
    ['an unknown key', '0123456789ABCDEFGHJKMNPQRS'],
  ])('returns success false for %s and sends nothing', async (_what, giftKey) => {
    const response = await server.call('sendGiftEmailLink', {
      body: { email: EMAIL, platform: 'web', giftKey },
    });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ success: false });
    await deliverDueOutbox(server.deps);
    expect(server.mailbox.emails).toEqual([]);
  });

  it('is not triggered by a key in a plain request', async () => {
    const { activationKey } = await createGift(server.deps, OFFICE, { months: 3 });
    await server.call('sendEmailLink', { body: { email: EMAIL, platform: 'web', giftKey: activationKey } });
    await expect(readEmail(server, EMAIL)).resolves.toMatchObject({ giftKey: null });
  });
});

describe('throttling', () => {
  const send = (email: string) => server.call('sendEmailLink', { body: { email, platform: 'web' } });

  it('sends no more than ten emails to one address in 10 minutes, without an error', async () => {
    server = await startTestServer({ settings: { mode: 'production' } });
    const { tries, windowMs } = LIMITS.emailsToMailboxFromNetwork;
    for (let sent = 0; sent < tries; sent += 1) expect((await send(EMAIL)).body.success).toBe(true);
    const rejected = await send(EMAIL);
    expect(rejected.status).toBe(200);
    expect(rejected.body).toEqual({ success: false });
    expect((await send('koschei@example.com')).body.success).toBe(true);
    server.clock.advance(windowMs);
    expect((await send(EMAIL)).body.success).toBe(true);
  });

  describe('emails requested by strangers', () => {
    const sendFrom = async (ip: string) => {
      const response = await server.fetch('/api/emailVerification/send', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': ip },
        body: JSON.stringify({ email: EMAIL, platform: 'web', fcmToken: '', giftKey: null }),
      });
      return (await response.json()) as { success: boolean; mailToken?: string };
    };
    beforeEach(async () => {
      server = await startTestServer({ settings: { mode: 'production' }, trustedProxies: 1 });
    });

    it('use up no limit of the owner and invalidate none of her emails', async () => {
      const hers = await sendFrom('192.0.2.1');
      const emailMessage = await readEmail(server, EMAIL);
      for (let sent = 0; sent < LIMITS.emailsToMailboxFromNetwork.tries; sent += 1) {
        await sendFrom('198.51.100.1');
      }
      expect(await sendFrom('198.51.100.1')).toEqual({ success: false });
      expect(await tryCode(hers.mailToken ?? '', emailMessage.code)).toMatchObject({ success: true });
      expect((await sendFrom('192.0.2.1')).success).toBe(true);
    });
  });

  it('lets sandbox scripts sign many customers in from one machine', async () => {
    const responses = await Promise.all(
      Array.from({ length: LIMITS.emailsFromNetwork.tries + 1 }, (_, index) =>
        send(`customer${index}@example.com`),
      ),
    );
    expect(responses.filter(({ body }) => !body.success)).toEqual([]);
  });

  it('rejects a flood from one machine in production with 429', async () => {
    server = await startTestServer({ settings: { mode: 'production' } });
    await Promise.all(
      Array.from({ length: LIMITS.emailsFromNetwork.tries }, (_, index) =>
        send(`customer${index}@example.com`),
      ),
    );
    const rejected = await send('one-more@example.com');
    expect(rejected.status).toBe(429);
    expect(rejected.error.code).toBe('TOO_MANY_REQUESTS');
  });
});

it.each([
  [false, { success: false, reason: 'addressUnsupported' }],
  [true, { success: true }],
  [null, { success: true }],
])(
  'a Cyrillic mailbox gets an email unless the mail server announces no SMTPUTF8 (%s)',
  async (accepts, expected) => {
    server = await startTestServer();
    server.deps.mailer = { ...server.deps.mailer, acceptsUtf8: () => accepts };
    const send = (email: string) => server.call('sendEmailLink', { body: { email, platform: 'web' } });
    expect((await send('анна@пример.рф')).body).toMatchObject(expected);
    expect((await send('anna@пример.рф')).body).toMatchObject({ success: true });
  },
);

it('staff are told that the mail server cannot send to the address of a customer', async () => {
  server = await startTestServer();
  await signInByEmail(server, 'анна@пример.рф');
  server.deps.mailer = { ...server.deps.mailer, acceptsUtf8: () => false };
  await expect(resendSignInEmail(server.deps, OFFICE, 1)).rejects.toThrow(
    'The mail server can’t send to this address',
  );
});
