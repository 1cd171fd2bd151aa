/**
 * Creates and hashes the code of a sign-in email. The code is valid only together with the `mailToken` of the browser
 * that requested the email.
 */
import { sha256 } from '../../secrets';

/**
 * Number of wrong codes after which the code of a sign-in email is invalid. The link of the email still works after
 * that.
 */
export const EMAIL_CODE_TRIES = 5;

/** Returns the hash under which the code of a sign-in email is stored. */
export function hashEmailCode(mailToken: string, code: string): string {
  return sha256(`emailCode\n${mailToken}\n${code}`);
}
