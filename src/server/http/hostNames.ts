/** Restricts the host names that requests to the sandbox may use. */
import { isIP } from 'node:net';

/**
 * Returns whether a request may use this host name. Only `localhost`, IP addresses and the given names are allowed. The
 * restriction prevents DNS rebinding, in which an attacker's domain resolves to this machine and the attacker's page
 * reads the sandbox. `hostname` has the form of `URL.hostname`.
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
