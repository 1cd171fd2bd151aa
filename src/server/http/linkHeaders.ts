/**
 * Response headers of a served device link: those of the VPN panel that pass, and those with which the product names its
 * other link domain and its shop. `docs/vpn-delivery.md` lists which VPN app reads which header, with sources.
 */
import { LINKED_PATHS } from '../../shared/linkedPaths';
import { clientName, isSameClient } from '../../shared/vpnClients';
import type { Settings } from '../deps';
import type { PanelHeader } from '../domain/panelHeaders';
import type { LinkExtras } from '../usecases/connect/fetchByLink';
import { knownLinkDomain } from '../usecases/connect/linkDomains';

/** Headers of the VPN panel that every VPN app receives. */
const BODY_HEADERS = ['content-type', 'content-disposition', 'routing'] as const;

/** Maximum length of a forwarded header in characters. An announcement of 200 Cyrillic characters in base64 is shorter. */
const VALUE_MAX_LENGTH = 1000;

/** Characters of a header value. VPN apps read other characters in base64 only. */
const PRINTABLE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

const isFit = (value: string): boolean => value.length <= VALUE_MAX_LENGTH && PRINTABLE.test(value);

type AppHeader = 'fallback-url' | 'sub-expire';

/**
 * VPN apps whose documentation describes a header.
 * - Happ, «App management», read on 2026-11-29 (https://www.happ.su/main/dev-docs/app-management): `fallback-url` is used
 *   if the main URL is unavailable, returns 300–599 or does not respond within 9 s. `sub-expire: 1` shows the end of the
 *   subscription from 3 days before, `0` hides it, and `sub-expire-button-link` is the link of the button. All three need a
 *   Provider ID (`providerid`).
 * - Prizrak-Box, «Supported Headers», read on 2026-11-29 (`for-devs/supported-headers.mdx` of legiz-ru/Prizrak-Box):
 *   `fallback-url` is used if the primary URL fails, and each successful fetch replaces or clears it.
 */
const READERS: Readonly<Record<AppHeader, readonly string[]>> = {
  'fallback-url': ['Happ', 'prizrak-box'],
  'sub-expire': ['Happ'],
};

function reads(userAgent: string, header: AppHeader): boolean {
  const name = clientName(userAgent);
  return READERS[header].some((known) => isSameClient(known, name));
}

/** Returns the product's own headers for this VPN app about its link and the end of its access. */
export function appHeaders(
  { publicUrl }: Settings,
  userAgent: string,
  { fallbackUrl, endsSoon }: LinkExtras,
): Record<string, string> {
  return {
    ...(fallbackUrl !== null && reads(userAgent, 'fallback-url') ? { 'fallback-url': fallbackUrl } : {}),
    ...(endsSoon !== undefined && reads(userAgent, 'sub-expire')
      ? {
          'sub-expire': endsSoon ? '1' : '0',
          ...(endsSoon ? { 'sub-expire-button-link': `${publicUrl}${LINKED_PATHS.shop}` } : {}),
        }
      : {}),
  };
}

/** Returns the headers of the VPN panel's response that describe the body. */
export const bodyHeaders = (panel: Headers): Record<string, string> => taken(panel, BODY_HEADERS);

/**
 * Returns the headers of the VPN panel's response that the operator forwards (`VPN_LINK_HEADERS`). The adapter of the VPN
 * panel has removed headers with its address. A `new-domain` must be a link domain, because the app replaces the domain of
 * its link by it.
 */
export function forwardedHeaders(settings: Settings, panel: Headers): Record<string, string> {
  return Object.fromEntries(
    Object.entries(taken(panel, settings.vpnLinkHeaders)).filter(
      ([name, value]) => isFit(value) && (name !== 'new-domain' || knownLinkDomain(settings, value) !== null),
    ),
  );
}

function taken(panel: Headers, names: readonly (PanelHeader | (typeof BODY_HEADERS)[number])[]) {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = panel.get(name);
      return value === null ? [] : [[name, value] as const];
    }),
  );
}
