/** Tokens of the links that take a change of address back. */
import { LINKED_PATHS } from '../../../shared/linkedPaths';
import type { Deps } from '../../deps';
import { deriveSecret, sha256 } from '../../secrets';
import type { Database } from '../../store/database';
import { type EmailChange, findReserving } from '../../store/emailChanges';

const SEPARATOR = '.';

/**
 * Returns the token that leads to the way back of a change. It is recomputed instead of stored. It gives nothing without a code
 * that is sent to the former address.
 */
export function deriveRestoreToken(
  { settings }: Pick<Deps, 'settings'>,
  { id, oldEmail }: Pick<EmailChange, 'id' | 'oldEmail'>,
): string {
  return `${id}${SEPARATOR}${deriveSecret('emailChange', settings.sessionSecret, `${id}\n${oldEmail}`)}`;
}

/** Returns the change of a token while it can be taken back, or null. */
export async function findChangeOfToken(
  deps: Deps,
  db: Database,
  restoreToken: string,
): Promise<EmailChange | null> {
  const [id = ''] = restoreToken.split(SEPARATOR, 1);
  if (!/^[1-9]\d{0,8}$/.test(id)) return null;
  const change = await findReserving(db, Number(id), deps.clock.now());
  if (change === null) return null;
  return sha256(restoreToken) === sha256(deriveRestoreToken(deps, change)) ? change : null;
}

/** Returns the URL of the page that takes a change back with a code. */
export function buildRestoreUrl(
  deps: Pick<Deps, 'settings'>,
  change: Pick<EmailChange, 'id' | 'oldEmail'>,
): string {
  return `${deps.settings.publicUrl}${LINKED_PATHS.restoreEmail}#${deriveRestoreToken(deps, change)}`;
}
