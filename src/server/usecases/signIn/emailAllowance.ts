/**
 * Limits the number of sign-in emails per mailbox. Anybody may request a sign-in email for any mailbox, so the limits
 * must always leave the mailbox's owner a way to sign in. A browser that has signed in before has its own limit. Some
 * sign-in emails of each day are reserved for broad networks that have requested none. The last sign-in email of a day
 * stays valid for the whole day.
 */
import type { Deps } from '../../deps';
import { limitIn, type LimitName, LIMITS } from '../../throttle/limits';
import { countTry, rejectTooManyTries, type ThrottleKey } from '../../throttle/throttle';
import { findBrowser } from './browserMark';

/**
 * Maximum number of sign-in emails per mailbox and day, including the last email of the day. Emails requested by known
 * browsers and emails sent by staff are not counted.
 */
export const EMAILS_A_DAY = LIMITS.emailsToMailbox.tries + LIMITS.emailsToMailboxOfNewNetworks.tries + 1;

/** A customer's request for a sign-in email. */
export interface EmailRequester {
  /** Email address of the mailbox, in normal form. */
  email: string;
  network: string;
  /** IPv6 /48 or IPv4 /24 network of the client. */
  broadNetwork: string;
  /** Browser mark that an earlier sign-in in this browser returned; null if there was no earlier sign-in. */
  browserMark: string | null;
}

/**
 * Returns the hash of the browser's mark if the browser may use its own limit of sign-in emails, or null if the shared
 * limit applies. If the function returns a hash, it has counted one sign-in email of this browser.
 */
export async function findOwnEmail(
  deps: Deps,
  { email, browserMark }: EmailRequester,
  now: Date,
): Promise<string | null> {
  const hash = browserMark === null ? null : findBrowser(deps, email, browserMark);
  if (hash === null) return null;
  const limit = limitIn(deps.settings.mode, 'emailsToKnownBrowser');
  return (await countTry(deps.db, ['emailsToKnownBrowser', hash], limit, now)).allowed ? hash : null;
}

/**
 * Throws TOO_MANY_REQUESTS if the IP network, or the broad network around it, has requested too many sign-in emails,
 * counted over all mailboxes. A request that exceeds the limit of its IP network does not count for the broad network.
 */
export async function rejectTooManyEmails(
  { db, settings }: Deps,
  { network, broadNetwork }: EmailRequester,
  now: Date,
): Promise<void> {
  const limit = (name: LimitName) => limitIn(settings.mode, name);
  await rejectTooManyTries(db, ['emailsFromNetwork', network], limit('emailsFromNetwork'), now);
  const ofBroad = limit('emailsFromBroadNetwork');
  await rejectTooManyTries(db, ['emailsFromBroadNetwork', broadNetwork], ofBroad, now);
}

/**
 * Counts one sign-in email to a mailbox. Returns `ordinary` for an email with a link and a code, `last` if only the
 * last email of the day remains, and `tooSoon` if this IP network has requested too many emails within ten minutes.
 */
export async function countSharedEmail(
  deps: Deps,
  { email, network, broadNetwork }: EmailRequester,
  now: Date,
): Promise<'ordinary' | 'last' | 'tooSoon'> {
  const isWithin = async (name: LimitName, ...key: [string, ...string[]]): Promise<boolean> => {
    const counted: ThrottleKey = [name, ...key];
    return (await countTry(deps.db, counted, limitIn(deps.settings.mode, name), now)).allowed;
  };
  if (!(await isWithin('emailsToMailboxFromNetwork', email, network))) return 'tooSoon';
  const isNewNetwork = await isWithin('emailsToMailboxFirstOfNetwork', email, broadNetwork);
  if (await isWithin('emailsToMailbox', email)) return 'ordinary';
  if (isNewNetwork && (await isWithin('emailsToMailboxOfNewNetworks', email))) return 'ordinary';
  return 'last';
}
