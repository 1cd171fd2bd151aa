/** Tests that wrong codes of one party do not use up the codes of another party on the same network or for the same mailbox. */
import { like } from 'drizzle-orm';
import { throttleCounters } from '../../../../src/server/store/schema/throttle';
import { LIMITS } from '../../../../src/server/throttle/limits';
import { EMAIL_CODE_TRIES } from '../../../../src/server/usecases/signIn/emailCode';
import { deliverDueOutbox } from '../../../../src/server/workers/delivery/deliverOutbox';
import { startTestServer, type TestServer } from '../../../support/server';
import { readEmail } from '../../../support/signIn';

const SHARED = '198.51.100.7';
const OWNER = 'vasilisa@example.com';

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer({ settings: { mode: 'production' }, trustedProxies: 1 });
});

afterEach(() => deliverDueOutbox(server.deps));

interface ResponseBody {
  success: boolean;
  reason?: string | null;
  mailToken?: string;
  token?: string;
  triesLeft?: number | null;
  browserMark?: string;
  accessToken?: string;
  requestToken?: string;
  restoreToken?: string;
  uid?: string;
}

async function post(path: string, body: object, ip = SHARED, token?: string): Promise<ResponseBody> {
  const response = await server.fetch(`/api/${path}`, {
    method: 'POST',
    headers: {
      ...{ 'Content-Type': 'application/json', 'X-Forwarded-For': ip },
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return (await response.json()) as ResponseBody;
}

async function newEmail(email: string, ip = SHARED, browserMark?: string) {
  const body = { email, platform: 'web', ...(browserMark === undefined ? {} : { browserMark }) };
  const { mailToken = '' } = await post('emailVerification/send', body, ip);
  return { mailToken, ...(await readEmail(server, email)) };
}

const tryCode = (typed: { mailToken: string; code: string; browserMark?: string }, ip = SHARED) =>
  post('emailVerification/code', typed, ip);

const wrong = (code: string, by = 1) =>
  String((Number(code) + by) % 10 ** code.length).padStart(code.length, '0');

async function signIn(email: string, ip = '192.0.2.9') {
  const { mailToken, code } = await newEmail(email, ip);
  const { token = '' } = await tryCode({ mailToken, code }, ip);
  return post('emailVerification/restore', { token }, ip);
}

/** Types all wrong codes of ten of one's own mailboxes. */
async function useUpNetwork(): Promise<void> {
  for (let mailbox = 0; mailbox < 10; mailbox += 1) {
    const { mailToken, code } = await newEmail(`own${String(mailbox)}@example.com`);
    for (let guess = 1; guess <= EMAIL_CODE_TRIES; guess += 1)
      await tryCode({ mailToken, code: wrong(code, guess) });
  }
}

async function confirmationCode(email: string): Promise<string> {
  await deliverDueOutbox(server.deps);
  const text = server.mailbox.emailsTo(email).findLast((each) => each.text.includes('Код:'))?.text ?? '';
  return /(?<!\d)\d{8}(?!\d)/.exec(text.slice(text.indexOf('Код:')))?.[0] ?? '';
}

describe('after 50 wrong codes for ten mailboxes of its own, a network', () => {
  it('rejects a right code of a new browser, but signs it in by the link', async () => {
    await useUpNetwork();
    const { mailToken, code, linkToken, text } = await newEmail(OWNER);
    expect(await tryCode({ mailToken, code })).toEqual({
      success: false,
      reason: 'tooManyTries',
      triesLeft: 0,
    });
    expect(text).toContain('Если код не принимают, открой ссылку');
    const redeemed = await post('emailVerification/redeem', { linkToken, mailToken });
    const restored = await post('emailVerification/restore', { token: redeemed.token });
    expect(restored).toMatchObject({ success: true });
  });

  it('accepts the code of a browser that knows the mailbox', async () => {
    const { browserMark = '' } = await signIn(OWNER);
    await useUpNetwork();
    const { mailToken, code } = await newEmail(OWNER, SHARED, browserMark);
    expect(await tryCode({ mailToken, code: wrong(code), browserMark })).toMatchObject({ reason: 'invalid' });
    expect(await tryCode({ mailToken, code, browserMark })).toMatchObject({ success: true });
  });

  it('accepts every confirmation code of a signed-in customer', async () => {
    const { accessToken, uid } = await signIn(OWNER);
    await useUpNetwork();
    const exported = await post('account/data/code', {}, SHARED, accessToken);
    const code = await confirmationCode(OWNER);
    const { requestToken } = exported;
    expect(await post('account/data/export', { requestToken, code }, SHARED, accessToken)).toMatchObject({
      success: true,
    });

    const sent = await post('account/email/send', {}, SHARED, accessToken);
    const present = { requestToken: sent.requestToken, code: await confirmationCode(OWNER) };
    expect(await post('account/email/confirm', present, SHARED, accessToken)).toMatchObject({
      success: true,
    });
    const address = { requestToken: sent.requestToken, newEmail: 'new@example.com' };
    const ofNew = await post('account/email/sendNew', address, SHARED, accessToken);
    const change = {
      requestToken: sent.requestToken,
      newRequestToken: ofNew.requestToken,
      code: await confirmationCode('new@example.com'),
    };
    expect(await post('account/email/change', change, SHARED, accessToken)).toMatchObject({ success: true });

    await deliverDueOutbox(server.deps);
    const link = server.mailbox.emailsTo(OWNER).findLast(({ text }) => text.includes('restoreEmail#'))?.text;
    const restoreToken = /restoreEmail#(\S+)/.exec(link ?? '')?.[1];
    const former = await post('account/email/sendRestore', { restoreToken });
    const back = { restoreToken, requestToken: former.requestToken, code: await confirmationCode(OWNER) };
    expect(await post('account/email/restore', back)).toMatchObject({ success: true });

    const again = await signIn(OWNER);
    expect(again.uid).toBe(uid);
    const deletion = await post('account/deletion/code', {}, SHARED, again.accessToken);
    const confirmed = { requestToken: deletion.requestToken, code: await confirmationCode(OWNER) };
    expect(await post('account/deletion/confirm', confirmed, SHARED, again.accessToken)).toMatchObject({
      success: true,
    });
  });
});

describe('wrong codes in a known browser', () => {
  it('count for its mark, also if the mark is changed where the proof of the mailbox does not need it', async () => {
    const { browserMark = '' } = await signIn(OWNER);
    const [nonce, ofEmail] = browserMark.split('.');
    const { tries } = LIMITS.wrongCodesOfKnownBrowser;
    for (let guess = 0; guess < tries + 2; guess += 1) {
      const mark = `${nonce ?? ''}.${ofEmail ?? ''}.variant${String(guess)}`;
      const { mailToken, code } = await newEmail(OWNER, `203.0.113.${String(guess)}`, browserMark);
      await tryCode({ mailToken, code: wrong(code), browserMark: mark });
    }
    const network = await server.db
      .select({ tries: throttleCounters.tries })
      .from(throttleCounters)
      .where(like(throttleCounters.key, 'wrongCodesFromNetwork:%'));
    expect(network.reduce((sum, each) => sum + each.tries, 0)).toBe(2);
  });

  it('do not count for the mark of another mailbox', async () => {
    const { browserMark = '' } = await signIn('koschei@example.com');
    await useUpNetwork();
    const { mailToken, code } = await newEmail(OWNER);
    expect(await tryCode({ mailToken, code, browserMark })).toMatchObject({ reason: 'tooManyTries' });
  });
});

it('all emails and wrong codes that strangers can use leave the owner a code that works', async () => {
  let compared = 0;
  for (let email = 0; email < LIMITS.emailsToMailbox.tries; email += 1) {
    const ip = `198.18.${String(email)}.1`;
    const { mailToken, code } = await newEmail(OWNER, ip);
    for (let guess = 1; guess <= EMAIL_CODE_TRIES; guess += 1) {
      const { reason, triesLeft } = await tryCode({ mailToken, code: wrong(code, guess) }, ip);
      compared += 1;
      if (reason === 'tooManyTries' || triesLeft === 0) break;
    }
  }
  expect(compared).toBeLessThanOrEqual(LIMITS.wrongCodesForMailbox.tries);
  const own = await newEmail(OWNER, '192.0.2.1');
  expect(await tryCode(own, '192.0.2.1')).toMatchObject({ success: true });
});

describe('codes that confirm a change', () => {
  const status = async (path: string, body: object, token?: string) =>
    (
      await server.fetch(`/api/${path}`, {
        method: 'POST',
        headers: {
          ...{ 'Content-Type': 'application/json', 'X-Forwarded-For': SHARED },
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      })
    ).status;

  /** Requests codes to the mailbox as the new address of the account of `email`, until the server rejects them. */
  async function floodNewMailbox(email: string, mailbox: string): Promise<void> {
    const { accessToken } = await signIn(email);
    const sent = await post('account/email/send', {}, SHARED, accessToken);
    const requestToken = sent.requestToken ?? '';
    const code = await confirmationCode(email);
    await post('account/email/confirm', { requestToken, code }, SHARED, accessToken);
    const body = { requestToken, newEmail: mailbox };
    while ((await status('account/email/sendNew', body, accessToken)) === 200);
  }

  it('of a bystander stay available when other accounts request codes to the same mailbox', async () => {
    const { accessToken } = await signIn(OWNER);
    for (const stranger of ['a', 'b', 'c', 'd']) await floodNewMailbox(`${stranger}@example.com`, OWNER);
    for (const path of ['account/deletion/code', 'account/data/code', 'account/email/send'])
      expect(await status(path, {}, accessToken)).toBe(200);
  });

  it('to a new address stay available to an account when another account requests them all', async () => {
    await floodNewMailbox('a@example.com', 'wanted@example.com');
    await floodNewMailbox('b@example.com', 'wanted@example.com');
    await floodNewMailbox('c@example.com', 'wanted@example.com');
    const { accessToken } = await signIn(OWNER);
    const sent = await post('account/email/send', {}, '192.0.2.1', accessToken);
    const requestToken = sent.requestToken ?? '';
    const code = await confirmationCode(OWNER);
    await post('account/email/confirm', { requestToken, code }, '192.0.2.1', accessToken);
    const body = { requestToken, newEmail: 'wanted@example.com' };
    expect(await post('account/email/sendNew', body, '192.0.2.1', accessToken)).toMatchObject({
      success: true,
    });
  });

  it('of each purpose have their own limit, so a thief cannot keep the owner from taking the address back', async () => {
    const { accessToken } = await signIn(OWNER);
    const sent = await post('account/email/send', {}, SHARED, accessToken);
    const requestToken = sent.requestToken ?? '';
    const code = await confirmationCode(OWNER);
    await post('account/email/confirm', { requestToken, code }, SHARED, accessToken);
    const address = { requestToken, newEmail: 'thief@example.com' };
    const ofNew = await post('account/email/sendNew', address, SHARED, accessToken);
    const thiefs = await confirmationCode('thief@example.com');
    const change = { requestToken, newRequestToken: ofNew.requestToken, code: thiefs };
    expect(await post('account/email/change', change, SHARED, accessToken)).toMatchObject({ success: true });
    for (const path of ['account/deletion/code', 'account/data/code'])
      while ((await status(path, {}, accessToken)) === 200);

    await deliverDueOutbox(server.deps);
    const link = server.mailbox.emailsTo(OWNER).findLast(({ text }) => text.includes('restoreEmail#'))?.text;
    const restoreToken = /restoreEmail#(\S+)/.exec(link ?? '')?.[1];
    const former = await post('account/email/sendRestore', { restoreToken });
    const back = { restoreToken, requestToken: former.requestToken, code: await confirmationCode(OWNER) };
    expect(await post('account/email/restore', back)).toMatchObject({ success: true });
  });
});
