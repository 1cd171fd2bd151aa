/** What a staff account must look like; both sides apply it. */

const STAFF_USERNAME_MIN_LENGTH = 2;
export const STAFF_USERNAME_MAX_LENGTH = 32;
/** At the sign-in, where a longer one is merely wrong. */
export const STAFF_USERNAME_TYPED_MAX = 64;
export const STAFF_PASSWORD_MIN_LENGTH = 12;
export const STAFF_PASSWORD_MAX_LENGTH = 256;

/** In words, for staff. */
export const STAFF_USERNAME_RULE = `${String(STAFF_USERNAME_MIN_LENGTH)} to ${String(STAFF_USERNAME_MAX_LENGTH)} Latin letters, digits, dots, dashes or underscores`;

/** Names under which the audit log tells of what no person did at a screen. */
const RESERVED_USERNAMES: readonly string[] = ['command', 'configuration', 'system'];

/** Latin letters, digits, dots, dashes and underscores, beginning with a letter or a digit; lower case. */
const USERNAME = /^[a-z0-9][a-z0-9._-]*$/;

/** The form in which a username identifies an account: trimmed, lower case, NFC. */
export function normalizeUsername(typed: string): string {
  return typed.normalize('NFC').trim().toLowerCase();
}

/** Whether a new account may have this name, in its normal form. */
export function isNewStaffUsername(username: string): boolean {
  return (
    username.length >= STAFF_USERNAME_MIN_LENGTH &&
    username.length <= STAFF_USERNAME_MAX_LENGTH &&
    USERNAME.test(username) &&
    !RESERVED_USERNAMES.includes(username)
  );
}

export type PasswordProblem = 'tooShort' | 'tooLong' | 'tooSimple' | 'holdsUsername';

/** Fewer different characters than this are no password, however long. */
const DIFFERENT_CHARACTERS = 5;

/** A shorter username may stand in a good password by chance. */
const USERNAME_LOOKED_FOR_FROM = 4;

/** What is wrong with a new password; null when nothing is. */
export function passwordProblem(password: string, username: string): PasswordProblem | null {
  if (password.length < STAFF_PASSWORD_MIN_LENGTH) return 'tooShort';
  if (password.length > STAFF_PASSWORD_MAX_LENGTH) return 'tooLong';
  if (new Set(password.toLowerCase()).size < DIFFERENT_CHARACTERS) return 'tooSimple';
  const holdsUsername =
    username.length >= USERNAME_LOOKED_FOR_FROM && password.toLowerCase().includes(username.toLowerCase());
  return holdsUsername ? 'holdsUsername' : null;
}
