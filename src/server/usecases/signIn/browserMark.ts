/**
 * Creates and verifies marks of browsers in which an account has signed in. The limits on sign-in emails use the mark
 * to distinguish the owner's browser from strangers. A browser mark gives no access. A browser mark is verified by
 * recomputing it, so marks are not stored.
 */
import type { Deps } from '../../deps';
import { createSecret, deriveSecret, hashSecret, sha256 } from '../../secrets';

const SEPARATOR = '.';

/**
 * Returns the proof that a browser mark belongs to an account. `owner` is the account's email in normal form, or the
 * account's uid.
 */
const deriveProof = ({ settings }: Pick<Deps, 'settings'>, owner: string, nonce: string): string =>
  deriveSecret('customerBrowser', settings.sessionSecret, `${nonce}\n${owner}`);

/**
 * Returns a new browser mark for a browser in which the account has just signed in. The mark contains a proof for the
 * email (in normal form) and a proof for the uid, which stays the same when the account's email changes.
 */
export function createBrowserMark(
  deps: Pick<Deps, 'settings'>,
  { email, uid }: { email: string; uid: string },
): string {
  const nonce = createSecret('customerBrowser');
  return [nonce, deriveProof(deps, email, nonce), deriveProof(deps, uid, nonce)].join(SEPARATOR);
}

/**
 * Returns the parts of a browser mark, or null if the text cannot be a browser mark. A browser mark of an earlier
 * release contains no proof for the uid.
 */
function parseMark(mark: string): { nonce: string; ofEmail: string; ofUid: string | null } | null {
  const [nonce = '', ofEmail = '', ofUid = null, ...rest] = mark.split(SEPARATOR);
  if (rest.length > 0 || hashSecret('customerBrowser', nonce) === null) return null;
  return { nonce, ofEmail, ofUid };
}

/**
 * Returns the hash that identifies the browser with this mark, or null if this server did not create the mark for the
 * account of `email` (in normal form). Attempts of a browser are counted by this hash. It depends on the nonce alone, so
 * that a changed proof of the uid does not make another browser of the same mark.
 */
export function findBrowser(deps: Pick<Deps, 'settings'>, email: string, mark: string): string | null {
  const parts = parseMark(mark);
  if (parts === null || sha256(parts.ofEmail) !== sha256(deriveProof(deps, email, parts.nonce))) return null;
  return hashSecret('customerBrowser', parts.nonce);
}

/**
 * Returns whether the account has signed in before in the browser with this mark, even if the account's email has
 * changed since then.
 */
export function hasSignedInBefore(
  deps: Pick<Deps, 'settings'>,
  { email, uid }: { email: string; uid: string },
  mark: string,
): boolean {
  if (findBrowser(deps, email, mark) !== null) return true;
  const parts = parseMark(mark);
  if (parts === null || parts.ofUid === null) return false;
  return sha256(parts.ofUid) === sha256(deriveProof(deps, uid, parts.nonce));
}
