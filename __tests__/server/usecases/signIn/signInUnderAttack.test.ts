/** Tests sign-in by email while strangers request emails and try codes. The owner of the mailbox can always sign in. */
import { count, like, sql } from 'drizzle-orm';
import { createSecret } from '../../../../src/server/secrets';
import { accountEvents } from '../../../../src/server/store/schema/accountEvents';
import { throttleCounters } from '../../../../src/server/store/schema/throttle';
import { LIMITS } from '../../../../src/server/throttle/limits';
import { EMAILS_A_DAY } from '../../../../src/server/usecases/signIn/emailAllowance';
import { EMAIL_CODE_TRIES } from '../../../../src/server/usecases/signIn/emailCode';
import { EMAIL_LINK_MS } from '../../../../src/server/usecases/signIn/sendSignInEmail';
import { LAST_EMAIL_USES } from '../../../../src/shared/constants';
import { startTestServer, type TestServer } from '../../../support/server';
import { makeStaff, readEmail, STAFF_PASSWORD } from '../../../support/signIn';

const EMAIL = 'vasilisa@example.com';
const OWNERS_NETWORK = '192.0.2.1';
const MINUTE = 60_000;

/** Number of requests in the simulated code attacks. 50 000 requests exceed the limit of all networks. */
const CODE_ATTACK_POSTS = Number(process.env['CODE_ATTACK_POSTS'] ?? 500);

/** Number of networks from which strangers request emails for one mailbox. A day's emails are used up after a few of them. */
const ATTACKING_NETWORKS = Number(process.env['ATTACKING_NETWORKS'] ?? 100);

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer({ settings: { mode: 'production' }, trustedProxies: 1 });
});

interface ResponseBody {
  success: boolean;
  reason?: string;
  mailToken?: string;
  token?: string;
  triesLeft?: number;
  browserMark?: string;
}

