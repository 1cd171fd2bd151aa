/** Which names a request may call the sandbox by. */
import { isIP } from 'node:net';

/**
 * A stranger's page may have its own name lead to this machine and so read what is open here (DNS rebinding). The
 * name stays the stranger's: only names of ours and bare addresses are answered. `hostname` as URLs have it.
 */
export function isOwnHost(hostname: string, names: readonly string[]): boolean {
  const host = hostname.toLowerCase();
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    isIP(host.replace(/^\[|\]$/g, '')) !== 0 ||
    names.includes(host)
  );
}
