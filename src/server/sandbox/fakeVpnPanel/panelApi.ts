/**
 * Methods of the Remnawave 3.x VPN panel API that the product's adapter calls, with the VPN panel's own validation
 * rules.
 */
import { timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { panelConfiguration } from './configurations';
import { hasServers, type PanelState, panelTime, readPanelState } from './panelState';
import {
  type PanelErrorCode,
  type PanelResult,
  type PanelUserKey,
  type PanelUserRow,
  type PanelUsers,
  type PanelUsersOptions,
  userIdOf,
  userModel,
} from './panelUsers';

export interface FakeVpnPanelOptions extends PanelUsersOptions {
  /** API token with which the product authenticates at the fake VPN panel. */
  token: string;
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
  A003: [401, 'Unauthorized'],
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

/** Returns whether a simulated outage until this time is in progress. */
export const isAway = (until: Date | null, now: Date): boolean => until !== null && now < until;

export function panelApi(options: FakeVpnPanelOptions, users: PanelUsers): Hono {
  const { db, clock, squads, token, subscriptionBaseUrl } = options;
  const app = new Hono({ strict: false });
  const expected = Buffer.from(`Bearer ${token}`);

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

  app.use(async (context, next) => {
    const state = await readPanelState(db);
    // During an outage of the VPN panel, its reverse proxy responds.
    if (isAway(state.unresponsiveUntil, clock.now())) {
      return context.html('<html><body><h1>502 Bad Gateway</h1></body></html>', 502);
    }
    await next();
    context.header('Date', panelTime(clock, state).toUTCString());
  });

  for (const pattern of ['/users', '/users/*', '/system/*']) {
    app.use(pattern, async (context, next) => {
      const given = Buffer.from(context.req.header('Authorization') ?? '');
      const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
      if (!isOurs) return reject(context as Context, 'A003');
      await next();
    });
  }

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
    const id = userIdOf(context.req.param('id') ?? '');
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

  const responseConfiguration = async (context: Context): Promise<Response> => {
    const userAgent = context.req.header('User-Agent') ?? '';
    if (userAgent === '') return context.json({ message: 'Forbidden', errorCode: 'E000' }, 403);
    const state: PanelState = await readPanelState(db);
    const isDatabaseAway = isAway(state.databaseAwayUntil, clock.now());
    const user = isDatabaseAway ? null : await users.findByShortUuid(context.req.param('shortUuid') ?? '');
    // The VPN panel returns the same response for every internal error.
    if (user === null)
      return context.json({ isFound: false, statusCode: 404, message: 'Resource not found' }, 404);
    const { contentType, body } = panelConfiguration(
      user,
      { hasServers: hasServers(user.squads, state) },
      { format: context.req.param('format') ?? '', userAgent },
    );
    context.header('Content-Type', contentType);
    context.header('Content-Disposition', `attachment; filename=${user.username}`);
    const seconds = Math.floor(user.expireAt.getTime() / 1000);
    context.header('subscription-userinfo', `upload=0; download=0; total=0; expire=${seconds}`);
    context.header('profile-title', 'Sandbox panel');
    context.header('profile-web-page-url', `${subscriptionBaseUrl}/${user.shortUuid}`);
    return context.body(body);
  };
  app.get('/sub/:shortUuid', responseConfiguration);
  app.get('/sub/:shortUuid/:format{json|singbox}', responseConfiguration);

  app.notFound((context) => context.json({ message: 'Not Found', statusCode: 404 }, 404));
  return app;
}
