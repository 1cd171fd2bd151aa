/** Google sign-in: the interface behind which identity tokens are verified. */
export interface VerifiedGoogleIdentity {
  /** `sub` of the token: the Firebase uid. */
  uid: string;
  /** Verified by Google (`email_verified`), in its normal form. */
  email: string;
  photoUrl: string | null;
  /** For example google.com. */
  providerId: string;
}

export interface GoogleIdentity {
  /**
   * Verifies signature, issuer, audience, expiry and `email_verified` of a Firebase ID token.
   * Resolves to null for a token that is not good; rejects only when the keys cannot be fetched.
   */
  verify(idToken: string): Promise<VerifiedGoogleIdentity | null>;
}
