/** Reads the addresses of the VPN's exits and the URL of the host that is reached through the VPN only. */
import { BlockList, isIP, isIPv6 } from 'node:net';
import type { VpnExits } from '../ports/vpnExits';
import type { EnvironmentReader } from './environment';

/** Settings of the page /check. */
export interface ConnectionCheckConfiguration {
  /** Origin of the host that the VPN's configuration routes through the VPN. It serves the call of /check only. */
  url: string;
  /** IP addresses and CIDR ranges of the VPN's exits. */
  exits: readonly string[];
}

/**
 * Shortest allowed prefix of a range by IP version. A shorter prefix would include the networks of other people, so that
 * the page would confirm a VPN that is off.
 */
const SHORTEST_PREFIX = { 4: 16, 6: 32 } as const;

interface AddressRange {
  address: string;
  /** Number of leading bits that an address must share. */
  prefix: number;
  family: 'ipv4' | 'ipv6';
}

/** Parses an IP address or a CIDR range. Returns null if it is invalid or too wide. */
export function parseAddressRange(text: string): AddressRange | null {
  const [address = '', prefixText, ...rest] = text.split('/');
  const version = isIP(address);
  if ((version !== 4 && version !== 6) || rest.length > 0 || address.includes('%')) return null;
  // An IPv4 address in IPv6 form, such as ::ffff:192.0.2.0/96, would make the shortest prefix useless.
  if (version === 6 && new URL(`http://[${address}]`).hostname.startsWith('[::')) return null;
  const bits = version === 4 ? 32 : 128;
  if (prefixText !== undefined && !/^\d{1,3}$/.test(prefixText)) return null;
  const prefix = prefixText === undefined ? bits : Number(prefixText);
  if (prefix > bits || prefix < SHORTEST_PREFIX[version]) return null;
  return { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' };
}

/**
 * Creates the exits from IP addresses and CIDR ranges. An IPv4 range also includes its addresses in the form
 * `::ffff:192.0.2.1`. Throws if a range is invalid.
 */
export function createVpnExits(ranges: readonly string[]): VpnExits {
  const list = new BlockList();
  for (const text of ranges) {
    const range = parseAddressRange(text);
    if (range === null) throw new Error(`${text} is not an address range`);
    list.addSubnet(range.address, range.prefix, range.family);
  }
  return {
    include: (address) =>
      Promise.resolve(isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')),
  };
}

/**
 * Reads the URL of the check host. Returns undefined if it is not set. `otherUrls` are the URLs by name of the setting whose
 * hosts serve more than the check.
 */
export function readCheckUrl(
  environment: EnvironmentReader,
  otherUrls: Readonly<Record<string, string | readonly string[]>>,
  protocols: readonly string[],
): string | undefined {
  const value = environment.optional('CHECK_URL');
  if (value === undefined) return undefined;
  const url = environment.origin('CHECK_URL', value, protocols);
  for (const [name, others] of Object.entries(otherUrls)) {
    if ([others].flat().some((other) => URL.parse(url)?.hostname === URL.parse(other)?.hostname))
      environment.problem(`CHECK_URL must be another host than ${name}`);
  }
  return url;
}

/** Reads the settings of the page /check. Returns undefined if none is set; the page then explains other ways. */
export function readConnectionCheck(
  environment: EnvironmentReader,
  otherUrls: Readonly<Record<string, string | readonly string[]>>,
): ConnectionCheckConfiguration | undefined {
  const url = readCheckUrl(environment, otherUrls, ['https:']);
  const exits = environment.list('VPN_EXIT_ADDRESSES');
  if (exits !== undefined && (exits.length === 0 || exits.some((each) => parseAddressRange(each) === null))) {
    environment.problem(
      `VPN_EXIT_ADDRESSES must be a comma-separated list of IP addresses or CIDR ranges, not wider than /${SHORTEST_PREFIX[4]} (IPv6: /${SHORTEST_PREFIX[6]})`,
    );
  }
  if (url === undefined && exits === undefined) return undefined;
  if (url === undefined)
    environment.problem('CHECK_URL is missing: VPN_EXIT_ADDRESSES is of no use without it');
  if (exits === undefined)
    environment.problem('VPN_EXIT_ADDRESSES is missing: CHECK_URL is of no use without it');
  return { url: url ?? '', exits: exits ?? [] };
}
