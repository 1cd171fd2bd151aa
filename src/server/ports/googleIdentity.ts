/** Interface that verifies the identity tokens of Google sign-in. */
import type { VerifiedGoogleIdentity } from '../domain/caller';

export interface GoogleIdentity {
  /**
   * Verifies the signature, issuer, audience, expiry and `email_verified` claim of a Firebase ID token. The result is
   * null if the token is invalid. The promise rejects only if Google's public keys cannot be fetched.
   * @example const identity = await google.verify(idToken);
   */
  verify(idToken: string): Promise<VerifiedGoogleIdentity | null>;
}
