/**
 * Marks of browsers in which an account has signed in. A mark distinguishes its owner's browser from strangers when sign-in
 * emails are limited, and gives access to nothing. It is verified by computing it again, so nothing is stored.
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
