/**
 * Limits the number of sign-in emails per mailbox. Anybody may request an email for any mailbox, so the limits must always
 * leave its owner a way to sign in. A browser that has signed in before has its own allowance, some emails of each day are
 * reserved for networks that have requested none, and the last email of a day stays valid for the whole day.
 */
import type { Deps } from '../../deps';
import { sha256 } from '../../secrets';
import { limitIn, type LimitName, LIMITS } from '../../throttle/limits';
import { countTry, rejectTooManyTries, type ThrottleKey } from '../../throttle/throttle';
import { isMarkOfBrowser } from './browserMark';

/**
 * Maximum number of sign-in emails per mailbox and day, including the last one. Emails to known browsers and emails sent by
 * staff are not counted.
 */
export const EMAILS_A_DAY = LIMITS.emailsToMailbox.tries + LIMITS.emailsToMailboxOfNewNetworks.tries + 1;

/** A customer's request for a sign-in email. */
export interface EmailRequester {
  /** Email address in normal form. */
  email: string;
  network: string;
  /** Mark that an earlier sign-in in this browser returned; null if there was none. */
  browserMark: string | null;
}

/**
 * Returns the hashed mark of a browser that may use its own email allowance, or null if it must use the shared allowance.
 * Counts one email if it returns a hash.
 */
export async function ownEmailOf(
  deps: Deps,
  { email, browserMark }: EmailRequester,
  now: Date,
): Promise<string | null> {
  if (browserMark === null || !isMarkOfBrowser(deps, email, browserMark)) return null;
  const hash = sha256(browserMark);
  const limit = limitIn(deps.settings.mode, 'emailsToKnownBrowser');
  return (await countTry(deps.db, ['emailsToKnownBrowser', hash], limit, now)).allowed ? hash : null;
}

/** Throws TOO_MANY_REQUESTS if the network has requested too many emails, whatever the mailboxes. */
export function rejectTooManyEmails(deps: Deps, network: string, now: Date): Promise<void> {
  const limit = limitIn(deps.settings.mode, 'emailsFromNetwork');
  return rejectTooManyTries(deps.db, ['emailsFromNetwork', network], limit, now);
}

/**
 * Counts one email to a mailbox. Returns `ordinary` for an email with a link and a code, `last` if only the last email of
 * the day remains, and `tooSoon` if this network has requested too many within ten minutes.
 */
export async function countSharedEmail(
  deps: Deps,
  { email, network }: EmailRequester,
  now: Date,
): Promise<'ordinary' | 'last' | 'tooSoon'> {
  const isWithin = async (name: LimitName, ...key: [string, ...string[]]): Promise<boolean> => {
    const counted: ThrottleKey = [name, ...key];
    return (await countTry(deps.db, counted, limitIn(deps.settings.mode, name), now)).allowed;
  };
  if (!(await isWithin('emailsToMailboxFromNetwork', email, network))) return 'tooSoon';
  const isNewNetwork = await isWithin('emailsToMailboxFirstOfNetwork', email, network);
  if (await isWithin('emailsToMailbox', email)) return 'ordinary';
  if (isNewNetwork && (await isWithin('emailsToMailboxOfNewNetworks', email))) return 'ordinary';
  return 'last';
}
