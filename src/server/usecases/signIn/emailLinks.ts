/**
 * Sign-in by email. An email carries a link and a code;
 * `mailToken` binds the browser that asked. Redeeming gives a one-time token for /confirm, and
 * restoring with that gives a session. What cannot be redeemed looks the same whatever the cause.
 */
import { randomInt } from 'node:crypto';
import {
  EMAIL_LINK_MINUTES,
  LAST_EMAIL_HOURS,
  LAST_EMAIL_USES,
  SIGN_IN_CODE_LENGTH,
} from '../../../shared/constants';
import { isGiftKey, normalizeEmail } from '../../../shared/validation';
import type { Deps } from '../../deps';
import type { StaffOrigin } from '../../domain/caller';
import { noSuchUser } from '../../domain/rejection';
import { signInEmail } from '../../emails/signInEmail';
import { enqueue } from '../../outbox/outbox';
import { createSecret, hashOwnSecret, hashSecret, sha256 } from '../../secrets';
import { insertAccountEvent, insertEventOfAddress } from '../../store/accountEvents';
import { findAccountById } from '../../store/accounts';
import type { Database } from '../../store/database';
import {
  consumeEmailLink,
  consumeRestoreToken,
  findCodeTries,
  findRestoreTokenEmail,
  hasLiveEmailLink,
  insertEmailLink,
  insertRestoreToken,
  isEmailLinkLive,
  lockMailbox,
  tryEmailCode,
} from '../../store/emailLinks';
import { limitIn, LIMITS } from '../../throttle/limits';
import { networkOf } from '../../throttle/networkOf';
import { countTry, rejectTooManyTries } from '../../throttle/throttle';
import { EMAIL_PROVIDER, emailIdentity, openAccount } from '../accounts/accounts';
import { openerUrl } from '../accounts/campaignSignIn';
import { createCustomerSession, recordSignIn } from '../accounts/sessions';
import { changeAsStaff } from '../audit/staffChange';
import { readGift } from '../gifts/gifts';
import { createBrowserMark } from './browserMark';
import { countCode } from './codeBudgets';
import { countSharedEmail, type EmailRequester, ownEmailOf, rejectTooManyEmails } from './emailAllowance';

const MINUTE = 60_000;

/** An email's link and code are good for this long, ms. */
export const EMAIL_LINK_MS = EMAIL_LINK_MINUTES * MINUTE;
/** From redeeming to /confirm, ms. */
const RESTORE_TOKEN_MS = MINUTE;
/** Wrong codes that end the code of an email. Its link keeps working. */
export const EMAIL_CODE_TRIES = 5;

/** Validity of the last email of a day, ms. Its owner is not locked out by whoever requested the others. */
const LAST_EMAIL_MS = LAST_EMAIL_HOURS * 60 * MINUTE;

/** The requester of the last email of a day, whoever requested it. */
const LAST_OF_DAY = 'lastOfDay';

function codeHash(mailToken: string, code: string): string {
  return sha256(`emailCode\n${mailToken}\n${code}`);
}

export interface EmailLinkRequest {
  /** Normal form. */
  email: string;
  /** The gift that the email activates; null for a plain sign-in. */
  giftKey: string | null;
  /** What an earlier sign-in in this browser returned; null if none. */
  browserMark: string | null;
  ip: string;
}

export type SentEmailLink =
  | { kind: 'sent'; mailToken: string }
  /** The last email of the day was sent: it has a link only, which works in every browser. */
  | { kind: 'lastSent' }
  /** Nothing is sent: too many emails to this mailbox, or a gift key that activates nothing. */
  | { kind: 'rejected'; lastIsInMailbox: boolean };

/**
 * Mails a sign-in link. The result never tells whether the address has an account. Throws TOO_MANY_REQUESTS if the network
 * requests too many emails.
 */
