/** Limits of staff usernames and passwords as typed at sign-in, and normalization of usernames. */
import { identifyingText } from './identifyingText';

export const STAFF_USERNAME_MAX_LENGTH = 32;
/**
 * Maximum number of characters of a username at sign-in. A username longer than `STAFF_USERNAME_MAX_LENGTH` is rejected
 * as a wrong username, not as invalid input.
 */
export const STAFF_USERNAME_TYPED_MAX = 64;
export const STAFF_PASSWORD_MAX_LENGTH = 256;

/**
 * Returns the normalized username that identifies an account: without invisible characters and surrounding spaces, in
 * lower case and in Unicode form NFC.
 */
export function normalizeUsername(typed: string): string {
  return identifyingText(typed).normalize('NFC').toLowerCase();
}
