/**
 * How many sign-in emails a mailbox gets. Anybody may request an email for any mailbox, so each request that is rejected
 * must leave its owner a way in: a browser that has signed in before has emails of its own, some emails of a day are kept
 * for networks that have requested none, and the last email of a day works for the whole day.
 */
import type { Deps } from '../../deps';
import { sha256 } from '../../secrets';
import { limitIn, type LimitName, LIMITS } from '../../throttle/limits';
import { countTry, rejectTooManyTries, type ThrottleKey } from '../../throttle/throttle';
import { isMarkOfBrowser } from './browserMark';

/** Sign-in emails to one mailbox in a day, the last one included; those of known browsers and of staff come on top. */
export const EMAILS_A_DAY = LIMITS.emailsToMailbox.tries + LIMITS.emailsToMailboxOfNewNetworks.tries + 1;

/** A customer's request for a sign-in email. */
export interface EmailRequester {
  /** Normal form. */
  email: string;
  network: string;
  /** What an earlier sign-in in this browser returned; null if none. */
  browserMark: string | null;
}

/** The mark of a browser that may send one of its own emails, hashed; null if it must use the shared ones. */
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

/** Throws TOO_MANY_REQUESTS if the network requests too many emails, to whichever mailboxes. */
export function rejectTooManyEmails(deps: Deps, network: string, now: Date): Promise<void> {
  const limit = limitIn(deps.settings.mode, 'emailsFromNetwork');
  return rejectTooManyTries(deps.db, ['emailsFromNetwork', network], limit, now);
}

/**
 * Counts one email to a mailbox. `ordinary`: an email with a link and a code; `last`: the emails of the day are used up,
 * and only the last one remains; `tooSoon`: too many in ten minutes from this network.
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
