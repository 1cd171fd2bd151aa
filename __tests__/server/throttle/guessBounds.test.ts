/**
 * Computes the probability of guessing a code within any 24 hours from the limits, for one IP network, one mailbox and
 * one account. `limits.test.ts` tests that each limit is enforced.
 */
import { LIMITS } from '../../../src/server/throttle/limits';
import type { ThrottleLimit } from '../../../src/server/throttle/throttle';
import {
  CONFIRMATION_CODE_MS,
  CONFIRMATION_CODE_TRIES,
} from '../../../src/server/usecases/accounts/confirmationCodes';
import { EMAIL_CODE_TRIES } from '../../../src/server/usecases/signIn/emailCode';
import { CONFIRMATION_PURPOSES } from '../../../src/shared/confirmationPurposes';
import { SIGN_IN_CODE_LENGTH } from '../../../src/shared/constants';

const DAY = 86_400_000;
const CODES = 10 ** SIGN_IN_CODE_LENGTH;

/** Returns how many allowed attempts a period of `ms` can contain. A period can overlap one more fixed window. */
function within(limit: ThrottleLimit, ms = DAY): number {
  const windows = Math.ceil(ms / limit.windowMs) + (limit.isRolling === true ? 0 : 1);
  return windows * limit.tries;
}

test('one IP network guesses a sign-in code with a probability of at most 1e-6, a thousand with 1e-3', () => {
  expect(within(LIMITS.wrongCodesFromNetwork) / CODES).toBeLessThanOrEqual(1e-6);
  expect((1000 * within(LIMITS.wrongCodesFromNetwork)) / CODES).toBeLessThanOrEqual(1e-3);
  expect(LIMITS.wrongCodes.tries).toBe(1000 * LIMITS.wrongCodesFromNetwork.tries);
  expect(LIMITS.wrongCodesFromWideNetwork.tries).toBe(10 * LIMITS.wrongCodesFromNetwork.tries);
});

test('one IP network takes a mailbox for accounts without access with a probability of at most 1e-6', () => {
  // A code can be typed until it expires, so the codes of a slightly longer period count.
  const codes = within(LIMITS.codesToNewMailboxesFromNetwork, DAY);
  expect((codes * CONFIRMATION_CODE_TRIES) / CODES).toBeLessThanOrEqual(1e-6);
});

test('a code for one mailbox is guessed with a probability of at most 1.5e-6, in all browsers together', () => {
  const { wrongCodesForMailbox, wrongCodesOfKnownBrowsers } = LIMITS;
  const guesses = within(wrongCodesForMailbox) + within(wrongCodesOfKnownBrowsers);
  expect(guesses / CODES).toBeLessThanOrEqual(1.5e-6);
});

test('the codes of one account are guessed with a probability of at most 1e-6, all purposes together', () => {
  // A code that was sent shortly before the 24 hours can still be typed within them.
  const codes = within(LIMITS.confirmationCodesOfAccount, DAY + CONFIRMATION_CODE_MS);
  expect(CONFIRMATION_PURPOSES.length * codes).toBeLessThanOrEqual(20);
  const guesses = CONFIRMATION_PURPOSES.length * codes * CONFIRMATION_CODE_TRIES;
  expect(guesses / CODES).toBeLessThanOrEqual(1e-6);
});

test('no day has enough emails to one mailbox for its codes to be switched off', () => {
  const codes =
    LIMITS.emailsToMailbox.tries +
    LIMITS.emailsToMailboxOfNewNetworks.tries +
    LIMITS.codesToNewMailbox.tries +
    LIMITS.codesToNewMailboxOfOtherAccounts.tries;
  const free = LIMITS.freeWrongCodesForMailbox.tries;
  const codesUsedUp = Math.floor(free / EMAIL_CODE_TRIES);
  expect(free + (codes - codesUsedUp)).toBeLessThanOrEqual(LIMITS.wrongCodesForMailbox.tries);
});
