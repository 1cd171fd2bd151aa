/** JSON of the internal squads and hosts of the fake VPN panel. Each squad has one inbound, and each inbound one host. */
import type { PanelSquad } from './panelState';

const PROFILE = '5a9d0b0e-0000-4000-8000-0000000000ff';

const numbered = (group: string, index: number): string =>
  `5a9d0b0e-0000-4000-8000-${group}${String(index).padStart(10, '0')}`;

const inboundUuid = (index: number): string => numbered('1b', index);

export const squadModel = ({ uuid, name }: PanelSquad, index: number, now: Date) => ({
  uuid,
  viewPosition: index + 1,
  name,
  info: { membersCount: 0, inboundsCount: 1 },
  inbounds: [
    {
      uuid: inboundUuid(index),
      profileUuid: PROFILE,
      tag: `inbound-${index + 1}`,
      type: 'vless',
      network: 'raw',
      security: 'tls',
      port: 443,
      rawInbound: null,
    },
  ],
  createdAt: now.toISOString(),
  updatedAt: now.toISOString(),
});

export const hostModel = (index: number, { isDisabled }: { isDisabled: boolean }) => ({
  uuid: numbered('2c', index),
  viewPosition: index + 1,
  remark: `Host ${index + 1}`,
  address: 'nl.sandbox.invalid',
  port: 443,
  path: null,
  sni: null,
  host: null,
  alpn: null,
  fingerprint: null,
  isDisabled,
  securityLayer: 'DEFAULT',
  xhttpExtraParams: null,
  muxParams: null,
  sockoptParams: null,
  finalMask: null,
  inbound: { configProfileUuid: PROFILE, configProfileInboundUuid: inboundUuid(index) },
  serverDescription: null,
  tags: [],
  isHidden: false,
  overrideSniFromAddress: false,
  keepSniBlank: false,
  vlessRouteId: null,
  pinnedPeerCertSha256: null,
  verifyPeerCertByName: null,
  shuffleHost: false,
  mihomoX25519: false,
  mihomoIpVersion: null,
  nodes: [],
  xrayJsonTemplateUuid: null,
  excludedInternalSquads: [],
  excludeFromSubscriptionTypes: [],
  mapper: {},
});
