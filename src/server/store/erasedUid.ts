/** Computes the value that replaces the uid of a deleted account. */
import { sha256 } from '../secrets';

export const ERASED_UID_PREFIX = 'erased-';

/**
 * Returns the hash that replaces the uid when an account is deleted. A uid has 168 random bits, so the hash does not
 * reveal the uid. By this hash, a payment that the card provider later reports under the uid is still matched to the
 * deleted account.
 */
export function erasedUid(uid: string): string {
  return `${ERASED_UID_PREFIX}${sha256(uid)}`;
}
