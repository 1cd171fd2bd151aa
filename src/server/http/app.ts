/** Builds the HTTP application without a socket. Tests and `listen.ts` both pass requests to `buildApp(deps).fetch`. */
import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { NOTICE_HEADER, SERVER_TIME_HEADER } from '../../shared/constants';
import { encodeNotice } from '../../shared/notice';
import type { Deps } from '../deps';
import { Rejection } from '../domain/rejection';
import { lineOfError } from '../logging/describeError';
import { withRequestId } from '../logging/requestId';
import { recordFailedRequest } from '../usecases/audit/recordFailedRequest';
import { currentNotice } from '../usecases/console/maintenanceNotice';
import { serviceStatus } from '../usecases/customer/serviceStatus';
import { clientAddress } from './clientAddress';
import { allowConnectionCheck, answerOnlyConnectionCheck } from './connectionCheckOrigin';
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
import type { LiveState, Website } from './website';

export interface AppOptions {
  /** Handler of all paths under `/sandbox` and of the paths in `rootPaths` in sandbox mode; omitted in production. */
  sandbox?: {
    fetch(request: Request): Response | Promise<Response>;
    rootPaths?: readonly string[];
  };
  /**
   * Handler that serves the built single-page application for all paths that belong neither to the API nor to the
   * sandbox (`website.ts`).
   */
  website?: Website;
  /** Version of the product, which `/healthz` reports. */
  version?: string;
  /** Number of the operator's own reverse proxies in front of this server (`clientAddress.ts`). */
  trustedProxies?: number;
  /**
   * Host names that the sandbox accepts, in addition to `localhost` and IP addresses. If omitted, every host name is
   * accepted.
   */
  hosts?: readonly string[];
  /** Host name of `CHECK_URL`. On this host the server answers only the call of the page /check. */
  checkHost?: string | undefined;
  /**
   * Returns whether the server is shutting down. While the server is shutting down, `/readyz` reports 503 to load
   * balancers.
   */
  isStopping?: () => boolean;
  /** Receives each error that results in a 500 response. Tests fail on such an error, and development prints it. */
  onUnexpectedError?: (error: unknown) => void;
  /** Handlers that replace the handlers of API endpoints in tests. */
  handlers?: Handlers;
}

export type App = Hono<AppEnv>;

/** Builds the HTTP application. Opens no socket, and reads nothing before the first request. */
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
    // Headers are set on the response object directly, because `context.header` would copy a finished response each
    // time.
    const own = context.res.headers;
    own.set('X-Request-Id', context.get('requestId'));
    for (const [name, value] of headers) if (!own.has(name)) own.set(name, value);
    // The console computes relative dates such as «today» from this header, because the sandbox can move the server's
    // clock.
    if (context.req.path.startsWith('/api/')) {
      own.set(SERVER_TIME_HEADER, deps.clock.now().toISOString());
    }
    if (context.get('apiCall') !== undefined) {
      const notice = currentNotice(deps);
      if (notice !== null) own.set(NOTICE_HEADER, encodeNotice(notice));
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

  const live: LiveState = { notice: () => currentNotice(deps), status: () => serviceStatus(deps) };
  const { hosts } = options;
  if (hosts !== undefined) {
    app.use(async (context, next) => {
      if (!isOwnHost(new URL(context.req.url).hostname, hosts)) {
        throw new Rejection('FORBIDDEN', 'Unknown host name');
      }
      await next();
    });
  }
  if (options.checkHost !== undefined) answerOnlyConnectionCheck(app, options.checkHost);
  app.route('/', healthRoutes(deps, options));
  app.get('/api/openapi.json', (context) => {
    context.set('route', '/api/openapi.json');
    return context.json(openApi);
  });
  const readAddress = clientAddress(options.trustedProxies ?? 0, deps);
  app.route('/api/webhooks', webhookRoutes(deps, readAddress));
  if (deps.vpnExits !== null) allowConnectionCheck(app, deps.settings.publicUrl);
  app.route('/api', contractRoutes(deps, options.handlers ?? HANDLERS, readAddress));
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
  if (deps.vpnNetwork !== null) app.route('/s', subscriptionLinkRoutes(deps, readAddress, website));
  if (website !== undefined) {
    app.all('*', (context) => {
      context.set('route', 'website');
      return website(context.req.raw, live);
    });
  }
  app.notFound((context) => errorResponse(context, new Rejection('NOT_FOUND', 'Not found'), deps.logger));
  app.onError(async (error, context) => {
    const response = errorResponse(context, error, deps.logger, currentNotice(deps));
    if (response.status !== 500) return response;
    options.onUnexpectedError?.(error);
    const call = context.get('apiCall');
    if (call !== undefined) {
      const { code, line } = lineOfError(error);
      await recordFailedRequest(deps, call.ip, {
        ...{ requestId: context.get('requestId'), call: call.name, accountId: call.accountId },
        ...{ errorCode: code, error: line },
      });
    }
    return response;
  });
  return app;
}