export async function sendEmailLink(deps: Deps, request: EmailLinkRequest): Promise<SentEmailLink> {
  const now = deps.clock.now();
  const { email } = request;
  const requester: EmailRequester = { ...request, network: networkOf(request.ip) };
  const knownBrowser = await ownEmailOf(deps, requester, now);
  if (knownBrowser === null) await rejectTooManyEmails(deps, requester.network, now);
  const gift = request.giftKey === null ? null : await readGiftForEmail(deps.db, request.giftKey);
  if (gift === 'none') return reject(deps, email, 'giftKey', now);
  const content: EmailContent = { email, gift, giftKey: request.giftKey };
  if (knownBrowser !== null) {
    return sendOrdinary(deps, content, sha256(`browser\n${knownBrowser}`), now);
  }
  switch (await countSharedEmail(deps, requester, now)) {
    case 'ordinary':
      return sendOrdinary(deps, content, sha256(`network\n${requester.network}`), now);
    case 'last':
      return sendLastOfDay(deps, content, now);
    case 'tooSoon':
      return reject(deps, email, 'tooManyEmails', now);
  }
}

/** Records a rejected request in the timeline, once in a window: strangers must not fill it. */
async function reject(
  deps: Deps,
  email: string,
  reason: 'giftKey' | 'tooManyEmails',
  now: Date,
): Promise<SentEmailLink> {
  const entry = await countTry(
    deps.db,
    ['signInRejectionEntries', email, reason],
    LIMITS.signInRejectionEntries,
    now,
  );
  if (entry.allowed) {
    await insertEventOfAddress(deps.db, email, {
      at: now,
      kind: 'email',
      details: { action: 'signInRejected', reason },
    });
  }
  const lastIsInMailbox =
    reason === 'tooManyEmails' && (await hasLiveEmailLink(deps.db, { email, askedFrom: LAST_OF_DAY }, now));
  return { kind: 'rejected', lastIsInMailbox };
}

/** Sends an email with a link and a code. `askedFrom`: the requester, hashed. */
async function sendOrdinary(
  deps: Deps,
  content: EmailContent,
  askedFrom: string,
  now: Date,
): Promise<SentEmailLink> {
  const mailToken = createSecret('mailBinding');
  const code = String(randomInt(10 ** SIGN_IN_CODE_LENGTH)).padStart(SIGN_IN_CODE_LENGTH, '0');
  await deps.db.transaction((tx) =>
    mailForCustomer(tx, deps, { ...content, binding: { mailToken, code }, askedFrom }, now),
  );
  deps.wakeOutbox('signIn');
  return { kind: 'sent', mailToken };
}

/** Sends the last email of a day, unless one that still works is in the mailbox. */
async function sendLastOfDay(deps: Deps, content: EmailContent, now: Date): Promise<SentEmailLink> {
  const { email } = content;
  const isSent = await deps.db.transaction(async (tx) => {
    await lockMailbox(tx, email);
    if (await hasLiveEmailLink(tx, { email, askedFrom: LAST_OF_DAY }, now)) return false;
    await mailForCustomer(tx, deps, { ...content, binding: null, askedFrom: LAST_OF_DAY }, now);
    return true;
  });
  if (!isSent) return reject(deps, email, 'tooManyEmails', now);
  deps.wakeOutbox('signIn');
  return { kind: 'lastSent' };
}

interface EmailContent {
  email: string;
  gift: { months: number } | null;
  giftKey: string | null;
}

interface RequestedEmail extends EmailContent {
  /** Null: no browser waits for it. */
  binding: { mailToken: string; code: string } | null;
  askedFrom: string;
}

/** Enqueues an email that a customer requested, and records it in the timeline. */
async function mailForCustomer(
  tx: Database,
  deps: Deps,
  emailMessage: RequestedEmail,
  now: Date,
): Promise<void> {
  const outboxKey = await mailSignIn(tx, deps, emailMessage, now);
  await insertEventOfAddress(tx, emailMessage.email, {
    at: now,
    kind: 'email',
    details: { action: emailMessage.gift === null ? 'signIn' : 'giftSignIn', by: 'customer' },
    outboxKey,
  });
}

