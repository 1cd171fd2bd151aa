/**
 * Methods of the Remnawave 3.x VPN panel API that the product's adapter calls, with the VPN panel's own validation
 * rules.
 */
import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { panelConfiguration, panelLinks } from './configurations';
import {
  type PanelEnv,
  type PanelToken,
  requireJson,
  requireProxy,
  requireToken,
} from './panelAuthorization';
import { hostModel, squadModel } from './panelSquads';
import { hasServers, type PanelState, panelTime, readPanelState } from './panelState';
import {
  type PanelErrorCode,
  type PanelResult,
  type PanelUserKey,
  type PanelUserRow,
  type PanelUsers,
  type PanelUsersOptions,
  parseUserId,
  userModel,
} from './panelUsers';
import { chooseResponseType } from './responseRules';

export interface FakeVpnPanelOptions extends PanelUsersOptions, PanelToken {
  /** Base URL of the VPN panel's subscription links, without a trailing slash. */
  subscriptionBaseUrl: string;
}

const VERSION = '3.3.2';

/** Date and time in ISO 8601. A text without a time zone is in UTC. */
const instant = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/),
  v.transform((text) => new Date(/(?:Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`)),
  v.date(),
);
const username = v.pipe(v.string(), v.minLength(3), v.maxLength(36), v.regex(/^[a-zA-Z0-9_-]+$/));
const tag = v.nullable(v.pipe(v.string(), v.maxLength(16), v.regex(/^[A-Z0-9_]+$/)));

const changes = {
  trafficLimitBytes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  trafficLimitStrategy: v.optional(v.picklist(['NO_RESET', 'DAY', 'WEEK', 'MONTH', 'MONTH_ROLLING'])),
  hwidDeviceLimit: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0)))),
  activeInternalSquads: v.optional(v.array(v.pipe(v.string(), v.uuid()))),
  tag: v.optional(tag),
  description: v.optional(v.nullable(v.string())),
};
const createBody = v.object({
  ...changes,
  username,
  expireAt: instant,
  status: v.optional(v.picklist(['ACTIVE', 'DISABLED', 'LIMITED', 'EXPIRED'])),
});
const updateBody = v.pipe(
  v.object({
    ...changes,
    id: v.optional(v.pipe(v.number(), v.integer())),
    username: v.optional(v.string()),
    expireAt: v.optional(instant),
    status: v.optional(v.picklist(['ACTIVE', 'DISABLED'])),
  }),
  v.check(({ id, username: name }) => id !== undefined || name !== undefined, 'Either id or username'),
);
const streamQuery = v.object({
  size: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,4}$/), v.transform(Number), v.minValue(1), v.maxValue(1000)),
    '250',
  ),
  cursor: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number)), '0'),
  tag: v.optional(v.string()),
});

/** Errors that the VPN panel returns with its own error code. */
const ERRORS = {
  A018: [500, 'Failed to create user'],
  A019: [400, 'User username already exists'],
  A025: [404, 'User not found'],
  A026: [500, 'Get user by error'],
  A027: [500, 'Revoke user subscription error'],
  A028: [500, 'Disable user error'],
  A029: [400, 'User already disabled'],
  A030: [400, 'User already enabled'],
  A037: [500, 'Delete user error'],
  A039: [500, 'Update user error'],
  A043: [500, 'Get all users error'],
  A063: [404, 'User with specified params not found'],
} as const;

/** Error codes of requests, by method and path, while the VPN panel's database is unavailable. */
const DATABASE_AWAY: readonly [RegExp, keyof typeof ERRORS][] = [
  [/^GET .*\/users\/by-username\//, 'A026'],
  [/^GET .*\/users\/stream/, 'A043'],
  [/^POST .*\/users\/?$/, 'A018'],
  [/^PATCH .*\/users\/?$/, 'A039'],
  [/^DELETE .*\/users\//, 'A037'],
  [/^POST .*\/actions\/disable$/, 'A028'],
  [/^POST .*\/actions\/revoke$/, 'A027'],
  [/^POST .*\/users\//, 'A039'],
];

const DAY = 24 * 60 * 60_000;

/** Returns the Unix time of an expiry. The VPN panel reports an expiry in 2099 as 0, which apps show as unlimited. */
const toExpire = (expireAt: Date): number =>
  expireAt.getUTCFullYear() === 2099 ? 0 : Math.floor(expireAt.getTime() / 1000);

/** Returns the Unix time at which the traffic is reset, or null if the strategy has none. */
function deriveRefillDate(strategy: string, now: Date): string | null {
  const at = new Date(now);
  switch (strategy) {
    case 'DAY':
      at.setUTCHours(24, 0, 0, 0);
      break;
    case 'WEEK':
      at.setUTCDate(at.getUTCDate() + 8 - at.getUTCDay());
      at.setUTCHours(0, 5, 0, 0);
      break;
    case 'MONTH':
      at.setUTCMonth(at.getUTCMonth() + 1, 1);
      at.setUTCHours(0, 10, 0, 0);
      break;
    default:
      return null;
  }
  return String(Math.floor(at.getTime() / 1000));
}

/** Returns whether a simulated outage until this time is in progress. */
export const isAway = (until: Date | null, now: Date): boolean => until !== null && now < until;

export function panelApi(options: FakeVpnPanelOptions, users: PanelUsers): Hono<PanelEnv> {
  const { db, clock, squads, subscriptionBaseUrl } = options;
  const app = new Hono<PanelEnv>({ strict: false });

  const reject = (context: Context, errorCode: keyof typeof ERRORS): Response => {
    const [status, message] = ERRORS[errorCode];
    const timestamp = clock.now().toISOString();
    return context.json({ timestamp, path: context.req.path, message, errorCode }, status);
  };

  const rejectBody = (context: Context, errors: { path: (string | number)[]; message: string }[]): Response =>
    context.json({ statusCode: 400, message: 'Validation failed', errors }, 400);

  const invalid = (context: Context, issues: readonly v.BaseIssue<unknown>[]): Response =>
    rejectBody(
      context,
      issues.map((issue) => ({ path: (v.getDotPath(issue) ?? '').split('.'), message: issue.message })),
    );

  const inThePast = (context: Context): Response =>
    rejectBody(context, [{ path: ['expireAt'], message: 'Expiration date cannot be in the past' }]);

  const model = (user: PanelUserRow): object => userModel(user, { squads, subscriptionBaseUrl });

  const respond = (context: Context, result: PanelResult<PanelUserRow>, status: 200 | 201 = 200): Response =>
    'error' in result
      ? reject(context, result.error satisfies PanelErrorCode)
      : context.json({ response: model(result.value) }, status);

  const readBody = async (context: Context): Promise<unknown> => context.req.json().catch(() => null);

  app.use(requireProxy);

  app.use(async (context, next) => {
    const state = await readPanelState(db);
    // During an outage of the VPN panel, its reverse proxy responds.
    if (isAway(state.unresponsiveUntil, clock.now())) {
      return context.html('<html><body><h1>502 Bad Gateway</h1></body></html>', 502);
    }
    await next();
    context.header('Date', panelTime(clock, state).toUTCString());
  });

  app.use(requireJson);
  app.use(requireToken(options, async () => panelTime(clock, await readPanelState(db))));

  app.use('/users/*', async (context, next) => {
    const { databaseAwayUntil } = await readPanelState(db);
    if (isAway(databaseAwayUntil, clock.now())) {
      const call = `${context.req.method} ${context.req.path}`;
      return reject(context as Context, DATABASE_AWAY.find(([pattern]) => pattern.test(call))?.[1] ?? 'A039');
    }
    await next();
  });

  app.get('/system/metadata', (context) =>
    context.json({
      response: {
        version: VERSION,
        build: { time: '2026-09-01T00:00:00.000Z', number: '0' },
        git: {
          backend: { commitSha: 'sandbox', branch: 'sandbox', commitUrl: 'https://sandbox.invalid/backend' },
          frontend: { commitSha: 'sandbox', commitUrl: 'https://sandbox.invalid/frontend' },
        },
      },
    }),
  );

  app.get('/users/by-username/:username', async (context) => {
    const user = await users.find({ username: context.req.param('username') });
    return user === null ? reject(context, 'A063') : context.json({ response: model(user) });
  });

  app.get('/users/stream', async (context) => {
    const query = v.safeParse(streamQuery, context.req.query());
    if (!query.success) return invalid(context, query.issues);
    const { size, cursor, tag: ofTag } = query.output;
    const found = await users.list(cursor, size + 1, ofTag);
    const page = found.slice(0, size);
    const hasMore = found.length > size;
    return context.json({
      response: {
        users: page.map(model),
        nextCursor: hasMore ? String(page.at(-1)?.id ?? '') : null,
        hasMore,
      },
    });
  });

  app.post('/users', async (context) => {
    const body = v.safeParse(createBody, await readBody(context));
    if (!body.success) return invalid(context, body.issues);
    return respond(context, await users.create(body.output), 201);
  });

  app.patch('/users', async (context) => {
    const body = v.safeParse(updateBody, await readBody(context));
    if (!body.success) return invalid(context, body.issues);
    const { id, username: name = '', ...fields } = body.output;
    const panelNow = panelTime(clock, await readPanelState(db));
    if (fields.expireAt !== undefined && fields.expireAt <= panelNow) return inThePast(context);
    const key: PanelUserKey = id === undefined ? { username: name } : { id };
    return respond(context, await users.update(key, fields));
  });

  const ofUser = async (context: Context, act: (id: number) => Promise<Response>): Promise<Response> => {
    const id = parseUserId(context.req.param('id') ?? '');
    if (id === null) return rejectBody(context, [{ path: ['userId'], message: 'Invalid id' }]);
    return act(id);
  };

  app.delete('/users/:id', (context) =>
    ofUser(context, async (id) => {
      const result = await users.remove(id);
      return 'error' in result ? reject(context, result.error) : context.body(null, 204);
    }),
  );

  const actions = {
    disable: (id: number) => users.disable(id),
    enable: (id: number) => users.enable(id),
    revoke: (id: number) => users.revoke(id),
    'reset-traffic': (id: number) => users.resetTraffic(id),
  };
  for (const [name, act] of Object.entries(actions)) {
    app.post(`/users/:id/actions/${name}`, (context) =>
      ofUser(context, async (id) => respond(context, await act(id))),
    );
  }

  app.get('/internal-squads', async (context) => {
    const { removedSquads } = await readPanelState(db);
    const internalSquads = squads
      .map((squad, index) => squadModel(squad, index, clock.now()))
      .filter(({ uuid }) => !removedSquads.includes(uuid));
    return context.json({ response: { total: internalSquads.length, internalSquads } });
  });

  app.get('/hosts', async (context) => {
    const { squadsWithoutHosts } = await readPanelState(db);
    return context.json({
      response: squads.map((squad, index) =>
        hostModel(index, { isDisabled: squadsWithoutHosts.includes(squad.uuid) }),
      ),
    });
  });

  // The VPN panel returns the same response for an unknown user and for every internal error.
  const notFound = (context: Context): Response =>
    context.json({ isFound: false, statusCode: 404, message: 'Resource not found' }, 404);

  async function subscriber(context: Context): Promise<{ user: PanelUserRow; hasHosts: boolean } | null> {
    const state: PanelState = await readPanelState(db);
    if (isAway(state.databaseAwayUntil, clock.now())) return null;
    const user = await users.findByShortUuid(context.req.param('shortUuid') ?? '');
    return user === null ? null : { user, hasHosts: hasServers(user.squads, state) };
  }

  const describe = (user: PanelUserRow, hasHosts: boolean): object => ({
    isFound: true,
    user: {
      shortUuid: user.shortUuid,
      daysLeft: Math.trunc((user.expireAt.getTime() - clock.now().getTime()) / DAY),
      trafficUsed: `${user.usedTrafficBytes} B`,
      trafficLimit: `${user.trafficLimitBytes} B`,
      lifetimeTrafficUsed: `${user.usedTrafficBytes} B`,
      lifetimeTrafficUsedBytes: String(user.usedTrafficBytes),
      trafficLimitBytes: String(user.trafficLimitBytes),
      trafficUsedBytes: String(user.usedTrafficBytes),
      username: user.username,
      expiresAt: user.expireAt.toISOString(),
      isActive: user.status === 'ACTIVE',
      userStatus: user.status,
      trafficLimitStrategy: user.trafficLimitStrategy,
    },
    links: panelLinks(user, { hasServers: hasHosts }),
    ssConfLinks: {},
    subscriptionUrl: `${subscriptionBaseUrl}/${user.shortUuid}`,
  });

  app.get('/sub/:shortUuid/info', async (context) => {
    const found = await subscriber(context);
    return found === null
      ? reject(context, 'A063')
      : context.json({ response: describe(found.user, found.hasHosts) });
  });

  const respondSubscription = async (context: Context): Promise<Response> => {
    const type = chooseResponseType({
      suffix: context.req.param('format'),
      userAgent: context.req.header('User-Agent') ?? '',
      accept: context.req.header('Accept') ?? '',
    });
    if (type === null) return context.json({ statusCode: 403, message: 'Forbidden' }, 403);
    const found = await subscriber(context);
    if (found === null) return notFound(context);
    const { user, hasHosts } = found;
    if (type === 'BROWSER') return context.json(describe(user, hasHosts));
    const { contentType, body } = panelConfiguration(user, { hasServers: hasHosts }, type);
    const refillDate = deriveRefillDate(user.trafficLimitStrategy, clock.now());
    const headers: Record<string, string> = {
      'Content-Type': contentType,
      'content-disposition': `attachment; filename=${user.username}`,
      'subscription-userinfo': Object.entries({
        upload: 0,
        download: user.usedTrafficBytes,
        total: user.trafficLimitBytes,
        expire: toExpire(user.expireAt),
      })
        .map(([name, value]) => `${name}=${value}`)
        .join('; '),
      ...(refillDate === null ? {} : { 'subscription-refill-date': refillDate }),
      'profile-title': `base64:${Buffer.from('Remnawave').toString('base64')}`,
      'profile-update-interval': '12',
      'support-url': 'https://dummy.docs.rw',
      'profile-web-page-url': `${subscriptionBaseUrl}/${user.shortUuid}`,
    };
    for (const [name, value] of Object.entries(headers)) context.header(name, value);
    return context.body(body);
  };
  app.get('/sub/:shortUuid', respondSubscription);
  app.get('/sub/:shortUuid/:format', respondSubscription);

  // A handler for unknown paths, because the application under which these routes are mounted has its own.
  app.all('*', (context) =>
    context.json(
      {
        message: `Cannot ${context.req.method} ${context.req.path}`,
        error: 'Not Found',
        statusCode: 404,
      },
      404,
    ),
  );
  return app;
}
