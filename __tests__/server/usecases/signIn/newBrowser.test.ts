/** Tests the email about a sign-in in a new browser: when the email is sent, and what the link in the email can do. */
import { mailCampaignSignIn } from '../../../../src/server/usecases/accounts/campaignSignIn';
import { mailSignInSummaries } from '../../../../src/server/usecases/signIn/newBrowser';
import { deliverDueOutbox } from '../../../../src/server/workers/delivery/deliverOutbox';
import { startTestServer, TEST_ORIGIN, type TestServer } from '../../../support/server';
import { readEmail, requestEmail, signInByEmail } from '../../../support/signIn';

const EMAIL = 'vasilisa@example.com';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
});

async function post(path: string, body: object, token?: string) {
  const response = await server.fetch(`${TEST_ORIGIN}/api/${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': CHROME,
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return (await response.json()) as { success: boolean; accessToken: string; browserMark: string };
}

/** Signs in with the code of a sign-in email, as a browser with the given browser mark. */
async function byCode(browserMark?: string) {
  const { code, mailToken } = await requestEmail(server, EMAIL);
  const { body } = await server.call('redeemEmailCode', { body: { mailToken, code } });
  return post('emailVerification/restore', { token: body.token, browserMark });
}

/** Signs in with the link of a sign-in email, the given time after the email was sent. */
async function byLink(waitMs: number) {
  const { linkToken, mailToken } = await requestEmail(server, EMAIL);
  server.clock.advance(waitMs);
  const { body } = await server.call('redeemEmailLink', { body: { linkToken, mailToken } });
  expect(body.success).toBe(true);
  return post('emailVerification/restore', { token: body.token });
}

const byGoogle = async (browserMark?: string) =>
  post('v2/register', { browserMark }, await server.google.idToken(EMAIL));

/** Returns the subjects of the sent emails about new browsers. */
async function notices(): Promise<string[]> {
  await deliverDueOutbox(server.deps);
  return server.mailbox
    .emailsTo(EMAIL)
    .map(({ subject }) => subject)
    .filter((subject) => /из нов/.test(subject));
}

const ONE = 'Вход в «Просвет» из нового браузера';

it('is sent when a new browser signs in, with its names and the time', async () => {
  await byCode();
  await byCode();
  expect(await notices()).toEqual([ONE]);
  const text = server.mailbox.emailsTo(EMAIL).at(-1)?.text ?? '';
  expect(text).toContain('Где: Chrome на Windows');
  expect(text).toContain('Когда: 21\u00a0ноября\u00a02026 в\u00a012:00 по\u00a0Москве');
  expect(text).toContain(`${TEST_ORIGIN}/account/sessions\n`);
});

it('is not sent for the first sign-in of an account', async () => {
  await byCode();
  await byGoogle((await byCode()).browserMark);
  expect(await notices()).toEqual([ONE]);
  server = await startTestServer();
  await byGoogle();
  expect(await notices()).toEqual([]);
});

it('is sent once per browser, also if the browser signs in by Google later', async () => {
  await byCode();
  const second = await byCode();
  expect(await notices()).toHaveLength(1);
  const third = await byCode(second.browserMark);
  await byGoogle(third.browserMark);
  await byCode(second.browserMark);
  expect(await notices()).toHaveLength(1);
});

it('treats a browser with the mark of another account or with a forged mark as a new browser', async () => {
  await byCode();
  const stranger = await signInByEmail(server, 'stranger@example.com');
  await byCode(stranger.accessToken);
  const own = (await byCode()).browserMark;
  const [nonce, ...proofs] = own.split('.');
  await byCode([nonce, ...proofs.map((proof) => `${proof.slice(0, -1)}_`)].join('.'));
  expect(await notices()).toHaveLength(3);
});

describe('a sign-in by the link of a sign-in email', () => {
  it('causes no email about a new browser within 10 minutes after the sign-in email', async () => {
    await byCode();
    await byLink(0);
    await byLink(9 * MINUTE);
    expect(await notices()).toEqual([]);
  });

  it('causes an email about a new browser later than 10 minutes after the sign-in email', async () => {
    await byCode();
    // An ordinary sign-in link is valid for 10 minutes only, but the link after a campaign payment is valid for 24 hours.
    await server.db.transaction((tx) =>
      mailCampaignSignIn(tx, server.deps, { email: EMAIL, orderId: 'o-1', hasBegun: true }),
    );
    const { linkToken } = await readEmail(server, EMAIL);
    server.clock.advance(10 * MINUTE + 1);
    const { body } = await server.call('redeemEmailLink', { body: { linkToken, email: EMAIL } });
    expect((await post('emailVerification/restore', { token: body.token })).success).toBe(true);
    expect(await notices()).toEqual([ONE]);
  });
});

describe('more than three new browsers on one day', () => {
  beforeEach(async () => {
    // The clock starts at 12:00 in Moscow.
    for (let signIn = 0; signIn < 6; signIn += 1) {
      await byCode();
      server.clock.advance(HOUR);
    }
  });

  it('cause three emails, and one summary of the others after midnight', async () => {
    expect(await notices()).toEqual([ONE, ONE, ONE]);
    await mailSignInSummaries(server.deps);
    expect(await notices()).toHaveLength(3);
    server.clock.advance(6 * HOUR);
    await mailSignInSummaries(server.deps);
    await mailSignInSummaries(server.deps);
    expect(await notices()).toEqual([ONE, ONE, ONE, 'Ещё 2\u00a0входа в «Просвет» из новых браузеров']);
    expect(server.mailbox.emailsTo(EMAIL).at(-1)?.text).toContain(
      'Chrome на Windows: 21\u00a0ноября\u00a02026 в\u00a016:00 по\u00a0Москве',
    );
  });

  it('leave three emails for the next day', async () => {
    server.clock.advance(6 * HOUR);
    await byCode();
    expect(await notices()).toHaveLength(4);
  });
});

it('stays within three emails when many browsers sign in at the same time', async () => {
  await byCode();
  const tokens: string[] = [];
  for (let browser = 0; browser < 6; browser += 1) {
    const { code, mailToken } = await requestEmail(server, EMAIL);
    const { body } = await server.call('redeemEmailCode', { body: { mailToken, code } });
    tokens.push(body.token ?? '');
  }
  await Promise.all(tokens.map((token) => post('emailVerification/restore', { token })));
  expect(await notices()).toHaveLength(3);
});

it('opening the link in the email changes nothing', async () => {
  const first = await byCode();
  await byCode();
  await server.fetch(`${TEST_ORIGIN}/account/sessions`);
  const { body } = await server.call('listSessions', { token: first.accessToken, body: {} });
  expect(body.sessions).toHaveLength(2);
});
