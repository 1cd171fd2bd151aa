/**
 * Subscriptions that the fake VPN panel returns to apps, in each format of the VPN panel. The VPN servers in these
 * subscriptions do not exist (RFC 2606).
 */
import { dump } from 'js-yaml';
import type { PanelStatus, PanelUserRow } from './panelUsers';
import type { ResponseType } from './responseRules';

/** Entry of a subscription: a VPN server, or a dead entry whose name is a message. */
interface Host {
  protocol: 'vless' | 'trojan';
  name: string;
  address: string;
  port: number;
  /** VLESS UUID or Trojan password. */
  secret: string;
  /** Server name of the TLS handshake; null if the entry does not use TLS. */
  tls: string | null;
}

/** Reason why a subscription contains no usable servers. */
type DeadReason = Exclude<PanelStatus, 'ACTIVE'> | 'NO_HOSTS';

/** Names of the entries in a subscription without usable servers. */
const DEAD_NAMES: Readonly<Record<DeadReason, readonly string[]>> = {
  DISABLED: ['🚫 Subscription disabled', 'Contact support'],
  EXPIRED: ['⌛ Subscription expired', 'Contact support'],
  LIMITED: ['🚧 Subscription limited', 'Contact support'],
  NO_HOSTS: ['→ Remnawave', '→ No hosts found', '→ Check Hosts tab', '→ Check Internal Squads tab'],
};

const NOBODY = '00000000-0000-0000-0000-000000000000';
const GROUP = '→ Remnawave';

const deadHost = (name: string): Host => ({
  protocol: 'vless',
  name,
  address: '0.0.0.0',
  port: 1,
  secret: NOBODY,
  tls: null,
});

function listHosts(user: PanelUserRow, { hasServers }: { hasServers: boolean }): Host[] {
  if (user.status !== 'ACTIVE') return DEAD_NAMES[user.status].map(deadHost);
  if (!hasServers) return DEAD_NAMES.NO_HOSTS.map(deadHost);
  const server = { port: 443, tls: 'sandbox.invalid' };
  return [
    {
      ...server,
      protocol: 'vless',
      name: 'Netherlands',
      address: 'nl.sandbox.invalid',
      secret: user.vlessUuid,
    },
    {
      ...server,
      protocol: 'trojan',
      name: 'Finland',
      address: 'fi.sandbox.invalid',
      secret: user.trojanPassword,
    },
  ];
}

function buildLink({ protocol, name, address, port, secret, tls }: Host): string {
  const parameters = new URLSearchParams({
    ...(protocol === 'vless' ? { encryption: 'none' } : {}),
    type: 'tcp',
    security: tls === null ? 'none' : 'tls',
    ...(tls === null ? {} : { sni: tls, fp: 'chrome' }),
  });
  return `${protocol}://${secret}@${address}:${port}?${parameters.toString()}#${encodeURIComponent(name)}`;
}

/** Returns one whole Xray configuration for each entry. */
const xray = (hosts: readonly Host[]): object[] =>
  hosts.map(({ protocol, name, address, port, secret, tls }) => ({
    dns: { servers: ['1.1.1.1'], queryStrategy: 'UseIP' },
    routing: { rules: [{ type: 'field', protocol: ['bittorrent'], outboundTag: 'direct' }] },
    inbounds: [
      { tag: 'socks', port: 10808, listen: '127.0.0.1', protocol: 'socks', settings: { udp: true } },
    ],
    outbounds: [
      {
        tag: 'proxy',
        protocol,
        settings:
          protocol === 'vless'
            ? { vnext: [{ address, port, users: [{ id: secret, encryption: 'none', flow: '' }] }] }
            : { servers: [{ address, port, password: secret }] },
        streamSettings: {
          network: 'tcp',
          tcpSettings: {},
          ...(tls === null
            ? { security: 'none' }
            : { security: 'tls', tlsSettings: { serverName: tls, fingerprint: 'chrome' } }),
        },
      },
      { tag: 'direct', protocol: 'freedom' },
      { tag: 'block', protocol: 'blackhole' },
    ],
    remarks: name,
  }));

const singbox = (hosts: readonly Host[]): object => ({
  log: { disabled: true },
  dns: { servers: [{ type: 'tcp', tag: 'local', server: '1.1.1.1', detour: 'direct' }] },
  inbounds: [{ type: 'tun', tag: 'tun-in', address: ['172.19.0.1/30'], auto_route: true }],
  outbounds: [
    { type: 'selector', tag: GROUP, outbounds: hosts.map(({ name }) => name) },
    { type: 'direct', tag: 'direct' },
    ...hosts.map(({ protocol, name, address, port, secret, tls }) => ({
      type: protocol,
      tag: name,
      server: address,
      server_port: port,
      ...(protocol === 'vless' ? { uuid: secret } : { password: secret }),
      ...(tls === null ? {} : { tls: { enabled: true, server_name: tls } }),
    })),
  ],
  route: { rules: [{ action: 'sniff' }], auto_detect_interface: true },
});

function clash(hosts: readonly Host[], type: 'MIHOMO' | 'STASH' | 'CLASH'): string {
  // The VPN panel writes no VLESS for the old Clash core, so a dead entry is missing there.
  const supported = hosts.filter(({ protocol }) => type !== 'CLASH' || protocol !== 'vless');
  return dump({
    ...(type === 'STASH' ? { mode: 'rule' } : { 'mixed-port': 7890, 'allow-lan': true, mode: 'global' }),
    dns: { 'default-nameserver': ['1.1.1.1'], nameserver: ['1.1.1.1'] },
    proxies: supported.map(({ protocol, name, address, port, secret, tls }) => ({
      name,
      type: protocol,
      server: address,
      port,
      network: 'tcp',
      udp: true,
      ...(protocol === 'vless' ? { uuid: secret, 'packet-encoding': 'xudp' } : { password: secret }),
      ...(tls === null ? {} : { tls: true, [protocol === 'trojan' ? 'sni' : 'servername']: tls }),
      'client-fingerprint': 'chrome',
    })),
    'proxy-groups': [{ name: GROUP, type: 'select', proxies: supported.map(({ name }) => name) }],
    rules: [`MATCH,${GROUP}`],
  });
}

export interface PanelConfiguration {
  contentType: string;
  body: string;
}

/** Returns the share links of a user, which are the same in every format. */
export const panelLinks = (user: PanelUserRow, servers: { hasServers: boolean }): string[] =>
  listHosts(user, servers).map(buildLink);

/** Returns the subscription of a user in one format. */
export function panelConfiguration(
  user: PanelUserRow,
  servers: { hasServers: boolean },
  type: Exclude<ResponseType, 'BROWSER'>,
): PanelConfiguration {
  const hosts = listHosts(user, servers);
  switch (type) {
    case 'XRAY_BASE64':
      return {
        contentType: 'text/plain; charset=utf-8',
        body: Buffer.from(hosts.map(buildLink).join('\n')).toString('base64'),
      };
    case 'XRAY_JSON':
      return { contentType: 'application/json; charset=utf-8', body: JSON.stringify(xray(hosts)) };
    case 'SINGBOX':
      return { contentType: 'application/json; charset=utf-8', body: JSON.stringify(singbox(hosts)) };
    case 'MIHOMO':
    case 'STASH':
    case 'CLASH':
      return { contentType: 'text/yaml; charset=utf-8', body: clash(hosts, type) };
  }
}
