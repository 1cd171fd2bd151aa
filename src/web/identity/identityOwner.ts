/**
 * Predicates about the stored identity: whether the identity belongs to an email address, and whether the server has
 * verified the identity.
 */
import { isSameMailbox, isStoredEmailSignedIn } from '../../shared/validation';
import type { IdentityState } from './identityState';

/** Returns whether `email` is the address of the stored identity. Returns false if no identity is stored. */
export function isIdentityOf(
  identity: Pick<IdentityState, 'email'>,
  email: string | null | undefined,
): boolean {
  if (!identity.email || !email) return false;
  return isSameMailbox(identity.email, email);
}

/** Returns whether the stored email came from a URL query. Anyone can write such a URL, so this email is unverified. */
export function isNamedByQuery(identity: Pick<IdentityState, 'email' | 'emailFromQuery'>): boolean {
  return identity.email !== null && identity.email === identity.emailFromQuery;
}

/**
 * Returns whether the server has verified the stored customer. A customer is verified if a token is stored. If the
 * server issues no tokens, a customer is verified if the first-payment state is stored, because only the response to a
 * sign-in contains this state. An email from a URL query is not verified.
 */
export function isVerified(identity: IdentityState): boolean {
  return (
    isStoredEmailSignedIn(identity.email) &&
    !isNamedByQuery(identity) &&
    identity.refreshToken === null &&
    (identity.accessToken !== null || identity.firstPaymentActivated !== null)
  );
}
