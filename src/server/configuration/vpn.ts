/** Reads the settings of the VPN panel, which provides the VPN access that customers pay for. */
import * as v from 'valibot';
import { type VpnApp, vpnApps } from '../../shared/vpnAppList';
import { parseLinkDomain } from '../domain/linkDomains';
import { PANEL_HEADERS, type PanelHeader } from '../domain/panelHeaders';
import type { EnvironmentReader } from './environment';

/** Settings of the VPN panel (Remnawave). */
export interface VpnConfiguration {
  panel: {
    /** URL of the VPN panel without a trailing slash. */
    url: string;
    /** API token of the VPN panel. */
    token: string;
    /** UUIDs of the VPN panel's internal squads, which determine the VPN servers of a VPN panel user. */
    squads: string[];
    /** Prefix of the VPN panel user names, which distinguishes the installations that share a VPN panel. */
    prefix: string;
    /** Additional HTTP headers for a reverse proxy in front of the VPN panel. */
    headers: Record<string, string>;
  };
}

const PREFIX = /^[a-z0-9]{1,16}$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const HEADER_NAME = /^[A-Za-z0-9-]+$/;

/**
 * Reads additional HTTP headers for a reverse proxy in front of the VPN panel, in the format `Name: value|Name: value`.
 */
function readHeaders(environment: EnvironmentReader): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of environment.optional('REMNAWAVE_HEADERS')?.split('|') ?? []) {
    const [name = '', ...rest] = line.split(':');
    const value = rest.join(':').trim();
    if (!HEADER_NAME.test(name.trim()) || value === '' || /[^\x20-\x7e]/.test(value)) {
      environment.problem('REMNAWAVE_HEADERS must look like Name: value|Name: value');
      return {};
    }
    headers[name.trim()] = value;
  }
  return headers;
}

function readSquads(environment: EnvironmentReader): string[] {
  const squads = environment.list('REMNAWAVE_SQUADS') ?? [];
  if (squads.length === 0 || !squads.every((squad) => UUID.test(squad))) {
    environment.problem('REMNAWAVE_SQUADS must be a comma-separated list of internal squad UUIDs');
  }
  return squads;
}

const PANEL_VARIABLES = [
  'REMNAWAVE_URL',
  'REMNAWAVE_TOKEN',
  'REMNAWAVE_SQUADS',
  'REMNAWAVE_HEADERS',
] as const;

/**
 * Reads the settings of the VPN panel. Returns undefined if no environment variable of the VPN panel is set; the server
 * then delivers no VPN access.
 */
export function readVpn(environment: EnvironmentReader): VpnConfiguration | undefined {
  if (PANEL_VARIABLES.every((name) => environment.optional(name) === undefined)) return undefined;
  const prefix = environment.text('REMNAWAVE_PREFIX');
  if (!PREFIX.test(prefix)) environment.problem('REMNAWAVE_PREFIX must be 1 to 16 characters of a–z and 0–9');
  return {
    panel: {
      url: environment.origin('REMNAWAVE_URL', environment.required('REMNAWAVE_URL'), ['https:', 'http:']),
      token: environment.required('REMNAWAVE_TOKEN'),
      squads: readSquads(environment),
      prefix,
      headers: readHeaders(environment),
    },
  };
}

/** Maximum number of link domains. The metrics and the console have one row for each of them. */
const LINK_DOMAINS_MAX = 10;

/**
 * Reads the base URLs of the device links, with which VPN apps fetch their configuration. New device links use the first
 * base URL whose domain is not marked as blocked. The domains should be separate from the shop's domain, because any of
 * them may be blocked. The default is `publicUrl`.
 */
export function readVpnLinkBaseUrls(
  environment: EnvironmentReader,
  publicUrl: string,
  protocols: readonly string[] = ['https:'],
): readonly string[] {
  const items = environment.list('VPN_LINK_BASE_URL') ?? [];
  if (items.length === 0) return [publicUrl];
  const urls = items.map((item) => environment.origin('VPN_LINK_BASE_URL', item, protocols));
  if (urls.length > LINK_DOMAINS_MAX) {
    environment.problem(`VPN_LINK_BASE_URL must contain at most ${LINK_DOMAINS_MAX} URLs`);
  }
  const names = urls.flatMap((url) => (URL.canParse(url) ? [parseLinkDomain(url)] : []));
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated !== undefined) {
    environment.problem(`VPN_LINK_BASE_URL must contain each host once, but contains ${repeated} twice`);
  }
  return urls;
}

/** Reads the names of the VPN panel's response headers that are forwarded to VPN apps. */
export function readVpnLinkHeaders(environment: EnvironmentReader): readonly PanelHeader[] {
  const names = (environment.list('VPN_LINK_HEADERS') ?? []).map((name) => name.toLowerCase());
  const known = PANEL_HEADERS.filter((header) => names.includes(header));
  if (known.length < new Set(names).size) {
    environment.problem(`VPN_LINK_HEADERS must be a comma-separated list of ${PANEL_HEADERS.join(', ')}`);
  }
  return known;
}

/** Value of `VPN_APPS`: the list of VPN apps, or the sentence that describes what is wrong with the value. */
export type VpnAppsVariable = { apps: readonly VpnApp[] } | { problem: string };

/**
 * Reads the JSON list of VPN apps, which the server imports once (`importVpnApps`). An invalid value is no problem of the
 * configuration, because the value is not read after the import.
 */
export function readVpnApps(environment: EnvironmentReader): VpnAppsVariable | undefined {
  const text = environment.optional('VPN_APPS');
  if (text === undefined) return undefined;
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), vpnApps), text);
  if (parsed.success) return { apps: parsed.output };
  const [issue] = parsed.issues;
  return {
    problem: `VPN_APPS must be a JSON list of VPN apps; the error is in ${v.getDotPath(issue) ?? 'the list itself'}`,
  };
}