/** Enqueues a sign-in email and returns its outbox key. */
async function mailSignIn(
  tx: Database,
  deps: Deps,
  emailMessage: RequestedEmail,
  now: Date,
): Promise<string> {
  const { email, gift, giftKey, binding, askedFrom } = emailMessage;
  const isLastOfDay = askedFrom === LAST_OF_DAY;
  const lifetimeMs = isLastOfDay ? LAST_EMAIL_MS : EMAIL_LINK_MS;
  const uses = isLastOfDay ? LAST_EMAIL_USES : 1;
  const linkToken = createSecret('emailLink');
  const mailToken = binding?.mailToken ?? createSecret('mailBinding');
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  const rendered = signInEmail(
    {
      url: openerUrl(deps.settings.publicUrl, linkToken, giftKey),
      code: binding?.code ?? null,
      lifetimeMinutes: lifetimeMs / MINUTE,
      uses,
      isLastOfDay,
      gift,
    },
    deps.settings.brand,
  );
  const id = await insertEmailLink(tx, {
    email,
    gift: gift !== null,
    linkTokenHash: hashOwnSecret('emailLink', linkToken),
    mailTokenHash: hashOwnSecret('mailBinding', mailToken),
    codeHash: codeHash(mailToken, binding?.code ?? createSecret('mailBinding')),
    askedFrom,
    codeTriesLeft: binding === null ? 0 : EMAIL_CODE_TRIES,
    usesLeft: uses,
    createdAt: now,
    expiresAt,
  });
  const outboxKey = `signIn:${id}`;
  await enqueue(tx, {
    kind: 'email',
    dedupeKey: outboxKey,
    payload: { to: email, ...rendered },
    dropAfter: expiresAt,
  });
  return outboxKey;
}

/**
 * Staff have a sign-in email sent to a customer. It works in whichever browser it is opened: its
 * opener asks for the address there. Throws NOT_FOUND for an unknown account, TOO_MANY_REQUESTS beyond the
 * limits of the customer's own emails.
 */
export async function resendSignInEmail(deps: Deps, staff: StaffOrigin, accountId: number): Promise<void> {
  const now = deps.clock.now();
  const account = await findAccountById(deps.db, accountId);
  if (account === null) throw noSuchUser();
  await rejectTooManyTries(
    deps.db,
    ['emailsByStaff', account.email],
    limitIn(deps.settings.mode, 'emailsByStaff'),
    now,
  );
  await changeAsStaff(deps, staff, async ({ tx, at, audit }) => {
    const { email } = account;
    const emailMessage = { email, gift: null, giftKey: null, binding: null, askedFrom: 'staff' };
    const outboxKey = await mailSignIn(tx, deps, emailMessage, at);
    await insertAccountEvent(
      tx,
      { accountId },
      { at, kind: 'email', details: { action: 'signIn', by: 'staff' }, outboxKey },
    );
    await audit({ action: 'resendSignInEmail', accountId });
  });
  deps.wakeOutbox('signIn');
}

async function readGiftForEmail(db: Database, key: string): Promise<{ months: number } | 'none'> {
  if (!isGiftKey(key)) return 'none';
  return (await readGift(db, key)) ?? 'none';
}

export type Redemption =
  | { kind: 'redeemed'; token: string; gift: boolean }
  /** The link is good, but this browser did not ask for it and the address is missing or wrong. */
  | { kind: 'emailNeeded' }
  /** Used, voided, expired, foreign or garbage. */
  | { kind: 'invalid'; triesLeft?: number }
  /** The code is not compared any more, but the link of the email works. */
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
  /** As typed. */
  email: string | null;
}

/**
 * Exchanges the email's link for a one-time token. Whoever only has the link, such as a mail
 * scanner that opens it and runs its scripts, uses nothing up.
 */
