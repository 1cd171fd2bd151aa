/**
 * The whole HTTP server without a socket: `buildApp(deps).fetch` answers requests, in tests and
 * behind `listen.ts` alike.
 */
import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { SERVER_TIME_HEADER } from '../../shared/constants';
import type { Deps } from '../deps';
import { Rejection } from '../domain/rejection';
import { withRequestId } from '../logging/requestId';
import { clientAddress } from './clientAddress';
import { BARE_POLICY } from './contentSecurityPolicy';
import { contractRoutes } from './contractRoutes';
import { errorResponse } from './errorResponse';
import { HANDLERS, type Handlers } from './handlers';
import { healthRoutes } from './health';
import { isOwnHost } from './hostNames';
import { openApiDocument } from './openApi';
import type { AppEnv } from './requestContext';
import { commonHeaders } from './securityHeaders';
import { subscriptionLinkRoutes } from './subscriptionLinks';
import { webhookRoutes } from './webhooks';

export interface AppOptions {
  /**
   * Answers everything under /sandbox, and at `rootPaths` what a stand-in cannot answer there: sandbox
   * mode's outside; absent in production.
   */
  sandbox?: {
    fetch(request: Request): Response | Promise<Response>;
    rootPaths?: readonly string[];
  };
  /** Answers everything that is neither API nor sandbox: the built SPA (`website.ts`). */
  website?: (request: Request) => Response | Promise<Response>;
  /** Proxies of our own before this server; see `clientAddress.ts`. */
  trustedProxies?: number;
  /** Names by which the sandbox may be called, beside this machine's and bare addresses; left out, each name is answered. */
  hosts?: readonly string[];
  /** The server takes its leave: `/readyz` says so to load balancers. */
  isStopping?: () => boolean;
  /** Told of each error that becomes a 500, as it is: tests fail on it, development prints it. */
  onUnexpectedError?: (error: unknown) => void;
  /** Tests may answer a call in another way. */
  handlers?: Handlers;
}

export type App = Hono<AppEnv>;

/** Builds the server. Nothing listens yet and nothing is read but what requests ask for. */
export function buildApp(deps: Deps, options: AppOptions = {}): App {
  const app: App = new Hono<AppEnv>();
  const { sandbox, website } = options;
  const headers = Object.entries(commonHeaders(deps.settings));
  const openApi = openApiDocument(deps.settings.brand.product);

  app.use(async (context, next) => {
    const startedAt = performance.now();
    context.set('requestId', randomUUID());
    context.set('route', 'unmatched');
    context.set('language', 'ru');
    await withRequestId(context.get('requestId'), next);
    // The answer's own headers: `context.header` would copy a finished answer each time.
    const own = context.res.headers;
    own.set('X-Request-Id', context.get('requestId'));
    for (const [name, value] of headers) if (!own.has(name)) own.set(name, value);
    // The console tells «today» and «in 3 days» by it: the sandbox moves its clock.
    if (context.req.path.startsWith('/api/')) {
      own.set(SERVER_TIME_HEADER, deps.clock.now().toISOString());
    }
    const carriesOwnPolicy = ['website', '/sandbox/*'].includes(context.get('route'));
    if (!carriesOwnPolicy) own.set('Content-Security-Policy', BARE_POLICY);
    const ms = performance.now() - startedAt;
    const answered = {
      method: context.req.method,
      route: context.get('route'),
      status: context.res.status,
    };
    deps.metrics.requestAnswered({ ...answered, seconds: ms / 1000 });
    deps.logger.info({ requestId: context.get('requestId'), ...answered, ms: Math.round(ms) }, 'request');
  });

  const { hosts } = options;
  if (hosts !== undefined) {
    app.use(async (context, next) => {
      if (!isOwnHost(new URL(context.req.url).hostname, hosts)) {
        throw new Rejection('FORBIDDEN', 'Unknown host name');
      }
      await next();
    });
  }
  app.route('/', healthRoutes(deps, options.isStopping ?? (() => false)));
  app.get('/api/openapi.json', (context) => {
    context.set('route', '/api/openapi.json');
    return context.json(openApi);
  });
  app.route('/api/webhooks', webhookRoutes(deps));
  const addressOf = clientAddress(options.trustedProxies ?? 0, deps);
  app.route('/api', contractRoutes(deps, options.handlers ?? HANDLERS, addressOf));
  app.all('/api/*', () => {
    throw new Rejection('NOT_FOUND', 'Not found');
  });
  for (const pattern of ['/sandbox', '/sandbox/*', ...(sandbox?.rootPaths ?? [])]) {
    app.all(pattern, (context) => {
      if (sandbox === undefined) throw new Rejection('NOT_FOUND', 'Not found');
      context.set('route', '/sandbox/*');
      return sandbox.fetch(context.req.raw);
    });
  }
  if (deps.vpnNetwork !== null) app.route('/s', subscriptionLinkRoutes(deps, addressOf, website));
  if (website !== undefined) {
    app.all('*', (context) => {
      context.set('route', 'website');
      return website(context.req.raw);
    });
  }
  app.notFound((context) => errorResponse(context, new Rejection('NOT_FOUND', 'Not found'), deps.logger));
  app.onError((error, context) => {
    const response = errorResponse(context, error, deps.logger);
    if (response.status === 500) options.onUnexpectedError?.(error);
    return response;
  });
  return app;
}
