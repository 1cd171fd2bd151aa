/**
 * Writes the body of a rejected configuration request: a server list with one entry that cannot be connected to, whose
 * name is the message. VPN apps show the name of the entry to the customer. The body has the format that the VPN panel
 * chooses for the User-Agent by its default response rules, because an app cannot read any other format.
 */
import { dump } from 'js-yaml';

export interface SubscriptionStub {
  contentType: string;
  body: string;
}

type StubFormat = 'links' | 'singbox' | 'clash';

/** Default response rules of Remnawave 3.3.2, in order. The sing-box rule is anchored for its first name only. */
const RULES: readonly (readonly [RegExp, StubFormat])[] = [
  [/^(?:flclash|flowvy|murge|mihomo|prizrak-box|koala-clash|clash|stash)/i, 'clash'],
  [/^sfa|sfi|sfm|sft|karing|singbox/i, 'singbox'],
];

const NOBODY = '00000000-0000-0000-0000-000000000000';
const NOWHERE = { host: '0.0.0.0', port: 1 } as const;

const formatFor = (userAgent: string): StubFormat =>
  RULES.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'links';

const WRITERS: Readonly<Record<StubFormat, (message: string) => SubscriptionStub>> = {
  links: (message) => ({
    contentType: 'text/plain; charset=utf-8',
    body: Buffer.from(
      `vless://${NOBODY}@${NOWHERE.host}:${NOWHERE.port}?encryption=none&security=none&type=tcp#${encodeURIComponent(message)}`,
    ).toString('base64'),
  }),
  singbox: (message) => ({
    contentType: 'application/json; charset=utf-8',
    body: JSON.stringify({
      outbounds: [
        { type: 'selector', tag: 'proxy', outbounds: [message] },
        { type: 'vless', tag: message, server: NOWHERE.host, server_port: NOWHERE.port, uuid: NOBODY },
      ],
      route: { final: 'proxy' },
    }),
  }),
  clash: (message) => ({
    contentType: 'text/yaml; charset=utf-8',
    body: dump({
      // Clash has no VLESS, so the entry has a type that every application of this format can read.
      proxies: [{ name: message, type: 'socks5', server: NOWHERE.host, port: NOWHERE.port }],
      'proxy-groups': [{ name: 'proxy', type: 'select', proxies: [message] }],
      rules: ['MATCH,proxy'],
    }),
  }),
};

export function subscriptionStub(message: string, userAgent: string): SubscriptionStub {
  return WRITERS[formatFor(userAgent)](message);
}
