/** Signs customers and staff in to the real server, and reads sign-in emails. */
import { findStaffAccount, insertStaffAccount } from '../../src/server/store/staff';
import { hashPassword } from '../../src/server/usecases/staff/passwords';
import { deliverDueOutbox } from '../../src/server/workers/delivery/deliverOutbox';
import type { StaffRole } from '../../src/shared/staffRoles';
import type { TestServer } from './server';

export interface RequestedEmail {
  mailToken: string;
  linkToken: string;
  /**
   * Sign-in code, or an empty string if the email contains no code. The last sign-in email of a day, and sign-in emails
   * that staff sent, contain no code.
   */
  code: string;
  /** The gift key in the sign-in link, or null if the email does not activate a gift. */
  giftKey: string | null;
  text: string;
  html: string;
}

/**
 * Delivers all due emails and returns the newest sign-in email to an address. Throws if the address got no sign-in email.
 */
export async function readEmail(
  server: TestServer,
  email: string,
): Promise<Omit<RequestedEmail, 'mailToken'>> {
  await deliverDueOutbox(server.deps);
  // Emails about the subscription may be sent at the same moment as the sign-in email.
  const emailMessage = server.mailbox.emailsTo(email).findLast(({ text }) => text.includes('/open#'));
  if (emailMessage === undefined) throw new Error(`no email to ${email}`);
  const link = /\/open#(\S+)/.exec(emailMessage.text)?.[1];
  const code = /(?<!\d)\d{8}(?!\d)/.exec(emailMessage.text.replace(/https?:\S+/g, ''))?.[0];
  if (link === undefined) throw new Error('the email contains no link');
  const fragment = new URLSearchParams(link);
  return {
    linkToken: fragment.get('t') ?? '',
    giftKey: fragment.get('k'),
    code: code ?? '',
    text: emailMessage.text,
    html: emailMessage.html,
  };
}

export async function requestEmail(
  server: TestServer,
  email: string,
  giftKey?: string,
): Promise<RequestedEmail> {
  const response = await server.call(giftKey === undefined ? 'sendEmailLink' : 'sendGiftEmailLink', {
    body: { email, platform: 'web', fcmToken: '', giftKey: giftKey ?? null },
  });
  const { mailToken } = response.body;
  if (typeof mailToken !== 'string') throw new Error(`no email was sent: ${JSON.stringify(response)}`);
  return { mailToken, ...(await readEmail(server, email)) };
}

export interface SignedInCustomer {
  email: string;
  uid: string;
  accessToken: string;
}

/** Signs a customer in by email: requests the sign-in email, redeems the link in the email and restores the session. */
export async function signInByEmail(server: TestServer, email: string): Promise<SignedInCustomer> {
  const { linkToken, mailToken } = await requestEmail(server, email);
  const redeemed = await server.call('redeemEmailLink', { body: { linkToken, mailToken } });
  const restored = await server.call('restoreEmailLink', { body: { token: redeemed.body.token ?? '' } });
  const { accessToken, uid } = restored.body;
  if (typeof accessToken !== 'string' || typeof uid !== 'string') {
    throw new Error('the sign-in was not restored');
  }
  return { email, uid, accessToken };
}

export const STAFF_PASSWORD = 'correct horse battery staple';

let passwordHash: Promise<string> | null = null;

/** Creates a staff account with `STAFF_PASSWORD`. The default username is the role. Returns the account's id. */
export async function makeStaff(
  server: TestServer,
  role: StaffRole,
  username: string = role,
): Promise<number> {
  passwordHash ??= hashPassword(STAFF_PASSWORD);
  await insertStaffAccount(server.db, {
    username,
    passwordHash: await passwordHash,
    role,
    createdAt: server.clock.now(),
  });
  return (await findStaffAccount(server.db, username))?.id ?? 0;
}

/** Creates a staff account and signs in. The default username is the role. */
export async function signInStaffAs(
  server: TestServer,
  role: StaffRole,
  username: string = role,
): Promise<{ username: string; accessToken: string; refreshToken: string }> {
  await makeStaff(server, role, username);
  const { body } = await server.call('staffLogin', { body: { username, password: STAFF_PASSWORD } });
  if (typeof body.refreshToken !== 'string') throw new Error('the staff sign-in failed');
  return { username, accessToken: body.accessToken, refreshToken: body.refreshToken };
}
