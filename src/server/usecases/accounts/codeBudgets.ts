/**
 * Limits on wrong codes from emails. They bound the probability of a correct guess, and no limit lets one party use up
 * the codes of another party:
 *
 * - A browser in which the owner of the mailbox has signed in before has its own limit.
 * - Other browsers share the limit of their IP network. Beyond it the network signs in by the link of the email.
 * - Wrong codes for one mailbox reject no further code, but each further code allows one attempt only.
 * - The limit for all IP networks together rejects no request either. Beyond it an alert is raised and each code allows
 *   one attempt only.
 *
 * Codes that confirm a change of the customer's own account are not counted here. Their number is limited per account
 * and purpose (`confirmationCodes.ts`).
 */
import type { Deps } from '../../deps';
import { limitIn, type LimitName } from '../../throttle/limits';
import { countTry, giveTryBack, type ThrottleKey } from '../../throttle/throttle';
import { toNetwork, toWideNetwork } from '../../throttle/toNetwork';

export interface CountedCode {
  /**
   * Verdict on a code attempt. `allowed`: the code is compared. `cautious`: the code is compared, but each code allows
   * only one attempt. `rejected`: a limit is exceeded, and the code is not compared.
   */
  verdict: 'allowed' | 'cautious' | 'rejected';
  /**
   * Removes this attempt from the count. The caller must call `giveBack` if the code was correct or was not compared.
   */
  giveBack: () => Promise<void>;
}

/** Attempt at the code of a sign-in email. */
export interface SignInAttempt {
  ip: string;
  /** Email address of the mailbox, in normal form. */
  mailbox: string;
  /** Hash of a browser in which the mailbox's owner has signed in before (`formatBrowser`), or null for other browsers. */
  browser: string | null;
}

type LimitKey = readonly [LimitName, ...string[]];

/** Counts one attempt for all keys. Returns null, and counts nothing, if a limit is exceeded. */
async function countAll(deps: Deps, keys: readonly LimitKey[], now: Date): Promise<ThrottleKey[] | null> {
  const counted: ThrottleKey[] = [];
  for (const key of keys) {
    const { allowed } = await countTry(deps.db, key, limitIn(deps.settings.mode, key[0]), now);
    if (!allowed) {
      await giveAllBack(deps, counted);
      return null;
    }
    counted.push(key);
  }
  return counted;
}

async function giveAllBack(deps: Deps, counted: readonly ThrottleKey[]): Promise<void> {
  for (const key of counted) await giveTryBack(deps.db, key);
}

/** Counts one attempt at a sign-in code before the code is compared, so that concurrent guesses share the limits. */
export async function countSignInCode(
  deps: Deps,
  { ip, mailbox, browser }: SignInAttempt,
  now: Date,
): Promise<CountedCode> {
  if (browser !== null) {
    const keys = [
      ['wrongCodesOfKnownBrowser', browser],
      ['wrongCodesOfKnownBrowsers', mailbox],
    ] as const;
    const counted = await countAll(deps, keys, now);
    if (counted !== null) return { verdict: 'allowed', giveBack: () => giveAllBack(deps, counted) };
  }
  const wide = toWideNetwork(ip);
  const keys: LimitKey[] = [['wrongCodesFromNetwork', toNetwork(ip)]];
  if (wide !== null) keys.push(['wrongCodesFromWideNetwork', wide]);
  return countGuess(deps, keys, mailbox, now);
}

/** Counts one attempt at a code that makes a mailbox the address of an account. */
export function countNewMailboxCode(deps: Deps, mailbox: string, now: Date): Promise<CountedCode> {
  return countGuess(deps, [], mailbox, now);
}

/** Counts one attempt at a code for a mailbox with which the browser has no history. */
async function countGuess(
  deps: Deps,
  keys: readonly LimitKey[],
  mailbox: string,
  now: Date,
): Promise<CountedCode> {
  const counted = await countAll(deps, [...keys, ['wrongCodesForMailbox', mailbox]], now);
  if (counted === null) return { verdict: 'rejected', giveBack: () => Promise.resolve() };
  const count = async (key: LimitKey) => {
    counted.push(key);
    return countTry(deps.db, key, limitIn(deps.settings.mode, key[0]), now);
  };
  const ofMailbox = await count(['freeWrongCodesForMailbox', mailbox]);
  const ofAll = await count(['wrongCodes']);
  if (!ofAll.allowed) {
    deps.metrics.signInCodeBeyondBudget();
    if (ofAll.isFirstRejected) {
      deps.logger.error({}, 'sign-in codes are being guessed: the limit on wrong codes is exceeded');
    }
  }
  return {
    verdict: ofMailbox.allowed && ofAll.allowed ? 'allowed' : 'cautious',
    giveBack: () => giveAllBack(deps, counted),
  };
}
