/**
 * Sign-in by email. A letter carries a link and a code;
 * `mailToken` binds the browser that asked. Redeeming gives a one-time token for /confirm, and
 * restoring with that gives a session. What cannot be redeemed looks the same whatever the cause.
 */
import { randomInt } from 'node:crypto';
import { SIGN_IN_CODE_LENGTH } from '../../../shared/constants';
import { isGiftKey, normalizeEmail } from '../../../shared/validation';
import { kickOutbox } from '../../delivery/deliverOutbox';
import type { Deps } from '../../deps';
import type { StaffOrigin } from '../../domain/caller';
import { noSuchUser } from '../../domain/refusal';
import { signInLetter } from '../../mail/letters/signInLetter';
import { enqueue } from '../../outbox/outbox';
import { createSecret, hashOwnSecret, hashSecret, sha256 } from '../../secrets';
import { insertAccountEvent, insertEventOfAddress } from '../../store/accountEvents';
import { findAccountById } from '../../store/accounts';
import type { Database } from '../../store/database';
import {
  consumeEmailLink,
  consumeRestoreToken,
  findRestoreTokenEmail,
  insertEmailLink,
  insertRestoreToken,
  isEmailLinkLive,
  tryEmailCode,
} from '../../store/emailLinks';
import { limitIn, type LimitName, LIMITS } from '../../throttle/limits';
import { networkOf } from '../../throttle/networkOf';
import { countTry, giveTryBack, refuseTooManyTries } from '../../throttle/throttle';
import { EMAIL_PROVIDER, emailIdentity, openAccount } from '../accounts/accounts';
import { openerUrl } from '../accounts/campaignSignIn';
import { createCustomerSession, recordSignIn } from '../accounts/sessions';
import { changeAsStaff } from '../audit/staffChange';
import { readGift } from '../gifts/gifts';

const MINUTE = 60_000;

/** A letter's link and code are good for this long, ms. */
export const EMAIL_LINK_MS = 10 * MINUTE;
/** From redeeming to /confirm, ms. */
export const RESTORE_TOKEN_MS = MINUTE;
/** Wrong codes that void a letter. */
export const EMAIL_CODE_TRIES = 5;

/** The last letter of a day is good for this long, ms: its owner is not locked out by whoever asked for the others. */
const LAST_LETTER_MS = 24 * 60 * MINUTE;

function codeHash(mailToken: string, code: string): string {
  return sha256(`emailCode\n${mailToken}\n${code}`);
}

export interface EmailLinkRequest {
  /** Normal form. */
  email: string;
  /** The gift that the letter activates; null for a plain sign-in. */
  giftKey: string | null;
  ip: string;
}

/**
 * Mails a sign-in link and returns the `mailToken` for the browser that asked; null when no letter
 * is sent: too many to this address, or a gift key that activates nothing. The answer never tells
 * whether the address has an account. Throws TOO_MANY_REQUESTS when the network address asks too much.
 */
export async function sendEmailLink(deps: Deps, request: EmailLinkRequest): Promise<string | null> {
  const now = deps.clock.now();
  const network = networkOf(request.ip);
  const limit = (name: LimitName) => limitIn(deps.settings.mode, name);
  await refuseTooManyTries(deps.db, ['lettersFromNetwork', network], limit('lettersFromNetwork'), now);
  const gift = request.giftKey === null ? null : await readGiftForLetter(deps.db, request.giftKey);
  const recordRefusal = (reason: 'giftKey' | 'tooManyLetters'): Promise<void> =>
    insertEventOfAddress(deps.db, request.email, {
      at: now,
      kind: 'letter',
      details: { action: 'signInRefused', reason },
    });
  if (gift === 'none') {
    await recordRefusal('giftKey');
    return null;
  }
  const ofAsker = ['lettersToMailboxFromNetwork', request.email, network] as const;
  const asked = await countTry(deps.db, ofAsker, limit('lettersToMailboxFromNetwork'), now);
  const ofDay = ['lettersToMailbox', request.email] as const;
  const day = asked.allowed ? await countTry(deps.db, ofDay, limit('lettersToMailbox'), now) : asked;
  if (!day.allowed) {
    await recordRefusal('tooManyLetters');
    return null;
  }
  const mailToken = createSecret('mailBinding');
  const code = String(randomInt(10 ** SIGN_IN_CODE_LENGTH)).padStart(SIGN_IN_CODE_LENGTH, '0');
  const isLast = day.triesLeft === 0;
  await deps.db.transaction(async (tx) => {
    const { giftKey } = request;
    const binding = { mailToken, code };
    const askedFrom = isLast ? 'lastOfDay' : sha256(`network\n${network}`);
    const lifetimeMs = isLast ? LAST_LETTER_MS : EMAIL_LINK_MS;
    const letter = { email: request.email, gift, giftKey, binding, askedFrom, lifetimeMs };
    const outboxKey = await mailSignIn(tx, deps, letter, now);
    await insertEventOfAddress(tx, request.email, {
      at: now,
      kind: 'letter',
      details: { action: gift === null ? 'signIn' : 'giftSignIn', by: 'customer' },
      outboxKey,
    });
  });
  kickOutbox(deps, 'signIn');
  return mailToken;
}

