/** The VPN panel by which production delivers what is paid for: all of it, or nothing at all. */
import * as v from 'valibot';
import { type VpnApp, vpnApps } from '../../shared/vpnApps';
import type { EnvironmentReader } from './environment';

export interface VpnConfiguration {
  panel: {
    /** No trailing slash. */
    url: string;
    token: string;
    squads: string[];
    prefix: string;
    headers: Record<string, string>;
  };
}

const DEFAULT_PREFIX = 'prosvet';
const PREFIX = /^[a-z0-9]{1,16}$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const HEADER_NAME = /^[A-Za-z0-9-]+$/;

/** `Name: value|Name: value`, for a front before the panel. */
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
    environment.problem('REMNAWAVE_SQUADS must be the ids of internal squads, UUIDs divided by commas');
  }
  return squads;
}

const PANEL_VARIABLES = ['REMNAWAVE_URL', 'REMNAWAVE_TOKEN', 'REMNAWAVE_SQUADS', 'REMNAWAVE_HEADERS'];

/** Undefined: nothing of the panel is set, so nothing is delivered. */
export function readVpn(environment: EnvironmentReader): VpnConfiguration | undefined {
  if (PANEL_VARIABLES.every((name) => environment.optional(name) === undefined)) return undefined;
  const prefix = environment.optional('REMNAWAVE_PREFIX') ?? DEFAULT_PREFIX;
  if (!PREFIX.test(prefix)) environment.problem('REMNAWAVE_PREFIX must be 1 to 16 of a–z and 0–9');
  return {
    panel: {
      url: environment.origin(
        'REMNAWAVE_URL',
        environment.required('REMNAWAVE_URL', 'the VPN panel, https'),
        ['https:', 'http:'],
      ),
      token: environment.required('REMNAWAVE_TOKEN', 'an API token of the VPN panel'),
      squads: readSquads(environment),
      prefix,
      headers: readHeaders(environment),
    },
  };
}

/** Where applications fetch what they connect with: a domain of its own, since the shop's may be blocked. */
export function readVpnLinkBaseUrl(environment: EnvironmentReader, publicUrl: string): string {
  const url = environment.optional('VPN_LINK_BASE_URL');
  return url === undefined ? publicUrl : environment.origin('VPN_LINK_BASE_URL', url, ['https:']);
}

/** The applications that customers are offered, as JSON; undefined: the product's own list. */
export function readVpnApps(environment: EnvironmentReader): readonly VpnApp[] | undefined {
  const text = environment.optional('VPN_APPS');
  if (text === undefined) return undefined;
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), vpnApps), text);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  environment.problem(`VPN_APPS must be a JSON list of applications: ${v.getDotPath(issue) ?? 'no list'}`);
  return undefined;
}
