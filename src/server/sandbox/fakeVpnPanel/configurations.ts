/**
 * VPN configurations that the fake VPN panel returns to apps. The VPN servers in these configurations do not exist (RFC
 * 2606).
 */
import { type PanelStatus, type PanelUserRow } from './panelUsers';

const SERVERS = [
  { host: 'nl.sandbox.invalid', name: 'Netherlands' },
  { host: 'fi.sandbox.invalid', name: 'Finland' },
];

/** Reason why a configuration contains no usable servers. */
type DeadReason = Exclude<PanelStatus, 'ACTIVE'> | 'NO_HOSTS';

/** Names of the entries in a VPN configuration without usable servers. */
const STUB_NAMES: Readonly<Record<DeadReason, readonly string[]>> = {
  DISABLED: ['🚫 Subscription disabled', 'Contact support'],
  EXPIRED: ['⌛ Subscription expired', 'Contact support'],
  LIMITED: ['🚧 Subscription limited', 'Contact support'],
  NO_HOSTS: ['→ Remnawave', '→ No hosts found', '→ Check Hosts tab', '→ Check Internal Squads tab'],
};

const deadReason = (user: PanelUserRow, servers: { hasServers: boolean }): DeadReason | null => {
  if (user.status !== 'ACTIVE') return user.status;
  return servers.hasServers ? null : 'NO_HOSTS';
};

const NOBODY = '00000000-0000-0000-0000-000000000000';

const vlessLine = (uuid: string, host: string, port: number, name: string): string =>
  `vless://${uuid}@${host}:${port}?type=tcp&security=reality&pbk=sandbox&sid=00&flow=xtls-rprx-vision#${encodeURIComponent(name)}`;

function lines(user: PanelUserRow, reason: DeadReason | null): string[] {
  return reason === null
    ? SERVERS.map(({ host, name }) => vlessLine(user.vlessUuid, host, 443, name))
    : STUB_NAMES[reason].map((name) => vlessLine(NOBODY, '0.0.0.0', 1, name));
}

function outbounds(user: PanelUserRow, reason: DeadReason | null): object[] {
  return reason === null
    ? SERVERS.map(({ host, name }) => ({
        type: 'vless',
        tag: name,
        server: host,
        server_port: 443,
        uuid: user.vlessUuid,
      }))
    : STUB_NAMES[reason].map((tag) => ({
        type: 'vless',
        tag,
        server: '0.0.0.0',
        server_port: 1,
        uuid: NOBODY,
      }));
}

export interface PanelConfiguration {
  contentType: string;
  body: string;
}

/**
 * Returns the VPN configuration in the format of the URL suffix or, without a suffix, in the format for the User-Agent.
 */
export function panelConfiguration(
  user: PanelUserRow,
  servers: { hasServers: boolean },
  { format, userAgent }: { format: string; userAgent: string },
): PanelConfiguration {
  const reason = deadReason(user, servers);
  if (format === 'singbox' || /^(sfa|sfi|sfm|sft|karing|singbox)/i.test(userAgent)) {
    return {
      contentType: 'application/json',
      body: JSON.stringify({ outbounds: outbounds(user, reason) }),
    };
  }
  if (format === 'json') {
    return {
      contentType: 'application/json',
      body: JSON.stringify([{ remarks: 'sandbox', outbounds: outbounds(user, reason) }]),
    };
  }
  return {
    contentType: 'text/plain; charset=utf-8',
    body: Buffer.from(lines(user, reason).join('\n')).toString('base64'),
  };
}
