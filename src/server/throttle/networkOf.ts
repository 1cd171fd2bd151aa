/** What counts as one place on the network when tries are limited. */
import { isIPv6 } from 'node:net';

/** An IPv6 customer is given a whole /64, of which every address is theirs to change to. */
const GROUPS_OF_A_NETWORK = 4;

/** Providers assign a /48 to one site, which then has 65 536 networks of the size above. */
const GROUPS_OF_A_WIDE_NETWORK = 3;

/** The address itself, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  return isIPv6(address) ? prefixOf(address, GROUPS_OF_A_NETWORK) : address;
}

/** The /48 of an IPv6 address, or null for an IPv4 address. */
export function wideNetworkOf(address: string): string | null {
  return isIPv6(address) ? prefixOf(address, GROUPS_OF_A_WIDE_NETWORK) : null;
}

function prefixOf(address: string, length: number): string {
  // The URL parser writes every spelling of an address in one way; a zone is no part of it.
  const host = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  const [before = [], after = []] = host
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const groups = [...before, ...zeros, ...after];
  return `${groups.slice(0, length).join(':')}::/${String(16 * length)}`;
}
