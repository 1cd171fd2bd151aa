/** Maps an IP address to the IP network for which attempts are counted. */
import { isIPv6 } from 'node:net';

/**
 * Number of 16-bit groups in an IPv6 /64 prefix. An internet provider assigns each customer at least a /64 network,
 * which no other customer uses.
 */
const GROUPS_OF_A_NETWORK = 4;

/**
 * Number of 16-bit groups in an IPv6 /48 prefix. An internet provider may assign a /48 network to one site, which then
 * has 65,536 /64 networks.
 */
const GROUPS_OF_A_WIDE_NETWORK = 3;

/**
 * Returns the /64 network of an IPv6 address, or an IPv4 address unchanged.
 * @example toNetwork('2001:db8::1') // '2001:db8:0:0::/64'
 */
export function toNetwork(address: string): string {
  return isIPv6(address) ? toPrefix(address, GROUPS_OF_A_NETWORK) : address;
}

/** Returns the /48 network of an IPv6 address, or null for an IPv4 address. */
export function toWideNetwork(address: string): string | null {
  return isIPv6(address) ? toPrefix(address, GROUPS_OF_A_WIDE_NETWORK) : null;
}

/**
 * Returns the /48 network of an IPv6 address, or the /24 network of an IPv4 address. Both are commonly the smallest network
 * that one owner announces on the internet, so an attacker easily uses all of its addresses.
 * @example toBroadNetwork('192.0.2.7') // '192.0.2.0/24'
 */
export function toBroadNetwork(address: string): string {
  return toWideNetwork(address) ?? `${address.split('.').slice(0, 3).join('.')}.0/24`;
}

function toPrefix(address: string, length: number): string {
  // The URL parser normalizes the spelling of an IPv6 address. The zone id is removed, because the URL parser does not
  // accept a zone id.
  const host = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  const [before = [], after = []] = host
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const groups = [...before, ...zeros, ...after];
  return `${groups.slice(0, length).join(':')}::/${String(16 * length)}`;
}
