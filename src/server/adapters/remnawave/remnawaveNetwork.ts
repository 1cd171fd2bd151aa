/**
 * A Remnawave 3.x panel as the VPN network, by its HTTP API: one panel user for each key, found by its
 * username alone (`<prefix>-<name>`) and marked with our tag. A user without the tag is somebody
 * else's and is never changed. `status` is never sent, so a disabled user was disabled by a person.
 */
import { decodeJwt } from 'jose';
import * as v from 'valibot';
import { connectionFault } from '../../logging/connectionFault';
import type { Clock } from '../../ports/clock';
import type { Logger } from '../../ports/logger';
import {
  type ConfigurationFormat,
  type VpnKey,
  type VpnNetwork,
  VpnRejected,
  VpnUnavailable,
} from '../../ports/vpnNetwork';
import {
  errorCodeResponse,
  metadataResponse,
  type PanelUser,
  streamResponse,
  userResponse,
  validationResponse,
} from './remnawaveFields';

export interface RemnawaveOptions {
  /** Absolute, no trailing slash; `/api` follows it. */
  url: string;
  /** An API token of the panel: every one of them expires. */
  token: string;
  /** Ids of the internal squads whose servers a key may use. */
  squads: readonly string[];
  /** Of our users' names, a–z and 0–9; in capitals it is their tag. Another one for each installation. */
  prefix: string;
  /** What a front before the panel asks for. */
  headers: Readonly<Record<string, string>>;
  clock: Clock;
  logger: Logger;
  fetch?: typeof fetch;
  /** ms for one request. */
  deadlineMs?: number;
}

const DEADLINE_MS = 10_000;

/** The panel rejects an end that has passed, so a key that shall end now ends so much later, ms. */
export const SOONEST_END_MS = 30_000;

/** Dates closer than this are the same one, ms. */
const SAME_MS = 1000;

const PAGE = 1000;

/** A configuration of thousands of servers is smaller. */
const CONFIGURATION_MAX_BYTES = 2_000_000;

/** Bytes of what looks like nothing. */
const BLANKS: ReadonlySet<number> = new Set(Buffer.from(' \r\n\t'));

const FORMAT_PATHS: Readonly<Record<ConfigurationFormat, string>> = {
  links: '',
  xray: '/json',
  singbox: '/singbox',
};

/** Asked for under a name that the panel knows no client by, it answers with plain links. */
const LINKS_USER_AGENT = 'v2rayN';

const USERNAME_TAKEN = 'A019';

/** How often a rejected token is worth a line in the log, ms. */
const COMPLAIN_EVERY_MS = 10 * 60_000;

const TOKEN_WARNING_MS = 30 * 24 * 60 * 60_000;

interface PanelResponse {
  status: number;
  /** Null for what is not JSON: a front's page, nothing. */
  json: unknown;
}

function codeOf({ json }: PanelResponse): string | null {
  const parsed = v.safeParse(errorCodeResponse, json);
  return parsed.success ? parsed.output.errorCode : null;
}

/** Why a request was rejected, without any value of it. */
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

