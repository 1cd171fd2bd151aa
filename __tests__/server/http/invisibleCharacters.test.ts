import { createSecret, hashOwnSecret } from '../../../src/server/secrets';
/**
 * Tests that texts which identify something are cleaned of invisible characters wherever they enter the server, and what
 * becomes of accounts that were opened before addresses were cleaned.
 */
import { findAccountByEmail } from '../../../src/server/store/accounts';
import { insertEmailLink } from '../../../src/server/store/emailLinks';
import { findRejectedAddress, noteRejectedAddress } from '../../../src/server/store/rejectedAddresses';
import { emailIdentity, openAccount } from '../../../src/server/usecases/accounts/accounts';
import { createCustomerSession } from '../../../src/server/usecases/accounts/sessions';
import { createGift } from '../../../src/server/usecases/gifts/gifts';
import { deliverDueOutbox } from '../../../src/server/workers/delivery/deliverOutbox';
import { PAY } from '../../support/notificationExamples';
import { startTestServer, type TestServer } from '../../support/server';
import { readEmail, requestEmail, signInByEmail, signInStaffAs, STAFF_PASSWORD } from '../../support/signIn';

const CLEAN = 'anna@example.com';
const RAW = '\u200banna@example.com';
const PASTED = [
  '\u200banna@example.com',
  'an\u00adna@example.com\u00a0',
  '\ufeff\u2066anna@exam\u200dple.com\u2069',
];
const OFFICE = { staffId: null, username: 'test', ip: '127.0.0.1', requestId: 'test' };

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
});

afterEach(() => deliverDueOutbox(server.deps));

/** Opens an account with invisible characters in its address, as a former version did, and signs in to it. */
async function oldAccount() {
  const account = await openAccount(server.db, server.deps, emailIdentity(RAW));
  return { ...account, token: await createCustomerSession(server.db, server.deps, account.id) };
}

describe('an address with invisible characters', () => {
  it.each(PASTED)('%j at the sign-in sends the email to the visible address', async (email) => {
    await server.call('sendEmailLink', { body: { email, platform: 'web', fcmToken: '', giftKey: null } });
    await deliverDueOutbox(server.deps);
    expect(server.mailbox.emails.map(({ to }) => to)).toEqual([CLEAN]);
  });

  it('of a provider’s notification opens the account of the visible address', async () => {
    const { order } = (await server.call('getCampaignOrder', { body: { partner: null } })).body;
    await server.fakeCardProvider.notify('pay', {
      ...PAY,
      Email: '\u200banna@example.com\u200e',
      InvoiceId: order.id,
      AccountId: order.accountId,
    });
    expect(await findAccountByEmail(server.db, CLEAN)).not.toBeNull();
    await deliverDueOutbox(server.deps);
    expect(server.mailbox.emails.map(({ to }) => to)).toEqual([CLEAN]);
  });

  it('proves with a sign-in link that the mailbox is the own one', async () => {
    const { linkToken } = await requestEmail(server, CLEAN);
    const redeemed = await server.call('redeemEmailLink', {
      body: { linkToken, mailToken: null, email: RAW },
    });
    expect(redeemed.body.success).toBe(true);
  });

  it('identifies the signed-in customer in native applications', async () => {
    const { accessToken, uid } = await signInByEmail(server, CLEAN);
    const named = { email: 'anna@example.com\u200b', uid: `${uid}\u200b` };
    const profile = await server.call('getProfile', { token: accessToken, body: named });
    expect(profile.status).toBe(200);
  });
});

it('reads a code with invisible characters and other text around it', async () => {
  const { mailToken, code } = await requestEmail(server, CLEAN);
  const typed = `Код:\u00a0\u200b${code.slice(0, 4)}\u202f${code.slice(4)}.`;
  const redeemed = await server.call('redeemEmailCode', { body: { mailToken, code: typed } });
  expect(redeemed.body.success).toBe(true);
});

it('reads a gift key with invisible characters', async () => {
  const { activationKey: key } = await createGift(server.deps, OFFICE, { months: 3 });
  const checked = await server.call('checkGift', {
    body: { key: `\u2066${key.slice(0, 9)}\u200b${key.slice(9)}\u2069` },
  });
  expect(checked.body.months).toBe(3);
});

it('signs staff in with invisible characters around the username, but not around the password', async () => {
  await signInStaffAs(server, 'support');
  const signIn = (username: string, password: string) =>
    server.call('staffLogin', { body: { username, password } });
  expect((await signIn('\u200bsupport\u00a0', STAFF_PASSWORD)).status).toBe(200);
  expect((await signIn('support', `${STAFF_PASSWORD}\u200b`)).status).toBe(401);
});

