/**
 * Requests links that staff typed. Only public addresses and https are allowed, also after redirects, so that no caller can
 * use the server to reach services of its own network. The address is checked when the connection is opened, so a name that
 * resolves to another address later does not pass the check.
 */
import { type LookupAddress, type LookupAllOptions, lookup as resolveName } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { connectionFault } from '../logging/connectionFault';
import type { LinkChecker, LinkResult } from '../ports/linkChecker';

/** Timeout of one link with all its redirects, in ms. */
const TIMEOUT_MS = 10_000;

const REDIRECTS_MAX = 5;

/** Networks without public hosts (IANA special-purpose registries, read on 2026-11-29). */
const NOT_PUBLIC = new BlockList();
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]) {
  const [network = '', prefix] = range.split('/');
  NOT_PUBLIC.addSubnet(network, Number(prefix), 'ipv4');
}
// Tunnels (2001::/23, 2002::/16) may contain a private IPv4 address.
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv6');

/** Global unicast addresses. All other IPv6 addresses are private, local, mapped or reserved. */
const GLOBAL_IPV6 = new BlockList();
GLOBAL_IPV6.addSubnet('2000::', 3, 'ipv6');

/** Returns whether an IP address belongs to a public host. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !NOT_PUBLIC.check(address, 'ipv4');
    case 6:
      return GLOBAL_IPV6.check(address, 'ipv6') && !NOT_PUBLIC.check(address, 'ipv6');
    default:
      return false;
  }
}

class LinkRejected extends Error {}

const PRIVATE = 'The host has a private or local address, which is not requested.';
const INSECURE = 'The link leads to an address without https.';

const FAULTS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The host name does not exist.',
  EAI_AGAIN: 'The host name cannot be resolved at present.',
  ECONNREFUSED: 'The host refuses connections.',
  ECONNRESET: 'The host closed the connection without a response.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The network of the host cannot be reached.',
  ETIMEDOUT: 'The host did not respond in time.',
  ABORT_ERR: 'The host did not respond in time.',
  CERT_HAS_EXPIRED: 'The certificate of the host has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate belongs to another host.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the host is self-signed.',
};

/** Faults of the connection, as a machine without access to the internet has them. */
const UNREACHABLE = [
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'ABORT_ERR',
];

export interface LinkCheckerOptions {
  /** Whether local addresses and http are allowed. Only for tests and the sandbox's own host. */
  allowLocal?: boolean;
  /** Function that resolves host names. */
  lookup?: (
    hostname: string,
    options: LookupAllOptions,
    callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
  ) => void;
  timeoutMs?: number;
}

/** Creates the client that requests links. */
export function createLinkChecker({
  allowLocal = false,
  lookup = resolveName,
  timeoutMs = TIMEOUT_MS,
}: LinkCheckerOptions = {}): LinkChecker {
  const guarded: LookupFunction = (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) {
        callback(error, '');
        return;
      }
      const [first] = addresses;
      if (first === undefined) callback(new Error('no address'), '');
      else if (!allowLocal && !addresses.every(({ address }) => isPublicAddress(address)))
        callback(new LinkRejected(PRIVATE), '');
      else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

  /** Resolves to the response without reading its body. */
  const get = (url: URL, signal: AbortSignal): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const literal = url.hostname.replace(/^\[|\]$/g, '');
      if (!allowLocal && url.protocol !== 'https:') throw new LinkRejected(INSECURE);
      // The lookup function is not called for an IP address.
      if (!allowLocal && isIP(literal) !== 0 && !isPublicAddress(literal)) throw new LinkRejected(PRIVATE);
      const { get: send } = url.protocol === 'https:' ? https : http;
      const options = {
        agent: false,
        signal,
        lookup: guarded,
        headers: { Accept: '*/*', 'User-Agent': 'Mozilla/5.0 (compatible; link check)' },
      };
      send(url, options, (response) => {
        response.destroy();
        resolve(response);
      }).on('error', reject);
    });

  return {
    async request(address, aborted) {
      const begun = performance.now();
      const outcome = (result: Partial<LinkResult>): LinkResult => ({
        ...{ status: null, host: null, problem: null, isUnreachable: false },
        ms: Math.round(performance.now() - begun),
        ...result,
      });
      const signal = AbortSignal.any([aborted, AbortSignal.timeout(timeoutMs)]);
      try {
        let url = new URL(address);
        for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
          const response = await get(url, signal);
          const { statusCode: status = 0, headers } = response;
          if (status >= 300 && status < 400 && headers.location !== undefined) {
            url = new URL(headers.location, url);
            continue;
          }
          const isFound = status >= 200 && status < 300;
          const problem = isFound ? null : `The host responded with status ${status}.`;
          return outcome({ status, host: url.host, problem });
        }
        return outcome({ problem: `The link has more than ${REDIRECTS_MAX} redirects.` });
      } catch (error) {
        if (error instanceof LinkRejected) return outcome({ problem: error.message });
        const fault = signal.aborted ? 'ABORT_ERR' : connectionFault(error);
        return outcome({
          problem: FAULTS[fault] ?? `The request failed (${fault}).`,
          isUnreachable: UNREACHABLE.includes(fault),
        });
      }
    },
  };
}
