/**
 * Implements the VPN network with the HTTP API of a Remnawave 3.x VPN panel. Each VPN credential is one VPN panel user,
 * found by its username (`<prefix>-<name>`) and marked with this installation's tag. Panel users without the tag belong
 * to another owner and are never changed. A panel user is read before each change, and the response to each change is
 * checked, because the panel's background jobs change the status of users at any time.
 */
import { decodeJwt } from 'jose';
import * as v from 'valibot';
import { connectionFault } from '../../logging/connectionFault';
import type { Clock } from '../../ports/clock';
import type { Logger } from '../../ports/logger';
import {
  type VpnKey,
  type VpnKeyStatus,
  type VpnNetwork,
  VpnRejected,
  VpnUnavailable,
} from '../../ports/vpnNetwork';
import { readPanelConfiguration } from './panelConfiguration';
import { type PanelAddress, panelRequests } from './panelRequests';
import { CLOCK_WARNING_MS, examinePanel, PanelUnfit } from './panelSetup';
import { buildTag, buildUsername, credentialNameIn } from './panelUsernames';
import {
  errorCodeResponse,
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
 * Minimum remaining validity of an expiry that is sent to the VPN panel, in ms. The VPN panel rejects an expiry in its
 * past, and its clock may differ a little.
 */
export const SOONEST_END_MS = 30_000;

/** Number of times that a panel user is read and changed until the response has the wanted state. */
const ROUNDS = 4;

/**
 * Result of a request that changes a panel user: the user after the change; `raced` if another request created or deleted
 * the user in the meantime; `notStored` if the VPN panel could not store the change. After the latter two, the user must
 * be read again.
 */
type Changed = PanelUser | 'raced' | 'notStored';

/** Maximum difference between two expiry times that count as equal, in ms. */
const SAME_MS = 1000;

const PAGE = 1000;

const USERNAME_TAKEN = 'A019';

/**
 * Error codes of HTTP 500 for a change that the VPN panel could not store. The causes include an unknown squad, another
 * request for the same user, and an unavailable database. The effect becomes known by reading the user again.
 */
const NOT_STORED: ReadonlySet<string> = new Set(['A018', 'A037', 'A039']);

/** Traffic and device limit of every credential; 0 means unlimited. */
const UNLIMITED = { trafficLimitBytes: 0, hwidDeviceLimit: 0 } as const;

const STATUSES: Readonly<Record<PanelUser['status'], VpnKeyStatus>> = {
  ACTIVE: 'active',
  DISABLED: 'disabled',
  EXPIRED: 'expired',
  LIMITED: 'limited',
  UNKNOWN: 'unknown',
};

/** Fields of a request that changes a panel user. */
interface PanelUserChanges {
  expireAt?: string;
  status?: 'ACTIVE' | 'DISABLED';
  trafficLimitBytes?: number;
  hwidDeviceLimit?: number;
  activeInternalSquads?: string[];
}

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
  /** Difference of the VPN panel's clock to this server's clock in ms, or null if the response has no date. */
  clockAheadMs: number | null;
}

function parseErrorCode({ json }: Pick<PanelResponse, 'json'>): string | null {
  const parsed = v.safeParse(errorCodeResponse, json);
  return parsed.success ? parsed.output.errorCode : null;
}

