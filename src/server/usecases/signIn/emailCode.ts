/** The code in a sign-in email, which is valid together with the `mailToken` of the browser that requested the email. */
import { sha256 } from '../../secrets';

/** Number of wrong codes after which the code of an email is invalid. Its link still works. */
export const EMAIL_CODE_TRIES = 5;

/** Returns the hash under which a code is stored. */
export function hashEmailCode(mailToken: string, code: string): string {
  return sha256(`emailCode\n${mailToken}\n${code}`);
}
