/**
 * Signs a customer in with a sign-in email. Redeeming the email's link or code returns a one-time token for the page
 * /confirm, which is then exchanged for a session. The response to a failed redemption does not reveal the cause.
 */
import { normalizeEmail } from '../../../shared/validation';
import type { Deps } from '../../deps';
import { createSecret, hashOwnSecret, hashSecret } from '../../secrets';
import type { Database } from '../../store/database';
import {
  consumeEmailLink,
  consumeRestoreToken,
  findEmailCode,
  findLinkRecipient,
  findRestoreTokenEmail,
  insertRestoreToken,
  type LinkProof,
  tryEmailCode,
} from '../../store/emailLinks';
import { LIMITS } from '../../throttle/limits';
import { countTry } from '../../throttle/throttle';
import { EMAIL_PROVIDER, emailIdentity, openAccount } from '../accounts/accounts';
import { countSignInCode } from '../accounts/codeBudgets';
import { recordSignIn } from '../accounts/sessions';
import { createBrowserMark, findBrowser } from './browserMark';
import { EMAIL_CODE_TRIES, hashEmailCode } from './emailCode';
import { type SigningInClient, startSession } from './newBrowser';

/** Validity of the one-time token for /confirm, in ms. */
const RESTORE_TOKEN_MS = 60_000;

export type Redemption =
  | { kind: 'redeemed'; token: string; gift: boolean }
  /** The link is valid, but this browser did not request it, and the email address is missing or wrong. */
  | { kind: 'emailNeeded' }
  /** The link or code is used, revoked, expired, unknown or malformed. */
  | { kind: 'invalid'; triesLeft?: number }
  /** The code of the sign-in email is not accepted, here or anywhere, but the link of the email still works. */
  | { kind: 'tooManyTries' };

async function mintRestoreToken(tx: Database, emailLinkId: number, now: Date): Promise<string> {
  const token = createSecret('restore');
  await insertRestoreToken(tx, {
    tokenHash: hashOwnSecret('restore', token),
    emailLinkId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + RESTORE_TOKEN_MS),
  });
  return token;
}

export interface LinkRedemption {
  linkToken: string;
  mailToken: string | null;
  /** Email address as the customer typed it. */
  email: string | null;
}

/**
 * Exchanges the link of a sign-in email for a one-time token. Opening the link alone does not consume it, so a mail
 * scanner that opens the link and runs the page's scripts does not use it up.
 */
export async function redeemEmailLink(deps: Deps, input: LinkRedemption): Promise<Redemption> {
  const linkTokenHash = hashSecret('emailLink', input.linkToken);
  if (linkTokenHash === null) return { kind: 'invalid' };
  const now = deps.clock.now();
  const mailTokenHash = input.mailToken === null ? null : hashSecret('mailBinding', input.mailToken);
  if (mailTokenHash !== null) {
    const redeemed = await redeemWith(deps, linkTokenHash, { mailTokenHash }, now);
    if (redeemed !== null) return redeemed;
  }
  const recipient = await findLinkRecipient(deps.db, linkTokenHash, now);
  if (recipient === null) return { kind: 'invalid' };
  const email = normalizeEmail(input.email ?? '');
  if (email === '') return { kind: 'emailNeeded' };
  const verdict = await countTry(deps.db, ['emailsOfLink', linkTokenHash], LIMITS.emailsOfLink, now);
  // Staff may send a link to an old account whose address has invisible characters, which the
  // customer cannot type.
  if (!verdict.allowed || email !== normalizeEmail(recipient)) return { kind: 'emailNeeded' };
  return (await redeemWith(deps, linkTokenHash, { email: recipient }, now)) ?? { kind: 'invalid' };
}

async function redeemWith(
  deps: Deps,
  linkTokenHash: string,
  proof: LinkProof,
  now: Date,
): Promise<Redemption | null> {
  return deps.db.transaction(async (tx) => {
    const link = await consumeEmailLink(tx, linkTokenHash, proof, now);
    if (link === null) return null;
    return { kind: 'redeemed', token: await mintRestoreToken(tx, link.id, now), gift: link.gift };
  });
}