/** Null: it is longer. */
async function readAtMost(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (response.body === null) return new Uint8Array();
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.byteLength;
    if (length > maxBytes) {
      await reader.cancel();
      return null;
    }
    chunks.push(part.value);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

export function createRemnawaveNetwork(options: RemnawaveOptions): VpnNetwork {
  const { url, prefix, squads, clock, logger } = options;
  const send = options.fetch ?? fetch;
  const deadlineMs = options.deadlineMs ?? DEADLINE_MS;
  const tag = prefix.toUpperCase();
  let complainedAt: number | null = null;

  const usernameOf = (name: string): string => `${prefix}-${name}`;

  // The panel destroys a connection that does not seem to come through a proxy over https.
  const proxied = { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https', ...options.headers };

  function complain(): void {
    const now = clock.now().getTime();
    if (complainedAt !== null && now - complainedAt < COMPLAIN_EVERY_MS) return;
    complainedAt = now;
    logger.error({}, 'the VPN panel rejects our token: has it expired?');
  }

  async function request(call: string, path: string, init: RequestInit): Promise<Response> {
    try {
      return await send(`${url}${path}`, {
        ...init,
        // A login page that a front redirects to is no answer, and gets no token.
        redirect: 'manual',
        signal: AbortSignal.timeout(deadlineMs),
      });
    } catch (error) {
      throw new VpnUnavailable(`${call}: ${connectionFault(error)}`);
    }
  }

  /** Throws VpnUnavailable unless the panel itself said yes, or no to this very request. */
  async function ask(method: string, path: string, body?: object): Promise<PanelResponse> {
    const call = `${method} ${path.split('/').slice(1, 3).join('/')}`;
    const response = await request(call, path, {
      method,
      headers: {
        ...proxied,
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
    // A front that does not know the panel answers 404 as well: only the panel's own word counts.
    const isOwnWord = result.status === 400 || (result.status === 404 && codeOf(result) !== null);
    if (!response.ok && !isOwnWord) throw new VpnUnavailable(`${call}: HTTP ${result.status}`);
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

  /** Our user of this name, or null. Throws VpnRefused when the name is somebody else's. */
  async function find(name: string): Promise<PanelUser | null> {
    const result = await ask('GET', `/api/users/by-username/${usernameOf(name)}`);
    if (result.status === 404) return null;
    if (result.status === 400) throw new VpnRejected(`find: ${reasonOf(result)}`);
    const { response: user } = read(userResponse, result, 'find');
    if (user.tag !== tag || user.username !== usernameOf(name)) {
      throw new VpnRejected('the panel has a user of this name that is not ours');
    }
    return user;
  }

  /** Null: it was not there after all. */
  async function move(user: PanelUser, until: Date): Promise<PanelUser | null> {
    const result = await ask('PATCH', '/api/users/', {
      username: user.username,
      expireAt: until.toISOString(),
    });
    if (result.status === 404) return null;
    if (result.status === 400) throw new VpnRejected(`move: ${reasonOf(result)}`);
    return read(userResponse, result, 'move').response;
  }

  /** Null: somebody else has just made it. */
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
      // Made or deleted by somebody between two calls: what is there now decides, twice at most.
      for (let round = 0; round < 3; round += 1) {
        const known = await find(name);
        const isRight = known !== null && Math.abs(known.expireAt.getTime() - end.getTime()) < SAME_MS;
        const user =
          known === null ? await create(name, end, label) : isRight ? known : await move(known, end);
        if (user !== null) return { ref: user.shortUuid };
      }
      throw new VpnUnavailable('open: the user comes and goes');
    },

    async close(name) {
      const user = await find(name);
      if (user === null) return;
      const result = await ask('DELETE', `/api/users/${user.id}`);
      if (result.status === 400) throw new VpnRejected(`close: ${reasonOf(result)}`);
    },

    async configuration(ref, { userAgent, ip, format }) {
      const path = format === undefined ? '' : FORMAT_PATHS[format];
      const name = format === 'links' ? LINKS_USER_AGENT : userAgent.trim();
      const response = await request('configuration', `/api/sub/${encodeURIComponent(ref)}${path}`, {
        headers: {
          ...proxied,
          Accept: '*/*',
          'User-Agent': name === '' ? LINKS_USER_AGENT : name,
          'x-remnawave-real-ip': ip,
        },
      });
      if (response.status === 404) return null;
      if (response.status !== 200) throw new VpnUnavailable(`configuration: HTTP ${response.status}`);
      if ((response.headers.get('content-type') ?? '').includes('html')) {
        throw new VpnUnavailable('configuration: a page instead of it');
      }
      const body = await readAtMost(response, CONFIGURATION_MAX_BYTES).catch(() => null);
      if (body === null) throw new VpnUnavailable('configuration: cut off');
      // An application that is given nothing forgets the servers that it has.
      if (body.every((byte) => BLANKS.has(byte))) throw new VpnUnavailable('configuration: empty');
      return { body, headers: response.headers };
    },

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

/** When the token ends; null when it does not say. */
export function tokenExpiry(token: string): Date | null {
  try {
    const { exp } = decodeJwt(token);
    return exp === undefined ? null : new Date(exp * 1000);
  } catch {
    return null;
  }
}

/** Why the panel is of no use: it does not answer, rejects the token, or is something else. */
export class PanelUnfit extends Error {
  override readonly name = 'PanelUnfit';
}

/** What a panel says of itself. */
export interface PanelData {
  /** As it tells it, at most 20 characters. */
  version: string;
  /** Of the token; null: it does not say. */
  endsAt: Date | null;
  /** Within 30 days. */
  endsSoon: boolean;
}

type PanelQuestion = Pick<RemnawaveOptions, 'url' | 'token' | 'headers' | 'clock' | 'fetch' | 'deadlineMs'>;

function tokenEnd({ token, clock }: PanelQuestion): Pick<PanelData, 'endsAt' | 'endsSoon'> {
  const endsAt = tokenExpiry(token);
  const endsSoon = endsAt !== null && endsAt.getTime() - clock.now().getTime() < TOKEN_WARNING_MS;
  return { endsAt, endsSoon };
}

/** Reads and changes nothing. Rejects with PanelUnfit. */
export async function examinePanel(options: PanelQuestion): Promise<PanelData> {
  const { url, token } = options;
  let response: Response;
  let text: string;
  try {
    response = await (options.fetch ?? fetch)(`${url}/api/system/metadata`, {
      headers: {
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-proto': 'https',
        ...options.headers,
        Authorization: `Bearer ${token}`,
      },
      redirect: 'manual',
      signal: AbortSignal.timeout(options.deadlineMs ?? DEADLINE_MS),
    });
    text = await response.text();
  } catch (error) {
    throw new PanelUnfit(`does not answer: ${connectionFault(error)}`);
  }
  const parsed = v.safeParse(metadataResponse, parseJson(text));
  if (!parsed.success) throw new PanelUnfit(`does not tell its version: HTTP ${response.status}`);
  return { version: parsed.output.response.version.slice(0, 20), ...tokenEnd(options) };
}

/** Warns of a token near its end and of a panel that is not a 3.x: worth a look, no reason not to start. */
export async function warnOfPanel(options: PanelQuestion & Pick<RemnawaveOptions, 'logger'>): Promise<void> {
  const { logger } = options;
  const { endsAt, endsSoon } = tokenEnd(options);
  if (endsSoon) logger.warn({ endsAt: endsAt?.toISOString() }, 'the token of the VPN panel ends soon');
  try {
    const { version } = await examinePanel(options);
    if (!/^v?3\./.test(version)) logger.warn({ version }, 'the VPN panel is no Remnawave 3.x');
  } catch (error) {
    if (!(error instanceof PanelUnfit)) throw error;
    logger.warn({ reason: error.message }, 'the VPN panel is of no use');
  }
}
