/**
 * Sends sign-in emails, at the request of a customer or of staff. A sign-in email contains a link and a code;
 * `mailToken` binds both to the browser that requested the email.
 */
import { randomInt } from 'node:crypto';
import {
  EMAIL_LINK_MINUTES,
  LAST_EMAIL_HOURS,
  LAST_EMAIL_USES,
  SIGN_IN_CODE_LENGTH,
} from '../../../shared/constants';
import { isGiftKey } from '../../../shared/validation';
import type { Deps } from '../../deps';
import type { StaffOrigin } from '../../domain/caller';
import { ADDRESS_UNSUPPORTED, noSuchUser, Rejection } from '../../domain/rejection';
import { signInEmail } from '../../emails/signInEmail';
import { enqueue } from '../../outbox/outbox';
import { knownBrowserTurn, networkTurn, STAFF_TURN } from '../../outbox/turns';
import { cannotReach } from '../../ports/mailer';
import { createSecret, hashOwnSecret, sha256 } from '../../secrets';
import { insertAccountEvent, insertEventOfAddress } from '../../store/accountEvents';
import { findAccountByEmail, findAccountById } from '../../store/accounts';
import type { Database } from '../../store/database';
import { hasLiveEmailLink, insertEmailLink, lockMailbox } from '../../store/emailLinks';
import { limitIn, LIMITS } from '../../throttle/limits';
import { countTry, rejectTooManyTries } from '../../throttle/throttle';
import { toBroadNetwork, toNetwork } from '../../throttle/toNetwork';
import { openerUrl } from '../accounts/campaignSignIn';
import { changeAsStaff } from '../audit/staffChange';
import { readGift } from '../gifts/gifts';
import { countSharedEmail, type EmailRequester, findOwnEmail, rejectTooManyEmails } from './emailAllowance';
import { EMAIL_CODE_TRIES, hashEmailCode } from './emailCode';

const MINUTE = 60_000;

/** Validity of the link and the code of a sign-in email, in ms. */
export const EMAIL_LINK_MS = EMAIL_LINK_MINUTES * MINUTE;

/**
 * Validity of the last sign-in email of a day, in ms. The validity is long so that the mailbox's owner is not locked
 * out when other people exhaust the limit.
 */
const LAST_EMAIL_MS = LAST_EMAIL_HOURS * 60 * MINUTE;

/** Value of `askedFrom` for the last sign-in email of a day, which is not bound to a requester. */
const LAST_OF_DAY = 'lastOfDay';

export interface EmailLinkRequest {
  /** Email address of the recipient, in normal form. */
  email: string;
  /** Key of the gift that the email activates; null for a plain sign-in. */
  giftKey: string | null;
  /** Browser mark that an earlier sign-in in this browser returned; null if there was no earlier sign-in. */
  browserMark: string | null;
  ip: string;
}

export type SentEmailLink =
  | { kind: 'sent'; mailToken: string }
  /**
   * The last sign-in email of the day was sent. The last email of a day contains only a link, which works in every
   * browser.
   */
  | { kind: 'lastSent' }
  /** No sign-in email was sent, because the mail server cannot send to an address that is not ASCII before the `@`. */
  | { kind: 'addressUnsupported' }
  /** No sign-in email was sent, because the mailbox has received too many emails or the gift key is invalid. */
  | { kind: 'rejected'; lastIsInMailbox: boolean };

/**
 * Sends a sign-in link by email. The result does not reveal whether the email address has an account. Throws
 * TOO_MANY_REQUESTS if the client's IP network requests too many emails.
 */
export async function sendEmailLink(deps: Deps, request: EmailLinkRequest): Promise<SentEmailLink> {
  const now = deps.clock.now();
  const { email } = request;
  const requester: EmailRequester = {
    ...request,
    network: toNetwork(request.ip),
    broadNetwork: toBroadNetwork(request.ip),
  };
  const knownBrowser = await findOwnEmail(deps, requester, now);
  if (knownBrowser === null) await rejectTooManyEmails(deps, requester, now);
  if (cannotReach(deps.mailer, email)) return { kind: 'addressUnsupported' };
  const gift = request.giftKey === null ? null : await readGiftForEmail(deps.db, request.giftKey);
  if (gift === 'none') return reject(deps, email, 'giftKey', now);
  const hasAccount = (await findAccountByEmail(deps.db, email)) !== null;
  const content: EmailContent = {
    email,
    gift,
    giftKey: request.giftKey,
    turn: knownBrowser === null ? networkTurn(requester.broadNetwork, hasAccount) : knownBrowserTurn(email),
  };
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

/**
 * Records a rejected request for a sign-in email in the timeline, at most once per window of the rate limit, so that
 * strangers cannot flood the timeline.
 */
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

/** Sends a sign-in email with a link and a code. `askedFrom` is the hash of the requester. */
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

/** Sends the last sign-in email of a day, unless an earlier last email is still valid. */
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
  /** Requester of the email, which takes turns with other requesters. */
  turn: string;
}

interface RequestedEmail extends EmailContent {
  /** Secrets that bind the sign-in email to a browser; null if the email is not bound to a browser. */
  binding: { mailToken: string; code: string } | null;
  askedFrom: string;
}

/** Enqueues a sign-in email that a customer requested, and records the email in the customer's timeline. */
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
  const { email, gift, giftKey, turn, binding, askedFrom } = emailMessage;
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
    codeHash: hashEmailCode(mailToken, binding?.code ?? createSecret('mailBinding')),
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
    turn,
  });
  return outboxKey;
}

/**
 * Sends a sign-in email to a customer on behalf of staff. The link of this email works in any browser; the page then
 * asks for the email address. Throws NOT_FOUND for an unknown account, and TOO_MANY_REQUESTS if the limit of emails
 * sent by staff is exceeded, and CONFLICT if the mail server cannot send to the address.
 */
export async function resendSignInEmail(deps: Deps, staff: StaffOrigin, accountId: number): Promise<void> {
  const now = deps.clock.now();
  const account = await findAccountById(deps.db, accountId);
  if (account === null) throw noSuchUser();
  if (cannotReach(deps.mailer, account.email)) throw new Rejection('CONFLICT', ADDRESS_UNSUPPORTED);
  await rejectTooManyTries(
    deps.db,
    ['emailsByStaff', account.email],
    limitIn(deps.settings.mode, 'emailsByStaff'),
    now,
  );
  await changeAsStaff(deps, staff, async ({ tx, at, audit }) => {
    const { email } = account;
    const content = { email, gift: null, giftKey: null, turn: STAFF_TURN };
    const outboxKey = await mailSignIn(tx, deps, { ...content, binding: null, askedFrom: 'staff' }, at);
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