export async function redeemEmailLink(deps: Deps, input: LinkRedemption): Promise<Redemption> {
  const linkTokenHash = hashSecret('emailLink', input.linkToken);
  if (linkTokenHash === null) return { kind: 'invalid' };
  const now = deps.clock.now();
  const mailTokenHash = input.mailToken === null ? null : hashSecret('mailBinding', input.mailToken);
  if (mailTokenHash !== null) {
    const redeemed = await redeemWith(deps, linkTokenHash, { mailTokenHash, email: null }, now);
    if (redeemed !== null) return redeemed;
  }
  if (!(await isEmailLinkLive(deps.db, linkTokenHash, now))) return { kind: 'invalid' };
  const email = normalizeEmail(input.email ?? '');
  if (email === '') return { kind: 'emailNeeded' };
  const verdict = await countTry(deps.db, ['emailsOfLink', linkTokenHash], LIMITS.emailsOfLink, now);
  if (!verdict.allowed) return { kind: 'emailNeeded' };
  const redeemed = await redeemWith(deps, linkTokenHash, { mailTokenHash: null, email }, now);
  if (redeemed !== null) return redeemed;
  return { kind: (await isEmailLinkLive(deps.db, linkTokenHash, now)) ? 'emailNeeded' : 'invalid' };
}

async function redeemWith(
  deps: Deps,
  linkTokenHash: string,
  proof: { mailTokenHash: string | null; email: string | null },
  now: Date,
): Promise<Redemption | null> {
  return deps.db.transaction(async (tx) => {
    const link = await consumeEmailLink(tx, linkTokenHash, proof, now);
    if (link === null) return null;
    return { kind: 'redeemed', token: await mintRestoreToken(tx, link.id, now), gift: link.gift };
  });
}

/**
 * Exchanges the email's code for a one-time token, in the browser that requested it. Five wrong codes end the code and leave
 * the link. Codes for an unknown, used or expired email count for nothing, so that nobody can use up a budget with them.
 */
export async function redeemEmailCode(
  deps: Deps,
  input: { mailToken: string; code: string; ip: string },
): Promise<Redemption> {
  const mailTokenHash = hashSecret('mailBinding', input.mailToken);
  if (mailTokenHash === null) return { kind: 'invalid', triesLeft: 0 };
  const now = deps.clock.now();
  const tries = await findCodeTries(deps.db, mailTokenHash, now);
  if (tries === null) return { kind: 'invalid', triesLeft: 0 };
  if (tries === 0) return { kind: 'tooManyTries' };
  const { verdict, giveBack } = await countCode(deps, input.ip, now);
  if (verdict === 'rejected') {
    await giveBack();
    return { kind: 'tooManyTries' };
  }
  const triesReserved = verdict === 'cautious' ? EMAIL_CODE_TRIES - 1 : 0;
  const outcome = await deps.db.transaction(async (tx): Promise<Redemption | null> => {
    const tried = await tryEmailCode(
      tx,
      mailTokenHash,
      codeHash(input.mailToken, input.code),
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
  // Null if the code ended or the email was used while this request was pending.
  return outcome ?? { kind: 'tooManyTries' };
}

/** Whose sign-in the one-time token of /confirm restores; null when it restores none. Spends nothing. */
export async function previewEmailSignIn(deps: Deps, token: string): Promise<string | null> {
  const tokenHash = hashSecret('restore', token);
  return tokenHash === null ? null : findRestoreTokenEmail(deps.db, tokenHash, deps.clock.now());
}

export interface RestoredSignIn {
  email: string;
  uid: string;
  /** A customer's access token. */
  accessToken: string;
  /** Marks the browser in which the account has signed in. */
  browserMark: string;
}

/**
 * Signs in with the one-time token of /confirm, opening the account at the first time. Null when
 * the token is used, expired, of another purpose or garbage.
 */
export async function restoreEmailSignIn(deps: Deps, token: string): Promise<RestoredSignIn | null> {
  const tokenHash = hashSecret('restore', token);
  if (tokenHash === null) return null;
  return deps.db.transaction(async (tx) => {
    const link = await consumeRestoreToken(tx, tokenHash, deps.clock.now());
    if (link === null) return null;
    const account = await openAccount(tx, deps, emailIdentity(link.email));
    const accessToken = await createCustomerSession(tx, deps, account.id);
    const how = { provider: EMAIL_PROVIDER, way: link.usedBy, gift: link.gift };
    await recordSignIn(tx, deps, account, how);
    const browserMark = createBrowserMark(deps, link.email);
    return { email: link.email, uid: account.uid, accessToken, browserMark };
  });
}
