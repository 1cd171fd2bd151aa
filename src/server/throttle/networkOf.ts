/** Maps an IP address to the network for which attempts are counted. */
import { isIPv6 } from 'node:net';

/** 16-bit groups of an IPv6 /64 prefix. Providers assign each customer at least a /64, whose addresses are all theirs. */
const GROUPS_OF_A_NETWORK = 4;

/** 16-bit groups of an IPv6 /48 prefix. Providers assign a /48 to one site, which then has 65,536 /64 networks. */
const GROUPS_OF_A_WIDE_NETWORK = 3;

/**
 * Returns the /64 network of an IPv6 address, or an IPv4 address unchanged.
 * @example networkOf('2001:db8::1') // '2001:db8:0:0::/64'
 */
export function networkOf(address: string): string {
  return isIPv6(address) ? prefixOf(address, GROUPS_OF_A_NETWORK) : address;
}

/** Returns the /48 network of an IPv6 address, or null for an IPv4 address. */
export function wideNetworkOf(address: string): string | null {
  return isIPv6(address) ? prefixOf(address, GROUPS_OF_A_WIDE_NETWORK) : null;
}

function prefixOf(address: string, length: number): string {
  // The URL parser normalizes the spelling of an IPv6 address. The zone id is removed because it is not part of it.
  const host = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  const [before = [], after = []] = host
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const groups = [...before, ...zeros, ...after];
  return `${groups.slice(0, length).join(':')}::/${String(16 * length)}`;
}