/**
 * Exchanges the code of a sign-in email for a one-time token, in the browser that requested the email. Five wrong codes
 * invalidate the code of the email but not its link. Codes for an unknown, used or expired email are not counted, so
 * that such codes cannot exhaust a limit.
 */
export async function redeemEmailCode(
  deps: Deps,
  input: { mailToken: string; code: string; browserMark: string | null; ip: string },
): Promise<Redemption> {
  const mailTokenHash = hashSecret('mailBinding', input.mailToken);
  if (mailTokenHash === null) return { kind: 'invalid', triesLeft: 0 };
  const now = deps.clock.now();
  const sent = await findEmailCode(deps.db, mailTokenHash, now);
  if (sent === null) return { kind: 'invalid', triesLeft: 0 };
  if (sent.triesLeft === 0) return { kind: 'tooManyTries' };
  const { browserMark, ip } = input;
  const browser = browserMark === null ? null : findBrowser(deps, sent.email, browserMark);
  const { verdict, giveBack } = await countSignInCode(deps, { ip, mailbox: sent.email, browser }, now);
  if (verdict === 'rejected') return { kind: 'tooManyTries' };
  const triesReserved = verdict === 'cautious' ? EMAIL_CODE_TRIES - 1 : 0;
  const outcome = await deps.db.transaction(async (tx): Promise<Redemption | null> => {
    const tried = await tryEmailCode(
      tx,
      mailTokenHash,
      hashEmailCode(input.mailToken, input.code),
      now,
      triesReserved,
    );
    if (tried === null) return null;
    if (tried.matched) {
      return { kind: 'redeemed', token: await mintRestoreToken(tx, tried.id, now), gift: tried.gift };
    }
    return tried.triesLeft > 0 ? { kind: 'invalid', triesLeft: tried.triesLeft } : { kind: 'tooManyTries' };
  });
  if (outcome === null || outcome.kind === 'redeemed') await giveBack();
  // The result is null if the code expired or the sign-in email was used during this request.
  return outcome ?? { kind: 'tooManyTries' };
}

/**
 * Returns the email address of the sign-in that a one-time token of /confirm belongs to, or null if the token is
 * invalid. The one-time token is not consumed.
 */
export async function previewEmailSignIn(deps: Deps, token: string): Promise<string | null> {
  const tokenHash = hashSecret('restore', token);
  return tokenHash === null ? null : findRestoreTokenEmail(deps.db, tokenHash, deps.clock.now());
}

export interface RestoredSignIn {
  email: string;
  uid: string;
  /** Access token of the customer. */
  accessToken: string;
  /** Mark of the browser in which the customer has signed in. */
  browserMark: string;
}

/**
 * Signs a customer in with the one-time token of the page /confirm, and creates the account at the first sign-in.
 * Returns null if the one-time token is used, expired, of another kind or malformed.
 */
export async function restoreEmailSignIn(
  deps: Deps,
  token: string,
  client: SigningInClient,
): Promise<RestoredSignIn | null> {
  const tokenHash = hashSecret('restore', token);
  if (tokenHash === null) return null;
  return deps.db.transaction(async (tx) => {
    const link = await consumeRestoreToken(tx, tokenHash, deps.clock.now());
    if (link === null) return null;
    const account = await openAccount(tx, deps, emailIdentity(link.email));
    const linkSentAt = link.usedBy === 'link' ? link.createdAt : null;
    const accessToken = await startSession(tx, deps, account, { client, linkSentAt });
    const how = { provider: EMAIL_PROVIDER, way: link.usedBy, gift: link.gift };
    await recordSignIn(tx, deps, account, how);
    const browserMark = createBrowserMark(deps, account);
    return { email: link.email, uid: account.uid, accessToken, browserMark };
  });
}