it('finds customers by texts with invisible characters', async () => {
  const { uid } = await signInByEmail(server, CLEAN);
  const { accessToken: token } = await signInStaffAs(server, 'support');
  const byPart = await server.call('searchUsers', {
    token,
    query: { emailPart: '\u200ban\u00adna@ex\u00a0' },
  });
  expect(byPart.body.content.map(({ email }) => email)).toEqual([CLEAN]);
  const byUid = await server.call('findUsers', { token, body: { value: `\u2068${uid}\u2069` } });
  expect(byUid.body.matches.map(({ user }) => user.email)).toEqual([CLEAN]);
});

describe('a free text', () => {
  it('keeps what was typed, except control characters and characters that change the direction', async () => {
    const { accessToken: token } = await signInStaffAs(server, 'support');
    const { id: userId } = await openAccount(server.db, server.deps, emailIdentity(CLEAN));
    const text = ' 👨\u200d👩\u200d👧 звонит\u202e\u0007\r\nзавтра\u200e ';
    expect((await server.call('addNote', { token, body: { userId, text } })).status).toBe(200);
    const notes = await server.call('listNotes', { token, body: { userId } });
    expect(notes.body.notes.map((note) => note.text)).toEqual(['👨\u200d👩\u200d👧 звонит\nзавтра']);
    for (const empty of ['\u200b', ' \u2060\u00ad ', '\u202e'])
      expect((await server.call('addNote', { token, body: { userId, text: empty } })).status).toBe(400);
  });
});

describe('an old account with invisible characters in its address', () => {
  it('keeps its sessions, whether the client sends the stored or the visible address', async () => {
    const { token, uid } = await oldAccount();
    for (const email of [RAW, CLEAN]) {
      const profile = await server.call('getProfile', { token, body: { uid, email } });
      expect([profile.status, profile.body.userInfo?.email]).toEqual([200, RAW]);
    }
    const other = await server.call('getProfile', { token, body: { uid, email: 'other@example.com' } });
    expect(other.status).toBe(403);
  });

  it('is not the account that the visible address signs in to', async () => {
    const old = await oldAccount();
    const { uid } = await signInByEmail(server, CLEAN);
    expect(uid).not.toBe(old.uid);
    expect((await findAccountByEmail(server.db, RAW))?.id).toBe(old.id);
  });

  it('is found by its uid and either form of its address when staff act on it', async () => {
    const { uid, token } = await oldAccount();
    await openAccount(server.db, server.deps, emailIdentity(CLEAN));
    const { accessToken: staff } = await signInStaffAs(server, 'senior');
    const deviceId = '0b6f1a52-8b1f-4a44-9f5e-1f3a2b4c5d6e';
    const attach = { deviceId, deviceName: 'Pixel 9', platform: 'android' };
    await server.call('attachApp', { token, body: attach });
    const detached = await server.call('detachDevice', { token: staff, body: { uid, email: RAW, deviceId } });
    expect(detached.body.success).toBe(true);
  });

  it('signs in with a link that staff send to it, after the customer typed the visible address', async () => {
    const { id, uid } = await oldAccount();
    const { accessToken: token } = await signInStaffAs(server, 'support');
    await server.call('resendSignInEmail', { token, body: { userId: id } });
    const { linkToken } = await readEmail(server, RAW);
    const redeemed = await server.call('redeemEmailLink', {
      body: { linkToken, mailToken: null, email: CLEAN },
    });
    const restored = await server.call('restoreEmailLink', { body: { token: redeemed.body.token ?? '' } });
    expect(restored.body.uid).toBe(uid);
  });

  it('still signs in with an email that was requested before the upgrade', async () => {
    const { uid } = await oldAccount();
    const [linkToken, mailToken] = [createSecret('emailLink'), createSecret('mailBinding')];
    const now = server.clock.now();
    await insertEmailLink(server.db, {
      ...{ email: RAW, gift: false, codeHash: 'none', askedFrom: 'test', codeTriesLeft: 0, usesLeft: 1 },
      linkTokenHash: hashOwnSecret('emailLink', linkToken),
      mailTokenHash: hashOwnSecret('mailBinding', mailToken),
      createdAt: now,
      expiresAt: new Date(now.getTime() + 60_000),
    });
    const redeemed = await server.call('redeemEmailLink', { body: { linkToken, mailToken } });
    const restored = await server.call('restoreEmailLink', { body: { token: redeemed.body.token ?? '' } });
    expect(restored.body.uid).toBe(uid);
  });

  it('has a mailbox of its own, whose rejections say nothing about the visible mailbox', async () => {
    await noteRejectedAddress(server.db, RAW, '550 5.1.1', server.clock.now());
    expect(await findRejectedAddress(server.db, CLEAN)).toBeNull();
    expect(await findRejectedAddress(server.db, RAW)).not.toBeNull();
  });

  it('is deleted by an admin who types the visible address', async () => {
    const { id } = await oldAccount();
    const { accessToken: token } = await signInStaffAs(server, 'admin');
    const body = { userId: id, email: CLEAN, reason: 'customerRequest' } as const;
    expect((await server.call('eraseCustomer', { token, body })).status).toBe(200);
    expect(await findAccountByEmail(server.db, RAW)).toBeNull();
  });
});
