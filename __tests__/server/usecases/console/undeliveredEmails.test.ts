/** Tests the staff list of undelivered emails, and sending an undelivered email again. */
import { createSmtpMailer, type SmtpMailer } from '../../../../src/server/adapters/smtpMailer';
import { AddressRejected, MailServerFailed } from '../../../../src/server/ports/mailer';
import { outbox } from '../../../../src/server/store/schema/outbox';
import { staffAudit } from '../../../../src/server/store/schema/staff';
import { grantGiftMonths } from '../../../../src/server/usecases/billing/subscriptions/grantGiftMonths';
import { EMAIL_LINK_MS } from '../../../../src/server/usecases/signIn/sendSignInEmail';
import { deliverDueOutbox } from '../../../../src/server/workers/delivery/deliverOutbox';
import { type ScriptedMailServer, startScriptedMailServer } from '../../../support/scriptedMailServer';
import { startTestServer, type TestServer } from '../../../support/server';
import { signInByEmail, signInStaffAs } from '../../../support/signIn';

const EMAIL = 'vasilisa@example.com';

let server: TestServer;
let token: string;
let isRejecting: boolean;

beforeEach(async () => {
  server = await startTestServer();
  const { send } = server.deps.mailer;
  isRejecting = false;
  server.deps.mailer = {
    send: (emailMessage, key) =>
      isRejecting ? Promise.reject(new AddressRejected('550 5.1.1 RCPT TO')) : send(emailMessage, key),
  };
  await signInByEmail(server, EMAIL);
  token = (await signInStaffAs(server, 'support')).accessToken;
  isRejecting = true;
});

const list = async () => (await server.call('listUndeliveredEmails', { token, body: {} })).body.content;
const again = (id: number) => server.call('sendEmailAgain', { token, body: { id } });

/** Enqueues an email about a gift. */
async function giftEmail(): Promise<void> {
  await server.db.transaction((tx) =>
    grantGiftMonths(tx, server.deps, { accountId: 1, months: 1, giftId: 1, at: server.clock.now() }),
  );
  server.clock.advance(60_000);
  await deliverDueOutbox(server.deps);
}

it('are listed with recipient and reason, and are sent again by one action', async () => {
  await giftEmail();
  const [emailMessage, ...others] = await list();
  expect(others).toEqual([]);
  expect(emailMessage).toMatchObject({
    userId: 1,
    email: EMAIL,
    attempts: 1,
    reason: 'AddressRejected: 550 5.1.1 RCPT TO',
    rejectedSince: server.clock.now().toISOString(),
    canBeSentAgain: true,
  });
  isRejecting = false;
  const before = server.mailbox.emailsTo(EMAIL).length;
  expect((await again(emailMessage?.id ?? 0)).status).toBe(200);
  await deliverDueOutbox(server.deps);
  expect(server.mailbox.emailsTo(EMAIL)).toHaveLength(before + 1);
  expect(await list()).toEqual([]);
  expect((await again(emailMessage?.id ?? 0)).status).toBe(404);
  const actions = (await server.db.select().from(staffAudit).orderBy(staffAudit.id)).map(
    ({ action }) => action,
  );
  expect(actions).toEqual(expect.arrayContaining(['viewUndeliveredEmails', 'sendEmailAgain']));
});

it('are named on the page of their customer until they are sent again', async () => {
  const named = async () =>
    (await server.call('getUserById', { token, query: { id: 1 } })).body.undeliveredEmail;
  expect(await named()).toBeNull();
  await giftEmail();
  const reason = 'AddressRejected: 550 5.1.1 RCPT TO';
  expect(await named()).toEqual({ at: server.clock.now().toISOString(), template: 'giftActivated', reason });
  isRejecting = false;
  await again((await list())[0]?.id ?? 0);
  expect(await named()).toBeNull();
});

