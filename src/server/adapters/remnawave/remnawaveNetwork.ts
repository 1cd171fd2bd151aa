/**
 * Implements the VPN network with the HTTP API of a Remnawave 3.x VPN panel. Each VPN credential is one VPN panel user,
 * found by its username (`<prefix>-<name>`) and marked with this installation's tag. Panel users without the tag belong
 * to another owner and are never changed. The field `status` is never sent to the VPN panel, so a disabled VPN panel
 * user was always disabled by an administrator of the VPN panel.
 */
import { decodeJwt } from 'jose';
import * as v from 'valibot';
import { connectionFault } from '../../logging/connectionFault';
import type { Clock } from '../../ports/clock';
import type { Logger } from '../../ports/logger';
import { type VpnKey, type VpnNetwork, VpnRejected, VpnUnavailable } from '../../ports/vpnNetwork';
import { readPanelConfiguration } from './panelConfiguration';
import { type PanelAddress, panelRequests } from './panelRequests';
import {
  errorCodeResponse,
  metadataResponse,
  type PanelUser,
  streamResponse,
  userResponse,
  validationResponse,
} from './remnawaveFields';

export interface RemnawaveOptions extends PanelAddress {
  /** API token of the VPN panel. All API tokens of the VPN panel expire. */
  token: string;
  /** Ids of the internal squads whose servers a credential may use. */
  squads: readonly string[];
  /**
   * Prefix of the usernames of this installation's VPN panel users, of the characters a–z and 0–9. The prefix in upper
   * case is also the tag of these users. Each installation must have a different prefix.
   */
  prefix: string;
  clock: Clock;
  logger: Logger;
}

/**
 * Delay in ms after which a credential expires that must end now, because the VPN panel rejects an expiry in the past.
 */
export const SOONEST_END_MS = 30_000;

/** Maximum difference between two expiry times that count as equal, in ms. */
const SAME_MS = 1000;

const PAGE = 1000;

const USERNAME_TAKEN = 'A019';

/** Minimum interval between two log entries about a rejected API token, in ms. */
const COMPLAIN_EVERY_MS = 10 * 60_000;

const TOKEN_WARNING_MS = 30 * 24 * 60 * 60_000;

interface PanelResponse {
  status: number;
  /**
   * Parsed JSON of the response, or null if the response body is empty or not JSON, such as a web page of a reverse
   * proxy.
   */
  json: unknown;
}

function codeOf({ json }: PanelResponse): string | null {
  const parsed = v.safeParse(errorCodeResponse, json);
  return parsed.success ? parsed.output.errorCode : null;
}

