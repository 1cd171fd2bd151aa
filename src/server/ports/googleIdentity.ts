/** Google sign-in: the interface behind which identity tokens are verified. */
import type { VerifiedGoogleIdentity } from '../domain/caller';

export interface GoogleIdentity {
  /**
   * Verifies signature, issuer, audience, expiry and `email_verified` of a Firebase ID token.
   * Resolves to null for a token that is not good; rejects only when the keys cannot be fetched.
   */
  verify(idToken: string): Promise<VerifiedGoogleIdentity | null>;
}
