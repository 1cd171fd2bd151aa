/**
 * Examines the set-up of the VPN panel: whether the API token has each scope that the product needs, whether the
 * configured squads give their members a server, and whether the clock of the VPN panel is right. No request changes
 * anything: they read, or address a user that cannot exist, or have an empty body that the VPN panel rejects after it
 * has checked the scope.
 */
import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { connectionFault } from '../../logging/connectionFault';
import type { Clock } from '../../ports/clock';
import { VpnUnavailable } from '../../ports/vpnNetwork';
import { type PanelAddress, panelRequests } from './panelRequests';
import { buildTag, isCredentialUsername } from './panelUsernames';
import { hostsResponse, metadataResponse, squadsResponse, usernamesResponse } from './remnawaveFields';

/**
 * Thrown if the VPN panel is unusable, because it is unreachable, rejects the API token, or is not a Remnawave VPN
 * panel.
 */
export class PanelUnfit extends Error {
  override readonly name = 'PanelUnfit';
}

/** Squad that gives its members no server: it does not exist, or none of its hosts is enabled. */
export interface UnfitSquad {
  uuid: string;
  name: string | null;
  reason: 'missing' | 'withoutHost';
}

export interface PanelMetadata {
  /** Version that the VPN panel reports, truncated to 20 characters; null if the token lacks the scope to read it. */
  version: string | null;
  /** Time by which the clock of the VPN panel is ahead, in ms; null if the VPN panel reports no time. */
  clockAheadMs: number | null;
}

export interface PanelSetup extends PanelMetadata {
  /** Scopes that the API token lacks. */
  missingScopes: string[];
  /** Scopes for which the VPN panel gave no usable response. */
  unknownScopes: string[];
  /**
   * Squads that give no server. `unreadable` if the VPN panel gave no usable response, and the missing scopes if the
   * token may not read squads and hosts.
   */
  squads: { unfit: UnfitSquad[] } | { missingScopes: string[] } | 'unreadable';
  /**
   * Usernames that this product may use for its credentials, but that belong to users without its tag, at most 100. Only
   * the first 100 000 users of the VPN panel are read.
   */
  foreignUsers: string[];
}

/** Clock difference in ms from which changes of the VPN panel may be rejected. */
export const CLOCK_WARNING_MS = 20_000;

export type PanelSetupOptions = PanelAddress & {
  /** API token of the VPN panel. */
  token: string;
  /** UUIDs of the configured squads. */
  squads: readonly string[];
  /** Prefix of the usernames of this installation. */
  prefix: string;
  clock: Clock;
};

/** Scopes that the API token needs. */
export const PANEL_SCOPES = [
  'users:create',
  'users:update',
  'users:delete',
  'users:by-username',
  'users:stream',
  'system:metadata',
] as const;
type PanelScope = (typeof PANEL_SCOPES)[number];

/** Maximum number of pages of 1000 users in which users of other owners are looked for. */
const FOREIGN_PAGES_MAX = 100;

/** Maximum number of users of other owners that are returned. */
const FOREIGN_USERS_MAX = 100;

/** Id of a user that cannot exist, because ids are counted from 1. */
const NO_USER = Number.MAX_SAFE_INTEGER;

const SQUADS_SCOPE = 'internal-squads:list';
const HOSTS_SCOPE = 'hosts:list';

interface Answer {
  status: number;
  /** Parsed JSON of the response; undefined if the response is not JSON. */
  json: unknown;
  /** Date header of the response, in ms since 1970; null if the response has none. */
  date: number | null;
}