/** Returns the reason of a rejection without any values of the request. */
function reasonOf(result: PanelResponse): string {
  const invalid = v.safeParse(validationResponse, result.json);
  const fields = invalid.success ? invalid.output.errors.map(({ path }) => path.join('.')) : [];
  return [`HTTP ${result.status}`, codeOf(result) ?? '', fields.join(', ')]
    .filter((part) => part !== '')
    .join(' ');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

export function createRemnawaveNetwork(options: RemnawaveOptions): VpnNetwork {
  const { prefix, squads, clock, logger } = options;
  const send = panelRequests(options);
  const tag = prefix.toUpperCase();
  let complainedAt: number | null = null;

  const usernameOf = (name: string): string => `${prefix}-${name}`;

  function complain(): void {
    const now = clock.now().getTime();
    if (complainedAt !== null && now - complainedAt < COMPLAIN_EVERY_MS) return;
    complainedAt = now;
    logger.error({}, 'the VPN panel rejects the API token, which may have expired');
  }

  /**
   * Sends a request to the VPN panel. Throws `VpnUnavailable` unless the response is a success or a rejection of this
   * request by the VPN panel itself.
   */
  async function ask(method: string, path: string, body?: object): Promise<PanelResponse> {
    const call = `${method} ${path.split('/').slice(1, 3).join('/')}`;
    const response = await send(call, path, {
      method,
      headers: {
        Accept: 'application/json',
        Authorization: `Bearer ${options.token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text().catch((error: unknown) => {
      throw new VpnUnavailable(`${call}: ${connectionFault(error)}`);
    });
    const result = { status: response.status, json: parseJson(text) };
    if (result.status === 204) return result;
    if (result.status === 401 || result.status === 403) {
      complain();
      throw new VpnUnavailable(`${call}: HTTP ${result.status}, the token is rejected`);
    }
    if (result.json === null) throw new VpnUnavailable(`${call}: HTTP ${result.status} without JSON`);
    // A reverse proxy that cannot reach the VPN panel may also return HTTP 404, so only a 404 with an error code of the
    // VPN panel counts.
    const isOwnWord = result.status === 400 || (result.status === 404 && codeOf(result) !== null);
    if (!response.ok && !isOwnWord) throw new VpnUnavailable(`${call}: ${reasonOf(result)}`);
    return result;
  }

  function read<Schema extends v.GenericSchema>(
    schema: Schema,
    { json }: PanelResponse,
    call: string,
  ): v.InferOutput<Schema> {
    const parsed = v.safeParse(schema, json);
    if (parsed.success) return parsed.output;
    const fields = [...new Set(parsed.issues.map((issue) => v.getDotPath(issue) ?? 'answer'))];
    throw new VpnUnavailable(`${call}: not readable: ${fields.join(', ')}`);
  }

  /**
   * Returns the VPN panel user of a VPN credential, or null if the VPN panel has no such user. Throws `VpnRejected` if
   * the username belongs to another owner.
   */
  async function find(name: string): Promise<PanelUser | null> {
    const result = await ask('GET', `/api/users/by-username/${usernameOf(name)}`);
    if (result.status === 404) return null;
    if (result.status === 400) throw new VpnRejected(`find: ${reasonOf(result)}`);
    const { response: user } = read(userResponse, result, 'find');
    if (user.tag !== tag || user.username !== usernameOf(name)) {
      throw new VpnRejected('the panel user of this name belongs to another owner');
    }
    return user;
  }

  /** Changes the expiry of a VPN panel user. Returns null if the user no longer exists. */
  async function move(user: PanelUser, until: Date): Promise<PanelUser | null> {
    const result = await ask('PATCH', '/api/users/', {
      username: user.username,
      expireAt: until.toISOString(),
    });
    if (result.status === 404) return null;
    if (result.status === 400) throw new VpnRejected(`move: ${reasonOf(result)}`);
    return read(userResponse, result, 'move').response;
  }

  /** Creates a VPN panel user. Returns null if another caller has just created the user. */
  async function create(name: string, until: Date, label: string): Promise<PanelUser | null> {
    const result = await ask('POST', '/api/users/', {
      username: usernameOf(name),
      expireAt: until.toISOString(),
      trafficLimitBytes: 0,
      trafficLimitStrategy: 'NO_RESET',
      hwidDeviceLimit: 0,
      activeInternalSquads: [...squads],
      tag,
      description: label,
    });
    if (result.status === 400) {
      if (codeOf(result) === USERNAME_TAKEN) return null;
      throw new VpnRejected(`create: ${reasonOf(result)}`);
    }
    return read(userResponse, result, 'create').response;
  }

  const keyOf = (user: PanelUser): VpnKey => ({
    name: user.username.slice(prefix.length + 1),
    until: user.expireAt,
    blocked: user.status === 'DISABLED',
    lastSeenAt: user.userTraffic.onlineAt,
    createdAt: user.createdAt,
  });

  return {
    async open({ name, until, label }) {
      const end = new Date(Math.max(until.getTime(), clock.now().getTime() + SOONEST_END_MS));
      // Another process may create or delete the VPN panel user between two requests. In that case the current state is
      // read again, at most twice.
      for (let round = 0; round < 3; round += 1) {
        const known = await find(name);
        const isRight = known !== null && Math.abs(known.expireAt.getTime() - end.getTime()) < SAME_MS;
        const user =
          known === null ? await create(name, end, label) : isRight ? known : await move(known, end);
        if (user !== null) return { ref: user.shortUuid };
      }
      throw new VpnUnavailable('open: another process keeps creating and deleting the user');
    },

    async close(name) {
      const user = await find(name);
      if (user === null) return;
      const result = await ask('DELETE', `/api/users/${user.id}`);
      if (result.status === 400) throw new VpnRejected(`close: ${reasonOf(result)}`);
    },

    reference: async (name) => (await find(name))?.shortUuid ?? null,

    configuration: (ref, reader) => readPanelConfiguration(send, ref, reader),

    async list(cursor) {
      const query = new URLSearchParams({ size: String(PAGE), tag, ...(cursor === null ? {} : { cursor }) });
      const result = await ask('GET', `/api/users/stream?${query.toString()}`);
      const { users, nextCursor, hasMore } = read(streamResponse, result, 'list').response;
      return {
        keys: users.filter((user) => user.tag === tag && user.username.startsWith(`${prefix}-`)).map(keyOf),
        next: hasMore ? nextCursor : null,
      };
    },
  };
}

/** Returns the expiry of an API token, or null if the token contains no expiry. */
export function tokenExpiry(token: string): Date | null {
  try {
    const { exp } = decodeJwt(token);
    return exp === undefined ? null : new Date(exp * 1000);
  } catch {
    return null;
  }
}

/**
 * Thrown if the VPN panel is unusable, because it is unreachable, rejects the API token, or is not a Remnawave VPN
 * panel.
 */
export class PanelUnfit extends Error {
  override readonly name = 'PanelUnfit';
}

/** Version of the VPN panel and expiry of its API token. */
export interface PanelData {
  /** Version that the VPN panel reports, truncated to 20 characters. */
  version: string;
  /** Expiry of the API token, or null if the token contains no expiry. */
  endsAt: Date | null;
  /** Whether the API token expires within 30 days. */
  endsSoon: boolean;
}

type PanelQuestion = PanelAddress & Pick<RemnawaveOptions, 'token' | 'clock'>;

function tokenEnd({ token, clock }: PanelQuestion): Pick<PanelData, 'endsAt' | 'endsSoon'> {
  const endsAt = tokenExpiry(token);
  const endsSoon = endsAt !== null && endsAt.getTime() - clock.now().getTime() < TOKEN_WARNING_MS;
  return { endsAt, endsSoon };
}

/** Reads the version of the VPN panel and the expiry of its API token, and changes nothing. Throws `PanelUnfit`. */
export async function examinePanel(options: PanelQuestion): Promise<PanelData> {
  let response: Response;
  let text: string;
  try {
    response = await panelRequests(options)('metadata', '/api/system/metadata', {
      headers: { Authorization: `Bearer ${options.token}` },
    });
    text = await response.text();
  } catch (error) {
    throw new PanelUnfit(
      `does not answer: ${error instanceof VpnUnavailable ? error.message : connectionFault(error)}`,
    );
  }
  const parsed = v.safeParse(metadataResponse, parseJson(text));
  if (!parsed.success) throw new PanelUnfit(`does not tell its version: HTTP ${response.status}`);
  return { version: parsed.output.response.version.slice(0, 20), ...tokenEnd(options) };
}

/**
 * Logs a warning if the API token expires soon or the VPN panel is not version 3.x. Neither of these problems prevents
 * the server from starting.
 */
export async function warnOfPanel(options: PanelQuestion & Pick<RemnawaveOptions, 'logger'>): Promise<void> {
  const { logger } = options;
  const { endsAt, endsSoon } = tokenEnd(options);
  if (endsSoon) logger.warn({ endsAt: endsAt?.toISOString() }, 'the token of the VPN panel ends soon');
  try {
    const { version } = await examinePanel(options);
    if (!/^v?3\./.test(version)) logger.warn({ version }, 'the VPN panel is not Remnawave 3.x');
  } catch (error) {
    if (!(error instanceof PanelUnfit)) throw error;
    logger.warn({ reason: error.message }, 'the VPN panel is unusable');
  }
}
