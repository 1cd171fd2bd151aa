/** Whether an answer still concerns the person whom the browser knows. */
import { normalizeEmail } from '../../shared/validation';
import type { IdentityState } from './identityState';

/** True when `email` is the address of the stored identity; false when nobody is stored. */
export function isIdentityOf(
  identity: Pick<IdentityState, 'email'>,
  email: string | null | undefined,
): boolean {
  if (!identity.email || !email) return false;
  return normalizeEmail(identity.email) === normalizeEmail(email);
}