it('cannot be sent again if their secret was deleted', async () => {
  await server.call('sendEmailLink', { body: { email: 'nobody@example.com', platform: 'web' } });
  await deliverDueOutbox(server.deps);
  const [emailMessage] = await list();
  expect(emailMessage).toMatchObject({
    email: 'nobody@example.com',
    template: 'signIn',
    canBeSentAgain: false,
  });
  expect((await again(emailMessage?.id ?? 0)).status).toBe(409);
  const [row] = await server.db.select().from(outbox).limit(1);
  expect(JSON.stringify(row?.payload)).not.toContain('nobody@example.com');
});

it('include sign-in emails that wait for the mail server, and those whose link expired', async () => {
  server.deps.mailer = { send: () => Promise.reject(new MailServerFailed('ECONNREFUSED ESOCKET CONN')) };
  await server.call('sendEmailLink', { body: { email: 'nobody@example.com', platform: 'web' } });
  await deliverDueOutbox(server.deps);
  expect(await list()).toMatchObject([
    {
      email: 'nobody@example.com',
      state: 'waiting',
      attempts: 1,
      reason: 'MailServerFailed: ECONNREFUSED ESOCKET CONN',
      canBeSentAgain: false,
    },
  ]);
  expect((await again((await list())[0]?.id ?? 0)).status).toBe(404);
  server.clock.advance(EMAIL_LINK_MS);
  await deliverDueOutbox(server.deps);
  expect(await list()).toMatchObject([{ email: 'nobody@example.com', state: 'expired', attempts: 1 }]);
});

describe('with a mail server that rejects the content for good', () => {
  let mail: ScriptedMailServer;
  let mailer: SmtpMailer;

  beforeEach(async () => {
    mail = await startScriptedMailServer({ content: () => ({ reply: '554 5.7.1 Spam message rejected' }) });
    mailer = createSmtpMailer({ smtpUrl: mail.url, from: 'mail@shop.example', replyTo: 'help@shop.example' });
    server.deps.mailer = mailer;
  });

  afterEach(async () => {
    mailer.close();
    await mail.close();
  });

  const contents = () => mail.commands.filter((command) => command.startsWith('DATA')).length;

  /** Delivers each attempt of five days. Signs staff in again, because the session ends meanwhile. */
  async function passDays(): Promise<void> {
    for (let hour = 0; hour < 120; hour += 1) {
      server.clock.advance(3_600_000);
      await deliverDueOutbox(server.deps);
    }
    token = (await signInStaffAs(server, 'support')).accessToken;
  }

  it('an email fails after three attempts, is listed, and can be sent again', async () => {
    await giftEmail();
    await passDays();
    expect(contents()).toBe(3);
    const [failed, ...others] = await list();
    expect(others).toEqual([]);
    expect(failed).toMatchObject({
      ...{ userId: 1, email: EMAIL, state: 'failed', attempts: 3, canBeSentAgain: true },
      ...{ reason: 'MailRejected: 554 5.7.1 EMESSAGE DATA' },
    });
    mail.script = {};
    expect((await again(failed?.id ?? 0)).status).toBe(200);
    await deliverDueOutbox(server.deps);
    expect(mail.accepted.map(({ to }) => to)).toEqual([EMAIL]);
    expect(await list()).toEqual([]);
  });

  it('a sign-in email fails after three attempts and is listed, and staff can send a new one', async () => {
    await server.call('sendEmailLink', { body: { email: EMAIL, platform: 'web' } });
    for (let minute = 0; minute < 10; minute += 1) {
      await deliverDueOutbox(server.deps);
      server.clock.advance(60_000);
    }
    await passDays();
    expect(contents()).toBe(3);
    expect(await list()).toMatchObject([
      { email: EMAIL, template: 'signIn', attempts: 3, reason: 'MailRejected: 554 5.7.1 EMESSAGE DATA' },
    ]);
    mail.script = {};
    const resent = await server.call('resendSignInEmail', { token, body: { userId: 1 } });
    expect(resent.status).toBe(200);
    await deliverDueOutbox(server.deps);
    expect(mail.accepted.map(({ to }) => to)).toEqual([EMAIL]);
  });
});