/** Returns the value of a JSON text, null for an empty text, and undefined for a text that is not JSON. */
function parseJson(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Returns whether the token has the scope of the request; null if the response does not show it. */
function hasScope({ status, json }: Answer): boolean | null {
  if (json === undefined) return null;
  if (status === 403) return false;
  return (status >= 200 && status < 300) || status === 400 || status === 404 ? true : null;
}

type Ask = (method: string, path: string, body?: object) => Promise<Answer>;

/** Returns a function that sends requests with the API token. It throws `VpnUnavailable` if no response arrives. */
function asking({ token, ...address }: PanelAddress & { token: string }): Ask {
  const send = panelRequests(address);
  return async (method, path, body) => {
    const call = `${method} ${path.split('/').slice(1, 3).join('/')}`;
    const response = await send(call, path, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text().catch((error: unknown) => {
      throw new VpnUnavailable(`${call}: ${connectionFault(error)}`);
    });
    const date = Date.parse(response.headers.get('date') ?? '');
    return { status: response.status, json: parseJson(text), date: Number.isNaN(date) ? null : date };
  };
}

/** Reads the version and the clock of the VPN panel. Throws `PanelUnfit`. */
async function readMetadata(ask: Ask, clock: Clock): Promise<PanelMetadata & { answer: Answer }> {
  const askedAt = clock.now().getTime();
  let answer: Answer;
  try {
    answer = await ask('GET', '/api/system/metadata');
  } catch (error) {
    if (!(error instanceof VpnUnavailable)) throw error;
    throw new PanelUnfit(`does not answer: ${error.message}`);
  }
  const middle = (askedAt + clock.now().getTime()) / 2;
  if (answer.status === 401) {
    throw new PanelUnfit('rejects the API token, which is wrong or has expired: HTTP 401');
  }
  const parsed = v.safeParse(metadataResponse, answer.json);
  if (!parsed.success && hasScope(answer) !== false) {
    throw new PanelUnfit(`does not tell its version: HTTP ${answer.status}`);
  }
  return {
    answer,
    version: parsed.success ? parsed.output.response.version.slice(0, 20) : null,
    // The header has whole seconds, and the VPN panel wrote it between the request and the response.
    clockAheadMs: answer.date === null ? null : answer.date + 500 - middle,
  };
}

/** Reads the version and the clock of the VPN panel in one request. Throws `PanelUnfit`. */
export async function examinePanel(
  options: Omit<PanelSetupOptions, 'squads' | 'prefix'>,
): Promise<PanelMetadata> {
  const { version, clockAheadMs } = await readMetadata(asking(options), options.clock);
  return { version, clockAheadMs };
}

/** Examines the whole set-up of the VPN panel. Throws `PanelUnfit`. */
export async function examinePanelSetup(options: PanelSetupOptions): Promise<PanelSetup> {
  const ask = asking(options);
  const { answer: metadata, version, clockAheadMs } = await readMetadata(ask, options.clock);

  /** Makes a request whose failure says nothing about the set-up. */
  const tryTo = (...request: Parameters<Ask>): Promise<Answer | null> =>
    ask(...request).catch((error: unknown) => {
      if (error instanceof VpnUnavailable) return null;
      throw error;
    });

  const nobody = `doctor-${randomBytes(12).toString('hex')}`;
  const probes: Readonly<Record<PanelScope, () => Promise<Answer | null>>> = {
    'users:create': () => tryTo('POST', '/api/users/', {}),
    'users:update': () => tryTo('PATCH', '/api/users/', { username: nobody }),
    'users:delete': () => tryTo('DELETE', `/api/users/${NO_USER}`),
    'users:by-username': () => tryTo('GET', `/api/users/by-username/${nobody}`),
    'users:stream': () => tryTo('GET', '/api/users/stream?size=1'),
    'system:metadata': () => Promise.resolve(metadata),
  };
  const verdicts = await Promise.all(
    PANEL_SCOPES.map(async (scope) => {
      const answer = await probes[scope]();
      return { scope, verdict: answer === null ? null : hasScope(answer) };
    }),
  );
  const scopesWith = (wanted: boolean | null): string[] =>
    verdicts.flatMap(({ scope, verdict }) => (verdict === wanted ? [scope] : []));
  const [squads, hosts] = await Promise.all([
    tryTo('GET', '/api/internal-squads/'),
    tryTo('GET', '/api/hosts/'),
  ]);

  return {
    version,
    clockAheadMs,
    missingScopes: scopesWith(false),
    unknownScopes: scopesWith(null),
    squads: examineSquads(options.squads, { squads, hosts }),
    foreignUsers: await listForeignUsers(tryTo, options.prefix),
  };
}

/**
 * Returns users that have a username of this product's credentials but not its tag. The list ends early if the VPN panel
 * gives no usable response.
 */
async function listForeignUsers(
  tryTo: (...request: Parameters<Ask>) => Promise<Answer | null>,
  prefix: string,
): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < FOREIGN_PAGES_MAX && found.length < FOREIGN_USERS_MAX; page += 1) {
    const query = new URLSearchParams({ size: '1000', ...(cursor === null ? {} : { cursor }) });
    const answer = await tryTo('GET', `/api/users/stream?${query.toString()}`);
    const parsed = v.safeParse(usernamesResponse, answer?.json);
    if (!parsed.success) break;
    const { users, nextCursor, hasMore } = parsed.output.response;
    for (const { username, tag } of users) {
      if (tag !== buildTag(prefix) && isCredentialUsername(prefix, username)) found.push(username);
    }
    if (!hasMore || nextCursor === null) break;
    cursor = nextCursor;
  }
  return found.slice(0, FOREIGN_USERS_MAX);
}

function examineSquads(
  configured: readonly string[],
  answers: { squads: Answer | null; hosts: Answer | null },
): PanelSetup['squads'] {
  const missingScopes = [
    ...(answers.squads?.status === 403 ? [SQUADS_SCOPE] : []),
    ...(answers.hosts?.status === 403 ? [HOSTS_SCOPE] : []),
  ];
  if (missingScopes.length > 0) return { missingScopes };
  const squads = v.safeParse(squadsResponse, answers.squads?.json);
  const hosts = v.safeParse(hostsResponse, answers.hosts?.json);
  if (!squads.success || !hosts.success) return 'unreadable';
  const unfit = configured.flatMap((uuid): UnfitSquad[] => {
    const squad = squads.output.response.internalSquads.find((each) => each.uuid === uuid);
    if (squad === undefined) return [{ uuid, name: null, reason: 'missing' }];
    const inbounds = new Set(squad.inbounds.map((inbound) => inbound.uuid));
    const isServed = hosts.output.response.some(
      ({ isDisabled, isHidden, inbound, excludedInternalSquads }) =>
        !isDisabled &&
        !isHidden &&
        inbounds.has(inbound.configProfileInboundUuid ?? '') &&
        !excludedInternalSquads.includes(uuid),
    );
    return isServed ? [] : [{ uuid, name: squad.name, reason: 'withoutHost' }];
  });
  return { unfit };
}
