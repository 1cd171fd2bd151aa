/**
 * Usernames and tag of this installation's users in the VPN panel. A user with such a username but another tag belongs to
 * another owner.
 */
import { parseCredentialName } from '../../domain/credentialName';

/** Returns the tag of all users of an installation. */
export const buildTag = (prefix: string): string => prefix.toUpperCase();

/**
 * Returns the username of a VPN credential.
 * @example buildUsername('prosvet', '77-2') // 'prosvet-77-2'
 */
export const buildUsername = (prefix: string, name: string): string => `${prefix}-${name}`;

/** Returns the name of the VPN credential with this username, or null if the username has another prefix. */
export const credentialNameIn = (prefix: string, username: string): string | null =>
  username.startsWith(`${prefix}-`) ? username.slice(prefix.length + 1) : null;

/** Returns whether this installation may use the username for one of its credentials. */
export function isCredentialUsername(prefix: string, username: string): boolean {
  const name = credentialNameIn(prefix, username);
  return name !== null && parseCredentialName(name) !== null;
}
