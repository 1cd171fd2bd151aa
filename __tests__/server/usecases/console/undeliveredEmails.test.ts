/** Tests the staff list of undelivered emails, and sending an undelivered email again. */
import { AddressRejected, MailServerFailed } from '../../../../src/server/ports/mailer';
import { outbox } from '../../../../src/server/store/schema/outbox';
import { staffAudit } from '../../../../src/server/store/schema/staff';
import { grantGiftMonths } from '../../../../src/server/usecases/billing/grantGiftMonths';
import { EMAIL_LINK_MS } from '../../../../src/server/usecases/signIn/sendSignInEmail';
import { deliverDueOutbox } from '../../../../src/server/workers/delivery/deliverOutbox';
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
