/**
 * Reads the VPN servers in a subscription body of the VPN panel, in each format that the VPN panel serves. For a user
 * without access the VPN panel returns HTTP 200 and a list of dead entries: their names contain a message, their address
 * is unspecified or the own device, and their user id is nil. An admin of the VPN panel can change the number and the
 * names of the dead entries, so only address and user id count.
 */
import { BlockList, isIP } from 'node:net';
import { load } from 'js-yaml';

/** Format of a subscription body. `clash` is the YAML of Clash, Mihomo and Stash. */
export type BodyFormat = 'links' | 'xray' | 'singbox' | 'clash';

/**
 * Servers of a subscription body. A body is `live` if at least one entry may be a VPN server, and `dead` if no entry is
 * one. A body is `foreign` if it is no VPN configuration, such as a web page or the description of a subscription.
 * `unreadable` means that the format is unknown, for example because the body is encrypted for one VPN app.
 */
export type BodyServers = 'live' | 'dead' | 'foreign' | 'unreadable';

export interface ExaminedBody {
  /** Format of the body; null if the body is foreign or unreadable. */
  format: BodyFormat | null;
  servers: BodyServers;
}

/** Entry of a server list. A null field means that the entry does not contain the field in a known form. */
interface Entry {
  address: string | null;
  userId: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

const UNREACHABLE = new BlockList();
UNREACHABLE.addSubnet('0.0.0.0', 8, 'ipv4');
UNREACHABLE.addSubnet('127.0.0.0', 8, 'ipv4');
UNREACHABLE.addAddress('::', 'ipv6');
UNREACHABLE.addAddress('::1', 'ipv6');

/** Outbounds and proxies of each format that are no VPN server. */
const XRAY_INTERNAL = new Set(['blackhole', 'dns', 'freedom', 'loopback']);
const SINGBOX_INTERNAL = new Set(['block', 'direct', 'dns', 'selector', 'urltest']);
const CLASH_INTERNAL = new Set(['compatible', 'direct', 'dns', 'pass', 'reject', 'reject-drop']);

const SCHEME = /^([a-z][a-z\d+.-]*):\/\/(.*)$/i;
/** Line of a list of links that configures Happ and is no server. */
const HAPP_ROUTING = /^happ:\/\/routing\//i;
const BASE64 = /^[A-Za-z\d+/_-]+={0,2}$/;
const CLASH_KEY = /^\s*\{?\s*["']?(?:proxies|proxy-groups|proxy-providers)["']?\s*:/m;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const toFieldsList = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

const toText = (value: unknown): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;

const toType = (value: unknown): string => toText(value)?.toLowerCase() ?? '';

function isUnreachable(address: string): boolean {
  const host = address
    .trim()
    .replace(/^\[|\]$/g, '')
    .toLowerCase();
  if (host === '' || host === '0' || host === 'localhost' || host.endsWith('.localhost')) return true;
  const version = isIP(host);
  return version !== 0 && UNREACHABLE.check(host, version === 4 ? 'ipv4' : 'ipv6');
}

const isNil = (userId: string): boolean => /^0{32}$/.test(userId.replaceAll('-', ''));

/** Returns whether the entry cannot be a VPN server. An entry in an unknown form may be a VPN server. */
const isDead = ({ address, userId }: Entry): boolean =>
  (address !== null && isUnreachable(address)) || (userId !== null && isNil(userId));

const decodeBase64 = (text: string): string => Buffer.from(text, 'base64').toString('utf8');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Returns the entry of `[<user id>@]<host>[:<port>][/…]`. */
function authorityEntry(text: string): Entry {
  const at = text.lastIndexOf('@');
  const host = /^(\[[^\]]*\]|[^:/]*)/.exec(text.slice(at + 1))?.[1] ?? null;
  return { address: host, userId: at < 0 ? null : text.slice(0, at) };
}

/** Returns the entry of a share link, such as `vless://<uuid>@<host>:<port>?…#<name>`. */
function linkEntry(scheme: string, rest: string): Entry {
  const [bare = ''] = rest.split(/[?#]/);
  if (scheme === 'vmess' && !bare.includes('@')) {
    const fields = parseJson(decodeBase64(bare));
    return isFields(fields)
      ? { address: toText(fields.add), userId: toText(fields.id) }
      : { address: null, userId: null };
  }
  // The old form of a Shadowsocks link encodes method, password, host and port together.
  if (scheme === 'ss' && !bare.includes('@')) {
    const decoded = decodeBase64(bare);
    return decoded.includes('@') ? authorityEntry(decoded) : { address: null, userId: null };
  }
  return authorityEntry(bare);
}

/** Returns the entries of a list of links, or null if the text contains no link. */
function linkEntries(text: string): Entry[] | null {
  const links = text.split(/\r?\n/).flatMap((line) => {
    const [link, scheme, rest] = SCHEME.exec(line.trim()) ?? [];
    return link === undefined ? [] : [{ link, scheme: (scheme ?? '').toLowerCase(), rest: rest ?? '' }];
  });
  if (links.length === 0) return null;
  return links
    .filter(({ link }) => !HAPP_ROUTING.test(link))
    .map(({ scheme, rest }) => linkEntry(scheme, rest));
}

/** Returns the servers of an outbound of an Xray configuration. */
function xrayEntries({ protocol, settings }: Fields): Entry[] {
  if (XRAY_INTERNAL.has(toType(protocol))) return [];
  const fields = isFields(settings) ? settings : {};
  const servers = [...toFieldsList(fields.vnext), ...toFieldsList(fields.servers)];
  const peers = toFieldsList(fields.peers).map(({ endpoint }) => authorityEntry(toText(endpoint) ?? ''));
  if (peers.length > 0) return peers;
  return (servers.length > 0 ? servers : [fields]).map(({ address, id, users }) => ({
    address: toText(address),
    userId: toText(id) ?? toText(toFieldsList(users)[0]?.id),
  }));
}

/** Returns the servers of a proxy of a Clash or sing-box configuration. */
function proxyEntries({ type, server, uuid }: Fields, internal: ReadonlySet<string>): Entry[] {
  return internal.has(toType(type)) ? [] : [{ address: toText(server), userId: toText(uuid) }];
}

/** Returns the servers of a proxy provider. A provider with a URL may contain servers. */
function providerEntries(provider: unknown): Entry[] {
  if (!isFields(provider)) return [];
  if (provider.payload === undefined) return [{ address: null, userId: null }];
  return toFieldsList(provider.payload).flatMap((proxy) => proxyEntries(proxy, CLASH_INTERNAL));
}

const examined = (format: BodyFormat, entries: readonly Entry[]): ExaminedBody => ({
  format,
  servers: entries.every(isDead) ? 'dead' : 'live',
});

const FOREIGN: ExaminedBody = { format: null, servers: 'foreign' };
const UNREADABLE: ExaminedBody = { format: null, servers: 'unreadable' };

function examineClash(value: unknown): ExaminedBody {
  if (!isFields(value)) return UNREADABLE;
  const providers = isFields(value['proxy-providers']) ? Object.values(value['proxy-providers']) : [];
  return examined('clash', [
    ...toFieldsList(value.proxies).flatMap((proxy) => proxyEntries(proxy, CLASH_INTERNAL)),
    ...providers.flatMap(providerEntries),
  ]);
}

function examineJson(value: unknown): ExaminedBody {
  const configurations = Array.isArray(value) ? value : [value];
  if (!configurations.every(isFields)) return FOREIGN;
  const outbounds = configurations.flatMap((configuration) => toFieldsList(configuration.outbounds));
  if (Array.isArray(value) || outbounds.some(({ protocol }) => protocol !== undefined)) {
    const isXray = configurations.every(({ outbounds: own }) => Array.isArray(own));
    return isXray ? examined('xray', outbounds.flatMap(xrayEntries)) : FOREIGN;
  }
  const [single = {}] = configurations;
  if ('proxies' in single || 'proxy-providers' in single) return examineClash(single);
  if (!Array.isArray(single.outbounds)) return FOREIGN;
  return examined('singbox', [
    ...outbounds.flatMap((outbound) => proxyEntries(outbound, SINGBOX_INTERNAL)),
    // Endpoints are VPN servers of other protocols, such as WireGuard.
    ...toFieldsList(single.endpoints).map(() => ({ address: null, userId: null })),
  ]);
}

function parseYaml(text: string): unknown {
  try {
    return load(text);
  } catch {
    return undefined;
  }
}

/**
 * Determines the format of a subscription body and whether it contains a VPN server. The content type is not used,
 * because an admin of the VPN panel can change it.
 */
export function examineBody(body: Uint8Array): ExaminedBody {
  const text = new TextDecoder().decode(body).trim();
  // Such a list has no entry.
  if (text === '') return { format: null, servers: 'dead' };
  if (text.startsWith('<')) return FOREIGN;
  if (/^[{[]/.test(text)) {
    const value = parseJson(text);
    if (value !== undefined) return examineJson(value);
  }
  if (CLASH_KEY.test(text)) return examineClash(parseYaml(text));
  const plain = linkEntries(text);
  if (plain !== null) return examined('links', plain);
  const packed = text.replace(/\s/g, '');
  const encoded = BASE64.test(packed) ? linkEntries(decodeBase64(packed)) : null;
  return encoded === null ? UNREADABLE : examined('links', encoded);
}
