/** Whose the stored identity is, and whether the server has verified it. */
import { isStoredEmailSignedIn, normalizeEmail } from '../../shared/validation';
import type { IdentityState } from './identityState';

/** True when `email` is the address of the stored identity; false when nobody is stored. */
export function isIdentityOf(
  identity: Pick<IdentityState, 'email'>,
  email: string | null | undefined,
): boolean {
  if (!identity.email || !email) return false;
  return normalizeEmail(identity.email) === normalizeEmail(email);
}

/** Returns whether the stored email came from a URL query. Anybody can write such a URL, so the email proves nothing. */
export function isNamedByQuery(identity: Pick<IdentityState, 'email' | 'emailFromQuery'>): boolean {
  return identity.email !== null && identity.email === identity.emailFromQuery;
}

/**
 * Returns whether the server has verified the stored customer: by a token, or, if the server issues none, by the
 * response to a sign-in, which alone contains the state of the first payment. An email from a URL query is not verified.
 */
export function isVerified(identity: IdentityState): boolean {
  return (
    isStoredEmailSignedIn(identity.email) &&
    !isNamedByQuery(identity) &&
    identity.refreshToken === null &&
    (identity.accessToken !== null || identity.firstPaymentActivated !== null)
  );
}