/** Puts a sign-in letter on its way and returns its outbox key. `binding` null: no browser asked for it. */
async function mailSignIn(
  tx: Database,
  deps: Deps,
  letter: {
    email: string;
    gift: { months: number } | null;
    giftKey: string | null;
    binding: { mailToken: string; code: string } | null;
    askedFrom: string;
    lifetimeMs: number;
  },
  now: Date,
): Promise<string> {
  const { email, gift, giftKey, binding, askedFrom, lifetimeMs } = letter;
  const linkToken = createSecret('emailLink');
  const mailToken = binding?.mailToken ?? createSecret('mailBinding');
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  const rendered = signInLetter(
    {
      url: openerUrl(deps.settings.publicUrl, linkToken, giftKey),
      code: binding?.code ?? null,
      lifetimeMinutes: lifetimeMs / MINUTE,
      isLastOfDay: askedFrom === 'lastOfDay',
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
    createdAt: now,
    expiresAt,
  });
  const outboxKey = `signIn:${id}`;
  await enqueue(tx, {
    kind: 'letter',
    dedupeKey: outboxKey,
    payload: { to: email, ...rendered },
    dropAfter: expiresAt,
  });
  return outboxKey;
}

/**
 * Staff have a sign-in letter sent to a customer. It works in whichever browser it is opened: its
 * opener asks for the address there. Throws NOT_FOUND for an unknown account, TOO_MANY_REQUESTS beyond the
 * limits of the customer's own letters.
 */
export async function resendSignInLetter(deps: Deps, staff: StaffOrigin, accountId: number): Promise<void> {
  const now = deps.clock.now();
  const account = await findAccountById(deps.db, accountId);
  if (account === null) throw noSuchUser();
  await refuseTooManyTries(
    deps.db,
    ['lettersByStaff', account.email],
    limitIn(deps.settings.mode, 'lettersByStaff'),
    now,
  );
  await changeAsStaff(deps, staff, async ({ tx, at, audit }) => {
    const { email } = account;
    const letter = {
      email,
      gift: null,
      giftKey: null,
      binding: null,
      askedFrom: 'staff',
      lifetimeMs: EMAIL_LINK_MS,
    };
    const outboxKey = await mailSignIn(tx, deps, letter, at);
    await insertAccountEvent(
      tx,
      { accountId },
      { at, kind: 'letter', details: { action: 'signIn', by: 'staff' }, outboxKey },
    );
    await audit({ action: 'resendSignInLetter', accountId });
  });
  kickOutbox(deps, 'signIn');
}

async function readGiftForLetter(db: Database, key: string): Promise<{ months: number } | 'none'> {
  if (!isGiftKey(key)) return 'none';
  return (await readGift(db, key)) ?? 'none';
}

export type Redemption =
  | { kind: 'redeemed'; token: string; gift: boolean }
  /** The link is good, but this browser did not ask for it and the address is missing or wrong. */
  | { kind: 'emailNeeded' }
  /** Used, voided, expired, foreign or garbage. */
  | { kind: 'invalid'; triesLeft?: number };

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
 * Exchanges the letter's link for a one-time token. Whoever only has the link, such as a mail
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
 * Exchanges the letter's code for a one-time token, in the browser that asked for the letter. Five wrong codes void
 * the letter; the budgets of wrong codes belong to the guesser's network and to everybody, never to a mailbox.
 */
export async function redeemEmailCode(
  deps: Deps,
  input: { mailToken: string; code: string; ip: string },
): Promise<Redemption> {
  const mailTokenHash = hashSecret('mailBinding', input.mailToken);
  if (mailTokenHash === null) return { kind: 'invalid', triesLeft: 0 };
  const now = deps.clock.now();
  const budgets = [
    {
      key: ['wrongCodesFromNetwork', networkOf(input.ip)],
      limit: limitIn(deps.settings.mode, 'wrongCodesFromNetwork'),
    },
    { key: ['wrongCodes'], limit: limitIn(deps.settings.mode, 'wrongCodes') },
  ] as const;
  // Counted before it is tried: guesses that are made at once share the budget too.
  for (const { key, limit } of budgets) {
    if (!(await countTry(deps.db, key, limit, now)).allowed) return { kind: 'invalid', triesLeft: 0 };
  }
  const outcome = await deps.db.transaction(async (tx): Promise<Redemption> => {
    const tried = await tryEmailCode(tx, mailTokenHash, codeHash(input.mailToken, input.code), now);
    if (tried === null) return { kind: 'invalid', triesLeft: 0 };
    if (!tried.matched) return { kind: 'invalid', triesLeft: tried.triesLeft };
    return { kind: 'redeemed', token: await mintRestoreToken(tx, tried.id, now), gift: tried.gift };
  });
  if (outcome.kind === 'redeemed') {
    for (const { key } of budgets) await giveTryBack(deps.db, key);
  }
  return outcome;
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
    return { email: link.email, uid: account.uid, accessToken };
  });
}
