/** Replacement of the uid of a deleted account. */
import { sha256 } from '../secrets';

export const ERASED_UID_PREFIX = 'erased-';

/**
 * Returns the uid that the deletion of an account stores in place of the uid: its hash. A uid has 168 random bits, so the hash
 * reveals nothing. It matches a payment that the card provider reports later under the uid.
 */
export function erasedUid(uid: string): string {
  return `${ERASED_UID_PREFIX}${sha256(uid)}`;
}
