/**
 * VPN configurations that the fake VPN panel returns to apps. The VPN servers in these configurations do not exist (RFC
 * 2606).
 */
import { type PanelStatus, type PanelUserRow } from './panelUsers';

const SERVERS = [
  { host: 'nl.sandbox.invalid', name: 'Netherlands' },
  { host: 'fi.sandbox.invalid', name: 'Finland' },
];

/** Name of the only server entry in a VPN configuration without usable servers. */
const STUB_NAMES: Readonly<Record<Exclude<PanelStatus, 'ACTIVE'>, string>> = {
  DISABLED: 'Subscription disabled',
  EXPIRED: 'Subscription expired',
};

const NOBODY = '00000000-0000-0000-0000-000000000000';

const vlessLine = (uuid: string, host: string, port: number, name: string): string =>
  `vless://${uuid}@${host}:${port}?type=tcp&security=reality&pbk=sandbox&sid=00&flow=xtls-rprx-vision#${encodeURIComponent(name)}`;

function lines(user: PanelUserRow, status: PanelStatus): string[] {
  return status === 'ACTIVE'
    ? SERVERS.map(({ host, name }) => vlessLine(user.vlessUuid, host, 443, name))
    : [vlessLine(NOBODY, '0.0.0.0', 1, STUB_NAMES[status])];
}

function outbounds(user: PanelUserRow, status: PanelStatus): object[] {
  return status === 'ACTIVE'
    ? SERVERS.map(({ host, name }) => ({
        type: 'vless',
        tag: name,
        server: host,
        server_port: 443,
        uuid: user.vlessUuid,
      }))
    : [{ type: 'block', tag: STUB_NAMES[status] }];
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
  status: PanelStatus,
  { format, userAgent }: { format: string; userAgent: string },
): PanelConfiguration {
  if (format === 'singbox' || /^(sfa|sfi|sfm|sft|karing|singbox)/i.test(userAgent)) {
    return {
      contentType: 'application/json',
      body: JSON.stringify({ outbounds: outbounds(user, status) }),
    };
  }
  if (format === 'json') {
    return {
      contentType: 'application/json',
      body: JSON.stringify([{ remarks: 'sandbox', outbounds: outbounds(user, status) }]),
    };
  }
  return {
    contentType: 'text/plain; charset=utf-8',
    body: Buffer.from(lines(user, status).join('\n')).toString('base64'),
  };
}