/** Returns the reason of a rejection without any values of the request. */
function describeFailure(result: PanelResponse): string {
  const invalid = v.safeParse(validationResponse, result.json);
  const fields = invalid.success ? invalid.output.errors.map(({ path }) => path.join('.')) : [];
  return [`HTTP ${result.status}`, parseErrorCode(result) ?? '', fields.join(', ')]
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
  const tag = buildTag(prefix);
  let complainedAt: number | null = null;

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
    const askedAt = clock.now().getTime();
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
    const answeredAt = Date.parse(response.headers.get('date') ?? '');
    const clockAheadMs = Number.isNaN(answeredAt) ? null : answeredAt - (askedAt + clock.now().getTime()) / 2;
    const result = { status: response.status, json: parseJson(text), clockAheadMs };
    if (result.status === 204) return result;
    if (result.status === 401 || result.status === 403) {
      complain();
      throw new VpnUnavailable(`${call}: HTTP ${result.status}, the token is rejected`);
    }
    if (result.json === null) throw new VpnUnavailable(`${call}: HTTP ${result.status} without JSON`);
    // A reverse proxy that cannot reach the VPN panel may also return HTTP 404, so only a 404 with an error code of the
    // VPN panel counts.
    const code = parseErrorCode(result);
    const isOwnWord =
      result.status === 400 ||
      (result.status === 404 && code !== null) ||
      (result.status === 500 && method !== 'GET' && code !== null && NOT_STORED.has(code));
    if (!response.ok && !isOwnWord) throw new VpnUnavailable(`${call}: ${describeFailure(result)}`);
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
    const result = await ask('GET', `/api/users/by-username/${buildUsername(prefix, name)}`);
    if (result.status === 404) return null;
    if (result.status === 400) throw new VpnRejected(`find: ${describeFailure(result)}`);
    const { response: user } = read(userResponse, result, 'find');
    if (user.tag !== tag || user.username !== buildUsername(prefix, name)) {
      throw new VpnRejected(
        `the panel user ${buildUsername(prefix, name)} belongs to another owner: it lacks the tag ${tag}`,
      );
    }
    return user;
  }

  async function change(user: PanelUser, changes: PanelUserChanges): Promise<Changed> {
    const result = await ask('PATCH', '/api/users/', { username: user.username, ...changes });
    if (result.status === 404) return 'raced';
    if (result.status === 500) return 'notStored';
    if (result.status === 400) throw new VpnRejected(`change: ${describeFailure(result)}`);
    return read(userResponse, result, 'change').response;
  }

  async function create(name: string, until: Date, label: string): Promise<Changed> {
    const result = await ask('POST', '/api/users/', {
      username: buildUsername(prefix, name),
      expireAt: until.toISOString(),
      ...UNLIMITED,
      trafficLimitStrategy: 'NO_RESET',
      activeInternalSquads: [...squads],
      tag,
      description: label,
    });
    if (result.status === 500) return 'notStored';
    if (result.status === 400) {
      if (parseErrorCode(result) === USERNAME_TAKEN) return 'raced';
      throw new VpnRejected(`create: ${describeFailure(result)}`);
    }
    return read(userResponse, result, 'create').response;
  }

  /** Returns the changes that give a panel user the VPN servers and the limits of this installation. */
  function missingSettings(user: PanelUser): PanelUserChanges {
    const present = new Set(user.activeInternalSquads.map(({ uuid }) => uuid));
    const hasSquads = present.size === new Set(squads).size && squads.every((uuid) => present.has(uuid));
    return {
      ...(hasSquads ? {} : { activeInternalSquads: [...squads] }),
      ...(user.trafficLimitBytes === UNLIMITED.trafficLimitBytes
        ? {}
        : { trafficLimitBytes: UNLIMITED.trafficLimitBytes }),
      ...(user.hwidDeviceLimit === UNLIMITED.hwidDeviceLimit
        ? {}
        : { hwidDeviceLimit: UNLIMITED.hwidDeviceLimit }),
    };
  }

  /** Returns the changes that a panel user needs to work until `end`. A panel user that needs none is right. */
  function missingForOpen(user: PanelUser, end: Date, isDisabledByUs: boolean): PanelUserChanges {
    const isRevived =
      user.status === 'EXPIRED' ||
      user.status === 'LIMITED' ||
      (user.status === 'DISABLED' && isDisabledByUs);
    return {
      ...(Math.abs(user.expireAt.getTime() - end.getTime()) < SAME_MS ? {} : { expireAt: end.toISOString() }),
      ...(isRevived ? { status: 'ACTIVE' } : {}),
      ...missingSettings(user),
    };
  }

  const isEmpty = (changes: PanelUserChanges): boolean => Object.keys(changes).length === 0;

  const toCredential = (user: PanelUser): VpnKey => ({
    name: credentialNameIn(prefix, user.username) ?? '',
    until: user.expireAt,
    status: STATUSES[user.status],
    hasOurSettings: isEmpty(missingSettings(user)),
    lastSeenAt: user.userTraffic.onlineAt,
    createdAt: user.createdAt,
  });

  return {
    async open({ name, until, label, isDisabledByUs }) {
      const end = new Date(Math.max(until.getTime(), clock.now().getTime() + SOONEST_END_MS));
      let wasDisabled = false;
      let last: Changed = 'raced';
      for (let round = 0; round < ROUNDS; round += 1) {
        const known = await find(name);
        wasDisabled ||= isDisabledByUs && known?.status === 'DISABLED';
        if (known === null) last = await create(name, end, label);
        else {
          const needed = missingForOpen(known, end, isDisabledByUs);
          last = isEmpty(needed) ? known : await change(known, needed);
        }
        if (typeof last === 'string') continue;
        if (isEmpty(missingForOpen(last, end, isDisabledByUs)) && last.status !== 'UNKNOWN')
          return { ref: last.shortUuid, isBlocked: last.status === 'DISABLED', wasDisabled };
      }
      if (last === 'raced')
        throw new VpnUnavailable('open: another process keeps creating and deleting the user');
      if (last === 'notStored') {
        throw new VpnRejected(
          'open: the panel does not store the user; do all squads of REMNAWAVE_SQUADS exist?',
        );
      }
      const wrong = Object.keys(missingForOpen(last, end, isDisabledByUs)).join(', ');
      throw new VpnRejected(`open: the panel reports ${last.status} after the change of ${wrong}`);
    },

    async end({ name, isDisabledByUs, beforeDisabling }) {
      let isOurs = isDisabledByUs;
      const disabling = async (user: PanelUser, changes: PanelUserChanges): Promise<Changed> => {
        if (!isOurs) await beforeDisabling();
        isOurs = true;
        return change(user, changes);
      };
      const readStatus = (changed: Changed) => (typeof changed === 'string' ? changed : changed.status);
      for (let round = 0; round < ROUNDS; round += 1) {
        const user = await find(name);
        if (user === null || user.status === 'EXPIRED') return { isBlocked: false };
        if (user.status === 'DISABLED') return { isBlocked: !isOurs };
        // The VPN panel disables only an ACTIVE user, and makes a LIMITED user ACTIVE when its limit is removed.
        const lifted = user.status === 'LIMITED' ? await disabling(user, { trafficLimitBytes: 0 }) : user;
        if (readStatus(lifted) !== 'ACTIVE' && user.status === 'LIMITED') continue;
        const changed = readStatus(await disabling(user, { status: 'DISABLED' }));
        if (changed === 'DISABLED' || changed === 'EXPIRED') return { isBlocked: false };
      }
      throw new VpnUnavailable('end: the panel keeps the user active');
    },

    async close(name) {
      for (let round = 0; round < ROUNDS; round += 1) {
        const user = await find(name);
        if (user === null) return;
        const result = await ask('DELETE', `/api/users/${user.id}`);
        if (result.status === 400) throw new VpnRejected(`close: ${describeFailure(result)}`);
        if (result.status !== 500) return;
      }
      throw new VpnUnavailable('close: the panel does not delete the user');
    },

    reference: async (name) => (await find(name))?.shortUuid ?? null,

    configuration: (ref, reader) => readPanelConfiguration({ send, panelUrl: options.url }, ref, reader),

    async list(cursor) {
      const query = new URLSearchParams({ size: String(PAGE), tag, ...(cursor === null ? {} : { cursor }) });
      const result = await ask('GET', `/api/users/stream?${query.toString()}`);
      const { users, nextCursor, hasMore } = read(streamResponse, result, 'list').response;
      return {
        keys: users
          .filter((user) => user.tag === tag && credentialNameIn(prefix, user.username) !== null)
          .map(toCredential),
        next: hasMore ? nextCursor : null,
        clockAheadMs: result.clockAheadMs,
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

/** Expiry of the API token. */
export interface TokenEnd {
  /** Expiry of the API token, or null if the token contains no expiry. */
  endsAt: Date | null;
  /** Whether the API token expires within 30 days. */
  endsSoon: boolean;
}

export function tokenEnd({ token, clock }: Pick<RemnawaveOptions, 'token' | 'clock'>): TokenEnd {
  const endsAt = tokenExpiry(token);
  const endsSoon = endsAt !== null && endsAt.getTime() - clock.now().getTime() < TOKEN_WARNING_MS;
  return { endsAt, endsSoon };
}

/**
 * Logs a warning if the API token expires soon, the VPN panel is not version 3.x or its clock is wrong. None of these
 * problems prevents the server from starting.
 */
export async function warnOfPanel(
  options: PanelAddress & Pick<RemnawaveOptions, 'token' | 'clock' | 'logger'>,
): Promise<void> {
  const { logger } = options;
  const { endsAt, endsSoon } = tokenEnd(options);
  if (endsSoon) logger.warn({ endsAt: endsAt?.toISOString() }, 'the token of the VPN panel ends soon');
  try {
    const { version, clockAheadMs } = await examinePanel(options);
    if (version !== null && !/^v?3\./.test(version)) {
      logger.warn({ version }, 'the VPN panel is not Remnawave 3.x');
    }
    if (clockAheadMs !== null && Math.abs(clockAheadMs) > CLOCK_WARNING_MS) {
      logger.warn(
        { aheadMs: clockAheadMs },
        'the clock of the VPN panel differs from the clock of this server',
      );
    }
  } catch (error) {
    if (!(error instanceof PanelUnfit)) throw error;
    logger.warn({ reason: error.message }, 'the VPN panel is unusable');
  }
}
