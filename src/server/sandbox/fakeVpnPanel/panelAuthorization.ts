/** Rules by which the fake VPN panel accepts requests: the headers of an HTTPS proxy, an API token and its scopes. */
import { timingSafeEqual } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, MiddlewareHandler } from 'hono';
import { decodeJwt } from 'jose';

export interface PanelToken {
  /** API token with which the product authenticates at the fake VPN panel. */
  token: string;
  /**
   * Returns the scopes of the API token, or null if an administrator deleted the token. `*` allows every request, and is
   * the default.
   */
  scopes?: (() => readonly string[] | null) | undefined;
}

/** Environment of a request. A request inside the process has no connection. */
export interface PanelEnv {
  Bindings: Partial<HttpBindings>;
}

/** Scopes by method and path. */
const SCOPES: readonly (readonly [RegExp, string])[] = [
  [/^GET \/system\/metadata$/, 'system:metadata'],
  [/^GET \/internal-squads$/, 'internal-squads:list'],
  [/^GET \/hosts$/, 'hosts:list'],
  [/^GET \/users\/by-username\//, 'users:by-username'],
  [/^GET \/users\/stream$/, 'users:stream'],
  [/^POST \/users$/, 'users:create'],
  [/^PATCH \/users$/, 'users:update'],
  [/^DELETE \/users\//, 'users:delete'],
  [/^POST \/users\/[^/]+\/actions\/revoke$/, 'users:revoke-subscription'],
  [/^POST \/users\/[^/]+\/actions\/disable$/, 'users:disable'],
  [/^POST \/users\/[^/]+\/actions\/enable$/, 'users:enable'],
  [/^POST \/users\/[^/]+\/actions\/reset-traffic$/, 'users:reset-traffic'],
];

function findScope(context: Context): string | null {
  const path = context.req.path.replace(/^.*\/api(?=\/)/, '').replace(/\/$/, '');
  return SCOPES.find(([pattern]) => pattern.test(`${context.req.method} ${path}`))?.[1] ?? null;
}

const allows = (scopes: readonly string[], scope: string): boolean =>
  scopes.includes('*') || scopes.includes(scope) || scopes.includes(scope.replace(/:.*$/, ':*'));

/** Returns whether the token is a JWT that expired before `now`. */
function isExpired(token: string, now: Date): boolean {
  try {
    const { exp } = decodeJwt(token);
    return exp !== undefined && exp * 1000 <= now.getTime();
  } catch {
    return false;
  }
}

/** Returns the connection of a request, or undefined for a request inside the process. */
const connectionOf = (env: Partial<HttpBindings> | undefined) => env?.incoming?.socket;

/** Closes the connection without a response unless the request appears to come through an HTTPS proxy. */
export const requireProxy: MiddlewareHandler<PanelEnv> = async (context, next) => {
  const isProxied = (context.req.header('x-forwarded-for') ?? '') !== '';
  if (isProxied && context.req.header('x-forwarded-proto') === 'https') return next();
  const connection = connectionOf(context.env);
  if (connection === undefined) return Response.error();
  connection.destroy();
  return RESPONSE_ALREADY_SENT;
};

/** Rejects JSON that cannot be parsed. The VPN panel checks this before the API token. */
export const requireJson: MiddlewareHandler<PanelEnv> = async (context, next) => {
  if (!(context.req.header('Content-Type') ?? '').includes('json')) return next();
  const text = await context.req.text();
  try {
    if (text !== '' && typeof JSON.parse(text) !== 'object') throw new SyntaxError('Unexpected token');
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    return context.json({ message, error: 'Bad Request', statusCode: 400 }, 400);
  }
  return next();
};

/**
 * Rejects a request with HTTP 401 if its API token is wrong or has expired, and with HTTP 403 if the token was deleted or
 * lacks the scope of the request.
 */
export function requireToken(
  { token, scopes = () => ['*'] }: PanelToken,
  now: () => Promise<Date>,
): MiddlewareHandler<PanelEnv> {
  const expected = Buffer.from(`Bearer ${token}`);
  return async (context, next) => {
    const scope = findScope(context);
    if (scope === null) return next();
    const given = Buffer.from(context.req.header('Authorization') ?? '');
    const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
    if (!isOurs || isExpired(token, await now())) {
      return context.json({ message: 'Unauthorized', statusCode: 401 }, 401);
    }
    const granted = scopes();
    if (granted === null || !allows(granted, scope)) {
      return context.json({ message: 'Forbidden resource', error: 'Forbidden', statusCode: 403 }, 403);
    }
    return next();
  };
}
