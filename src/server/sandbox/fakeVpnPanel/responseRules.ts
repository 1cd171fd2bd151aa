/** Default response rules of Remnawave 3.3.2, which choose the format of a subscription from the request. */

export type ResponseType = 'BROWSER' | 'MIHOMO' | 'STASH' | 'SINGBOX' | 'CLASH' | 'XRAY_BASE64' | 'XRAY_JSON';

/** Rules on the User-Agent in order. Only the first name of the sing-box rule is anchored. */
const USER_AGENT_RULES: readonly (readonly [RegExp, ResponseType])[] = [
  [
    /^(?:flclash|flowvy|murge|mihomo|prizrak-box|koala-clash|clash(?:-verge|-nyanpasu|x meta|[-.]?meta))/i,
    'MIHOMO',
  ],
  [/^stash/i, 'STASH'],
  [/^sfa|sfi|sfm|sft|karing|singbox/i, 'SINGBOX'],
  [/^clash/i, 'CLASH'],
];

/** Formats by the suffix of the URL, which takes precedence over the rules. */
const SUFFIXES: Readonly<Record<string, ResponseType>> = {
  json: 'XRAY_JSON',
  'v2ray-json': 'XRAY_JSON',
  singbox: 'SINGBOX',
  clash: 'CLASH',
  mihomo: 'MIHOMO',
  stash: 'STASH',
};

/** Returns the format of a request, or null if the VPN panel rejects the request with HTTP 403. */
export function chooseResponseType(request: {
  suffix: string | undefined;
  userAgent: string;
  accept: string;
}): ResponseType | null {
  const { suffix, userAgent, accept } = request;
  if (userAgent === '') return null;
  if (suffix !== undefined) return SUFFIXES[suffix] ?? null;
  if (accept.includes('text/html')) return 'BROWSER';
  return USER_AGENT_RULES.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'XRAY_BASE64';
}
