/**
 * Creates the HTTP routes of the API contract: one route for each API endpoint and each of its aliases. Each route
 * authenticates the caller, validates the request, runs the handler and validates the response.
 */
import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { type Call, CALL_METHOD, type WireSchema } from '../../shared/contract/call';
import { CALL_NAMES, type CallName, CONTRACT } from '../../shared/contract/contract';
import type { Deps } from '../deps';
import type { Caller } from '../domain/caller';
import { Rejection } from '../domain/rejection';
import { describeError } from '../logging/describeError';
import type { CallParty } from '../throttle/callSlots';
import { CALL_SLOTS } from '../throttle/limits';
import { toBroadNetwork, toNetwork } from '../throttle/toNetwork';
import { auditRejection } from '../usecases/audit/staffChange';
import { authenticate, rejectForeignSubject } from './authenticate';
import type { ClientAddress } from './clientAddress';
import { ResponseOutsideContract } from './errorResponse';
import type { Handlers } from './handlers';
import type { CallContext } from './handlers/handler';
import { StreamedJson } from './handlers/streamedJson';
import { readJsonObject, readQuery, rejectLargeDeclaration } from './requestBody';
import type { AppEnv } from './requestContext';

/**
 * Handler without its specific types. The types are already guaranteed by the schema and the audience of the API
 * endpoint.
 */
type AnyHandler = (context: CallContext, input: { body: unknown; query: unknown }) => Promise<unknown>;

const USER_AGENT_MAX_LENGTH = 400;

/** Properties of a valibot schema that contain its fields or nested schemas. */
interface SchemaParts {
  entries?: Readonly<Record<string, SchemaParts>>;
  wrapped?: SchemaParts;
  item?: SchemaParts;
  pipe?: readonly SchemaParts[];
  options?: unknown;
}

/**
 * Adds the field names that a schema declares. The keys of a record are not added, because the client chooses these
 * keys.
 */
function collectNames({ entries, wrapped, item, pipe, options }: SchemaParts, names: Set<string>): void {
  for (const [name, field] of Object.entries(entries ?? {})) {
    names.add(name);
    collectNames(field, names);
  }
  const further = Array.isArray(options) ? (options as unknown[]) : [];
  for (const part of [wrapped, item, ...(pipe ?? []), ...further])
    if (typeof part === 'object' && part !== null) collectNames(part, names);
}

/**
 * Returns the dotted paths of the invalid fields. A path stops at the first key that the contract does not declare,
 * so client input is never repeated.
 */
function listFields(schema: WireSchema, issues: readonly v.BaseIssue<unknown>[]): string[] {
  const names = new Set<string>();
  collectNames(schema as SchemaParts, names);
  const paths = issues.map(({ path }) => {
    const keys = (path ?? []).map(({ key }) => key);
    const foreign = keys.findIndex((key) => typeof key !== 'number' && !names.has(String(key)));
    return (foreign < 0 ? keys : keys.slice(0, foreign)).join('.');
  });
  return [...new Set(paths.filter((path) => path !== ''))];
}

function parseInput(schema: WireSchema | undefined, value: object): unknown {
  if (schema === undefined) return undefined;
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  const fields = listFields(schema, parsed.issues);
  throw new Rejection(
    'INVALID_REQUEST',
    fields.length === 0 ? 'Invalid request' : `Invalid request: ${fields.join(', ')}`,
    fields,
  );
}

function parseResponse(name: CallName, schema: WireSchema, result: unknown): unknown {
  const parsed = v.safeParse(schema, result);
  if (parsed.success) return parsed.output;
  throw new ResponseOutsideContract(name, listFields(schema, parsed.issues));
}

/** Returns whether the error messages of this API endpoint are shown to staff, and therefore are in English. */
function isStaffRow(row: Call): boolean {
  return row.audience.startsWith('staff:') || row.path.startsWith('auth/');
}

/** Returns all paths of an API endpoint relative to the API base URL, starting with the main path. */
export function listPaths(row: Call): string[] {
  return [row.path, ...(row.aliases ?? [])];
}

async function responseCall(
  deps: Deps,
  name: CallName,
  handler: AnyHandler,
  context: Context<AppEnv>,
  readAddress: ClientAddress,
): Promise<Response> {
  rejectLargeDeclaration(context.req.raw);
  const ip = readAddress(context);
  context.set('apiCall', { name, ip, accountId: null });
  const leave = await deps.memory.callSlots.enter(buildParties(name, ip));
  try {
    return await handleCall(deps, name, handler, context, ip);
  } finally {
    leave();
  }
}

/** Returns the parties of a call, whose requests are handled at the same time up to a limit. */
function buildParties(name: CallName, ip: string): CallParty[] {
  const broad = toBroadNetwork(ip);
  return [
    { key: `${name} ${toNetwork(ip)}`, slots: CALL_SLOTS.network },
    { key: `${name} ${broad}`, slots: CALL_SLOTS.broadNetwork },
  ];
}

async function handleCall(
  deps: Deps,
  name: CallName,
  handler: AnyHandler,
  context: Context<AppEnv>,
  ip: string,
): Promise<Response> {
  const row: Call = CONTRACT[name];
  const request = context.req.raw;
  const requestId = context.get('requestId');
  const caller: Caller = await authenticate(deps, row.audience, request, ({ staffId, username }) =>
    auditRejection(
      deps,
      { staffId, username, ip, requestId },
      { action: 'accessRejected', details: { call: name } },
    ),
  );
  if (caller.kind === 'staff') context.set('language', 'en');
  if (caller.kind === 'customer') context.set('apiCall', { name, ip, accountId: caller.accountId });
  const json = await readJsonObject(request);
  const query = parseInput(row.query, readQuery(request));
  const body = parseInput(row.body, json);
  rejectForeignSubject(caller, body);
  const result = await handler(
    {
      deps,
      caller,
      requestId,
      ip,
      userAgent: (request.headers.get('user-agent') ?? '').slice(0, USER_AGENT_MAX_LENGTH),
      retryAfter: (seconds) => context.header('Retry-After', String(seconds)),
    },
    { body, query },
  );
  if (result instanceof StreamedJson) {
    const body = result.body((error) => {
      deps.logger.error({ requestId, call: name, ...describeError(error) }, 'a response could not be sent');
    });
    return context.body(body, 200, { 'Content-Type': 'application/json' });
  }
  return context.json(parseResponse(name, row.response, result));
}

/** Returns the HTTP routes of the API contract, which the caller mounts at the API base path. */
export function contractRoutes(deps: Deps, handlers: Handlers, readAddress: ClientAddress): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  for (const name of CALL_NAMES) {
    const row: Call = CONTRACT[name];
    const handler = handlers[name] as AnyHandler;
    for (const path of listPaths(row)) {
      routes.all(`/${path}`, async (context) => {
        context.set('route', `/api/${path}`);
        if (isStaffRow(row)) context.set('language', 'en');
        if (context.req.method !== CALL_METHOD) {
          context.header('Allow', CALL_METHOD);
          throw new Rejection('METHOD_NOT_ALLOWED', `This call is made with ${CALL_METHOD}.`);
        }
        context.header('Cache-Control', 'no-store');
        return responseCall(deps, name, handler, context, readAddress);
      });
    }
  }
  return routes;
}
