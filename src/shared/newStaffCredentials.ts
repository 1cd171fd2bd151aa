/**
 * Rules for the username and password of a new staff account. Both the server and the staff console check these rules.
 * They are separate from `staffRules.ts`, because that module is in the main chunk, which every page loads.
 */
import { STAFF_PASSWORD_MAX_LENGTH, STAFF_USERNAME_MAX_LENGTH } from './staffRules';

const STAFF_USERNAME_MIN_LENGTH = 2;
export const STAFF_PASSWORD_MIN_LENGTH = 12;

/** Description of valid usernames, shown to staff. */
export const STAFF_USERNAME_RULE = `${String(STAFF_USERNAME_MIN_LENGTH)} to ${String(STAFF_USERNAME_MAX_LENGTH)} Latin letters, digits, dots, dashes or underscores`;

/**
 * Usernames that staff cannot choose. The audit log uses the reserved usernames for actions that no staff member made
 * in the staff console.
 */
const RESERVED_USERNAMES: readonly string[] = ['command', 'configuration', 'system'];

/** Pattern of usernames: lower-case Latin letters, digits, dots, dashes and underscores, starting with a letter or digit. */
const USERNAME = /^[a-z0-9][a-z0-9._-]*$/;

/** Returns whether a new account may have this username, which must be normalized. */
export function isNewStaffUsername(username: string): boolean {
  return (
    username.length >= STAFF_USERNAME_MIN_LENGTH &&
    username.length <= STAFF_USERNAME_MAX_LENGTH &&
    USERNAME.test(username) &&
    !RESERVED_USERNAMES.includes(username)
  );
}

export type PasswordProblem = 'tooShort' | 'tooLong' | 'tooSimple' | 'holdsUsername';

/** Minimum number of different characters in a password of any length. */
const DIFFERENT_CHARACTERS = 5;

/**
 * Minimum length of a username that must not occur in the password. A shorter username may occur in a strong password
 * by chance.
 */
const USERNAME_LOOKED_FOR_FROM = 4;

/** Returns the problem with a new password, or null if the password is valid. */
export function passwordProblem(password: string, username: string): PasswordProblem | null {
  if (password.length < STAFF_PASSWORD_MIN_LENGTH) return 'tooShort';
  if (password.length > STAFF_PASSWORD_MAX_LENGTH) return 'tooLong';
  if (new Set(password.toLowerCase()).size < DIFFERENT_CHARACTERS) return 'tooSimple';
  const holdsUsername =
    username.length >= USERNAME_LOOKED_FOR_FROM && password.toLowerCase().includes(username.toLowerCase());
  return holdsUsername ? 'holdsUsername' : null;
}