async function post(path: string, ip: string, body: object): Promise<ResponseBody> {
  const response = await server.fetch(`/api/emailVerification/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': ip },
    body: JSON.stringify(body),
  });
  return (await response.json()) as ResponseBody;
}

const send = (ip: string, browserMark?: string, email = EMAIL) =>
  post('send', ip, {
    ...{ email, platform: 'web', fcmToken: '', giftKey: null },
    ...(browserMark === undefined ? {} : { browserMark }),
  });
const tryCode = (ip: string, mailToken: string, code: string) => post('code', ip, { mailToken, code });
const redeem = (body: object) => post('redeem', OWNERS_NETWORK, body);

/** Returns an IPv4 address in a /24 network of its own, which no other test in this module uses. */
const network = (index: number) => `198.${String(18 + (index >> 8))}.${String(index & 255)}.1`;

const wrong = (code: string, by = 1) =>
  String((Number(code) + by) % 10 ** code.length).padStart(code.length, '0');

/** Redeems a link with the entered address and signs in with the one-time token. */
async function signInByLink(linkToken: string): Promise<ResponseBody> {
  const { token } = await redeem({ linkToken, email: EMAIL });
  return post('restore', OWNERS_NETWORK, { token: token ?? '', platform: 'web' });
}

/** Signs the owner in and returns the mark that her browser stores. */
async function knownBrowser(): Promise<string> {
  await send(OWNERS_NETWORK);
  const { browserMark } = await signInByLink((await readEmail(server, EMAIL)).linkToken);
  server.clock.advance(LIMITS.emailsToMailbox.windowMs);
  return browserMark ?? '';
}

describe('emails requested by strangers', () => {
  it('from three networks, with wrong codes for the last email, leave the owner the last link of the day', async () => {
    let last: ResponseBody = { success: false };
    for (let sent = 0; sent < EMAILS_A_DAY; sent += 1) {
      const response = await send(network(sent % 3));
      if (response.success) last = response;
    }
    for (let guess = 0; guess < EMAIL_CODE_TRIES; guess += 1) {
      if (last.mailToken !== undefined) await tryCode(network(9), last.mailToken, `0000000${String(guess)}`);
    }
    expect(await send(OWNERS_NETWORK)).toMatchObject({ success: true });
    const { linkToken } = await readEmail(server, EMAIL);
    expect(await signInByLink(linkToken)).toMatchObject({ success: true, email: EMAIL });
  });

  it('from many networks leave the owner a new email in a known browser and the last email of the day elsewhere', async () => {
    const mark = await knownBrowser();
    const startedAt = server.clock.now().getTime();
    for (let index = 0; index < ATTACKING_NETWORKS; index += 1) await send(network(index));
    const [known, unknown] = [await send(OWNERS_NETWORK, mark), await send('192.0.2.77')];
    expect(known).toMatchObject({ success: true, mailToken: expect.any(String) as string });
    const { code } = await readEmail(server, EMAIL);
    expect(await tryCode(OWNERS_NETWORK, known.mailToken ?? '', code)).toMatchObject({ success: true });

    expect(unknown).toEqual({ success: false, reason: 'lastOfDay' });
    const lastOfDay = server.mailbox.emailsTo(EMAIL).findLast(({ text }) => text.includes('это последнее'));
    const linkToken = /#t=(\S+)/.exec(lastOfDay?.text ?? '')?.[1] ?? '';
    expect(await signInByLink(linkToken)).toMatchObject({ success: true, email: EMAIL });
    expect(server.clock.now().getTime() - startedAt).toBeLessThanOrEqual(10 * MINUTE);
  });

  it('end with an email without code and browser token, whose link works three times a day', async () => {
    const responses: ResponseBody[] = [];
    for (let sent = 0; sent < EMAILS_A_DAY; sent += 1) responses.push(await send(network(sent)));
    expect(responses.every(({ success }) => success)).toBe(true);
    expect(responses.at(-1)).toEqual({ success: true, reason: 'lastOfDay' });
    const last = await readEmail(server, EMAIL);
    expect(last.text).toContain('это последнее');
    expect(last.code).toBe('');
    server.clock.advance(LIMITS.emailsToMailbox.windowMs - 1);
    expect(await redeem({ linkToken: last.linkToken })).toEqual({ success: false, reason: 'emailNeeded' });
    for (let use = 0; use < LAST_EMAIL_USES; use += 1) {
      expect(await signInByLink(last.linkToken)).toMatchObject({ success: true });
    }
    expect(await redeem({ linkToken: last.linkToken, email: EMAIL })).toMatchObject({ reason: 'invalid' });
    server.clock.advance(1);
    expect(await send(network(2000))).toMatchObject({
      success: true,
      mailToken: expect.any(String) as string,
    });
  });

  it('leave the owner a new last email if the one in the mailbox is used up or has expired', async () => {
    for (let sent = 0; sent < EMAILS_A_DAY; sent += 1) await send(network(sent));
    expect(await send(network(1000))).toEqual({ success: false, reason: 'lastOfDay' });
    const { linkToken } = await readEmail(server, EMAIL);
    for (let use = 0; use < LAST_EMAIL_USES; use += 1) await redeem({ linkToken, email: EMAIL });
    expect(await send(network(1001))).toEqual({ success: true, reason: 'lastOfDay' });
    expect(await send(network(1002))).toEqual({ success: false, reason: 'lastOfDay' });
    expect((await readEmail(server, EMAIL)).linkToken).not.toBe(linkToken);
  });

  it('from one network leave ten emails for networks that have requested none that day', async () => {
    const { tries, windowMs } = LIMITS.emailsToMailboxFromNetwork;
    for (let sent = 0; sent < EMAILS_A_DAY; sent += 1) {
      if (sent > 0 && sent % tries === 0) server.clock.advance(windowMs);
      await send(network(0));
    }
    expect(await send(network(0))).toEqual({ success: false, reason: 'lastOfDay' });
    for (let index = 1; index <= LIMITS.emailsToMailboxOfNewNetworks.tries; index += 1) {
      expect(await send(network(index))).toHaveProperty('mailToken');
      expect(await send(network(index))).toEqual({ success: false, reason: 'lastOfDay' });
    }
    expect(await send(network(500))).toEqual({ success: false, reason: 'lastOfDay' });
  });

  it.each([
    ['IPv4 /24', (index: number) => `203.0.113.${String(index)}`],
    ['IPv6 /48', (index: number) => `2001:db8:7:${index.toString(16)}::1`],
  ])('from the addresses of one %s network use one of the emails for new networks', async (_, address) => {
    for (let index = 0; index < 60; index += 1) await send(address(index));
    for (let index = 1; index < LIMITS.emailsToMailboxOfNewNetworks.tries; index += 1)
      expect(await send(network(index))).toHaveProperty('mailToken');
  });

  it("do not use up the emails that the owner's network may request in a known browser", async () => {
    const mark = await knownBrowser();
    for (let sent = 0; sent <= LIMITS.emailsFromNetwork.tries; sent += 1) {
      await send(OWNERS_NETWORK, undefined, `stranger${String(sent)}@example.com`);
    }
    expect((await send(OWNERS_NETWORK)).success).not.toBe(true);
    for (let own = 0; own < LIMITS.emailsToKnownBrowser.tries; own += 1) {
      expect(await send(OWNERS_NETWORK, mark)).toHaveProperty('mailToken');
    }
    expect((await send(OWNERS_NETWORK, mark)).success).not.toBe(true);
  });

  it('are not sent for the mark of another account or for a malformed mark', async () => {
    const mark = await knownBrowser();
    for (let sent = 0; sent <= EMAILS_A_DAY; sent += 1)
      await send(network(sent), undefined, 'koschei@example.com');
    for (const other of [mark, 'garbage', '', `${mark}x`, 'кб.кб']) {
      expect(await send(OWNERS_NETWORK, other, 'koschei@example.com')).toEqual({
        success: false,
        reason: 'lastOfDay',
      });
    }
  });

  it('write one timeline entry per rejection cause, however many requests are rejected', async () => {
    for (let sent = 0; sent < LIMITS.emailsFromNetwork.tries; sent += 1) await send(network(sent));
    const rows = await server.db
      .select({ rows: count() })
      .from(accountEvents)
      .where(sql`${accountEvents.details} ->> 'action' = 'signInRejected'`);
    expect(rows).toEqual([{ rows: 1 }]);
  });

  it('leave staff three emails a day for an address', async () => {
    await knownBrowser();
    for (let sent = 0; sent <= EMAILS_A_DAY; sent += 1) await send(network(sent));
    await makeStaff(server, 'support');
    const resend = async () => {
      const { body } = await server.call('staffLogin', {
        body: { username: 'support', password: STAFF_PASSWORD },
      });
      return server.call('resendSignInEmail', { token: body.accessToken, body: { userId: 1 } });
    };
    for (let own = 0; own < 3; own += 1) expect((await resend()).status).toBe(200);
    expect((await resend()).status).toBe(429);
    const { linkToken } = await readEmail(server, EMAIL);
    expect(await signInByLink(linkToken)).toMatchObject({ success: true });
  });
});

describe('codes tried by strangers', () => {
  const countersOfCodes = async () =>
    (
      await server.db
        .select({ tries: throttleCounters.tries })
        .from(throttleCounters)
        .where(like(throttleCounters.key, 'wrongCodes%'))
    ).reduce((sum, { tries }) => sum + tries, 0);

  const setSpent = (tries: number) =>
    server.db.update(throttleCounters).set({ tries }).where(like(throttleCounters.key, 'wrongCodes:%'));

  async function newEmail(ip: string, email = EMAIL) {
    const { mailToken = '' } = await send(ip, undefined, email);
    return { mailToken, ...(await readEmail(server, email)) };
  }

  it('invalidate the code of an email but never its link', async () => {
    const { mailToken, code, linkToken } = await newEmail(OWNERS_NETWORK);
    for (let left = EMAIL_CODE_TRIES - 1; left > 0; left -= 1) {
      expect(await tryCode(network(1), mailToken, wrong(code))).toEqual({
        success: false,
        reason: 'invalid',
        triesLeft: left,
      });
    }
    const spent = { success: false, reason: 'tooManyTries', triesLeft: 0 };
    expect(await tryCode(network(1), mailToken, wrong(code))).toEqual(spent);
    expect(await tryCode(OWNERS_NETWORK, mailToken, code)).toEqual(spent);
    expect(await redeem({ linkToken, mailToken })).toMatchObject({ success: true });
  });

  it('are not counted with an invented token, from however many networks', async () => {
    const madeUp = createSecret('mailBinding');
    const fromEach = LIMITS.wrongCodesFromNetwork.tries;
    for (let tried = 0; tried < CODE_ATTACK_POSTS; tried += 1) {
      await tryCode(network(Math.floor(tried / fromEach)), madeUp, '12345678');
    }
    expect(await countersOfCodes()).toBe(0);
    const { mailToken, code } = await newEmail(network(0));
    expect(await tryCode(network(0), mailToken, code)).toMatchObject({ success: true });
  }, 600_000);

  it('are not counted with a used or an expired email', async () => {
    const used = await newEmail(OWNERS_NETWORK);
    await redeem(used);
    const expired = await newEmail(OWNERS_NETWORK);
    server.clock.advance(EMAIL_LINK_MS);
    for (const { mailToken, code } of [used, expired]) {
      expect(await tryCode(network(1), mailToken, code)).toEqual({
        success: false,
        reason: 'invalid',
        triesLeft: 0,
      });
    }
    expect(await countersOfCodes()).toBe(0);
  });

  it('beyond the limit of all networks raise an alert and leave each email one code attempt', async () => {
    const emails = CODE_ATTACK_POSTS / EMAIL_CODE_TRIES;
    const first = await newEmail(network(3000), 'stranger@example.com');
    await tryCode(network(3000), first.mailToken, wrong(first.code));
    await setSpent(LIMITS.wrongCodes.tries - CODE_ATTACK_POSTS);
    const perNetwork = LIMITS.wrongCodesFromNetwork.tries / EMAIL_CODE_TRIES;
    for (let index = 0; index < emails; index += 1) {
      const ip = network(Math.floor(index / perNetwork));
      const { mailToken, code } = await newEmail(ip, `stranger${String(index)}@example.com`);
      for (let guess = 1; guess <= EMAIL_CODE_TRIES; guess += 1) {
        await tryCode(ip, mailToken, wrong(code, guess));
      }
    }
    const beyond = async () =>
      /prosvet_sign_in_codes_beyond_budget_total (\d+)/.exec(await server.metrics.render())?.[1];
    expect(await beyond()).toBe('0');

    const right = await newEmail(network(4000));
    expect(await tryCode(network(4000), right.mailToken, right.code)).toMatchObject({ success: true });
    expect(await beyond()).toBe('1');
    const { mailToken, code, linkToken } = await newEmail(network(4001));
    const spent = { success: false, reason: 'tooManyTries', triesLeft: 0 };
    expect(await tryCode(network(4001), mailToken, wrong(code))).toEqual(spent);
    expect(await tryCode(network(4001), mailToken, code)).toEqual(spent);
    expect(await redeem({ linkToken, mailToken })).toMatchObject({ success: true });
  }, 3_600_000);

  it('from one /48 network are limited to ten times the limit of one /64 network', async () => {
    const ipv6 = (subnet: number) => `2001:db8:1:${subnet.toString(16)}::1`;
    const { tries } = LIMITS.wrongCodesFromWideNetwork;
    expect(tries).toBe(10 * LIMITS.wrongCodesFromNetwork.tries);
    const first = await newEmail(ipv6(1));
    await tryCode(ipv6(1), first.mailToken, wrong(first.code));
    await server.db
      .update(throttleCounters)
      .set({ tries: tries - 1 })
      .where(like(throttleCounters.key, 'wrongCodesFromWideNetwork:%'));
    const last = await newEmail(ipv6(2));
    expect(await tryCode(ipv6(2), last.mailToken, wrong(last.code))).toMatchObject({ reason: 'invalid' });
    const other = await newEmail(ipv6(3));
    expect(await tryCode(ipv6(3), other.mailToken, other.code)).toEqual({
      success: false,
      reason: 'tooManyTries',
      triesLeft: 0,
    });
    expect(await tryCode('2001:db8:2::1', other.mailToken, other.code)).toMatchObject({ success: true });
  });

  describe('count only if they were compared and wrong:', () => {
    const { tries } = LIMITS.wrongCodesFromNetwork;

    /**
     * Uses up all but `left` wrong code attempts of the owner's network, and returns a sign-in email with one wrong
     * attempt.
     */
    async function networkWithCodesLeft(left: number) {
      const email = await newEmail(OWNERS_NETWORK);
      await tryCode(OWNERS_NETWORK, email.mailToken, wrong(email.code));
      await server.db
        .update(throttleCounters)
        .set({ tries: tries - left })
        .where(like(throttleCounters.key, 'wrongCodesFromNetwork:%'));
      return email;
    }

    async function signInByCode(ip: string): Promise<ResponseBody> {
      const { mailToken, code } = await newEmail(ip, `customer@example.com`);
      return tryCode(ip, mailToken, code);
    }

    it("right codes use up nothing of a network's limit", async () => {
      await networkWithCodesLeft(1);
      for (let customer = 0; customer < 3; customer += 1) {
        expect(await signInByCode(OWNERS_NETWORK)).toMatchObject({ success: true });
      }
    });

    it("a code that an email rejects without comparing uses up nothing of a network's limit", async () => {
      const { mailToken, code } = await networkWithCodesLeft(1);
      await setSpent(LIMITS.wrongCodes.tries);
      for (let guess = 0; guess < 3; guess += 1) {
        expect(await tryCode(OWNERS_NETWORK, mailToken, code)).toMatchObject({ reason: 'tooManyTries' });
      }
      expect(await signInByCode(OWNERS_NETWORK)).toMatchObject({ success: true });
    });

    it('codes that the limit of a /48 network rejects use up nothing of the limit of a /64 network', async () => {
      const ip = '2001:db8:1:1::1';
      const { mailToken, code } = await newEmail(ip);
      await tryCode(ip, mailToken, wrong(code));
      await server.db
        .update(throttleCounters)
        .set({
          tries: LIMITS.wrongCodesFromWideNetwork.tries,
          windowEndsAt: new Date(server.clock.now().getTime() + MINUTE),
        })
        .where(like(throttleCounters.key, 'wrongCodesFromWideNetwork:%'));
      for (let guess = 0; guess < tries; guess += 1) {
        expect(await tryCode(ip, mailToken, code)).toMatchObject({ reason: 'tooManyTries' });
      }
      server.clock.advance(MINUTE);
      expect(await tryCode(ip, mailToken, code)).toMatchObject({ success: true });
    });
  });
});
