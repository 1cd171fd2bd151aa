/**
 * Creates and verifies marks of browsers in which an account has signed in. The limits on sign-in emails use the mark to
 * distinguish the owner's browser from strangers. A mark gives no access. It is verified by recomputing it, so it is not
 * stored.
 */
import type { Deps } from '../../deps';
import { createSecret, deriveSecret, hashSecret, sha256 } from '../../secrets';

const SEPARATOR = '.';

const proofOf = ({ settings }: Pick<Deps, 'settings'>, email: string, nonce: string): string =>
  deriveSecret('customerBrowser', settings.sessionSecret, `${nonce}\n${email}`);

/** Returns a new mark for a browser in which the account of `email` (normal form) has just signed in. */
export function createBrowserMark(deps: Pick<Deps, 'settings'>, email: string): string {
  const nonce = createSecret('customerBrowser');
  return `${nonce}${SEPARATOR}${proofOf(deps, email, nonce)}`;
}

/** Returns whether `mark` was created by this server for the account of `email` (normal form). */
export function isMarkOfBrowser(deps: Pick<Deps, 'settings'>, email: string, mark: string): boolean {
  const [nonce = '', proof = '', ...rest] = mark.split(SEPARATOR);
  if (rest.length > 0 || hashSecret('customerBrowser', nonce) === null) return false;
  return sha256(proof) === sha256(proofOf(deps, email, nonce));
}
