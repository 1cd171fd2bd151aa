/**
 * Methods of the Remnawave 3.x VPN panel API that the product's adapter calls, with the VPN panel's own validation
 * rules.
 */
import { timingSafeEqual } from 'node:crypto';
import { and, asc, eq, gt } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import type { Clock } from '../../ports/clock';
import type { Database } from '../../store/database';
import { sandboxVpnPanel, sandboxVpnUsers } from '../schema/vpn';
import { panelConfiguration } from './configurations';
import { newCredentials, panelStatus, type PanelUserRow, userIdOf, userModel } from './panelUsers';

export interface FakeVpnPanelOptions {
  db: Database;
  clock: Clock;
  /** API token with which the product authenticates at the fake VPN panel. */
  token: string;
  /** Base URL of the VPN panel's subscription links, without a trailing slash. */
  subscriptionBaseUrl: string;
}

const VERSION = '3.3.2';

const instant = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((text) => new Date(text)),
);
const username = v.pipe(v.string(), v.minLength(3), v.maxLength(36), v.regex(/^[a-zA-Z0-9_-]+$/));
const tag = v.nullable(v.pipe(v.string(), v.maxLength(16), v.regex(/^[A-Z0-9_]+$/)));

const createBody = v.object({
  username,
  expireAt: instant,
  trafficLimitBytes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  trafficLimitStrategy: v.optional(
    v.picklist(['NO_RESET', 'DAY', 'WEEK', 'MONTH', 'MONTH_ROLLING']),
    'NO_RESET',
  ),
  hwidDeviceLimit: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))), null),
  activeInternalSquads: v.optional(v.array(v.pipe(v.string(), v.uuid())), []),
  tag: v.optional(tag, null),
  description: v.optional(v.nullable(v.string()), null),
});
const updateBody = v.object({ username, expireAt: v.optional(instant) });
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
  A019: [400, 'User username already exists'],
  A025: [404, 'User not found'],
  A063: [404, 'User with specified params not found'],
} as const;

export function panelApi({ db, clock, token, subscriptionBaseUrl }: FakeVpnPanelOptions): Hono {
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

  const model = (user: PanelUserRow): object => userModel(user, clock.now(), subscriptionBaseUrl);

  const readBody = async (context: Context): Promise<unknown> => context.req.json().catch(() => null);

  // During an outage of the VPN panel, its reverse proxy responds.
  app.use(async (context, next) => {
    const [panel] = await db.select().from(sandboxVpnPanel);
    const until = panel?.unresponsiveUntil ?? null;
    if (until !== null && clock.now() < until) {
      return context.html('<html><body><h1>502 Bad Gateway</h1></body></html>', 502);
    }
    await next();
  });

  for (const pattern of ['/users', '/users/*', '/system/*']) {
    app.use(pattern, async (context, next) => {
      const given = Buffer.from(context.req.header('Authorization') ?? '');
      const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
      if (!isOurs) return reject(context as Context, 'A003');
      await next();
    });
  }

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
    const [user] = await db
      .select()
      .from(sandboxVpnUsers)
      .where(eq(sandboxVpnUsers.username, context.req.param('username')));
    return user === undefined ? reject(context, 'A063') : context.json({ response: model(user) });
  });

  app.get('/users/stream', async (context) => {
    const query = v.safeParse(streamQuery, context.req.query());
    if (!query.success) return invalid(context, query.issues);
    const { size, cursor, tag: ofTag } = query.output;
    const users = await db
      .select()
      .from(sandboxVpnUsers)
      .where(
        and(gt(sandboxVpnUsers.id, cursor), ofTag === undefined ? undefined : eq(sandboxVpnUsers.tag, ofTag)),
      )
      .orderBy(asc(sandboxVpnUsers.id))
      .limit(size + 1);
    const page = users.slice(0, size);
    const hasMore = users.length > size;
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
    const { activeInternalSquads, trafficLimitBytes: _unlimited, ...fields } = body.output;
    const now = clock.now();
    const [user] = await db
      .insert(sandboxVpnUsers)
      .values({
        ...fields,
        ...newCredentials(),
        squads: activeInternalSquads,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing({ target: sandboxVpnUsers.username })
      .returning();
    return user === undefined ? reject(context, 'A019') : context.json({ response: model(user) }, 201);
  });

  app.patch('/users', async (context) => {
    const body = v.safeParse(updateBody, await readBody(context));
    if (!body.success) return invalid(context, body.issues);
    const { username: name, expireAt } = body.output;
    const now = clock.now();
    if (expireAt !== undefined && expireAt <= now) return inThePast(context);
    const [user] = await db
      .update(sandboxVpnUsers)
      .set({ updatedAt: now, ...(expireAt === undefined ? {} : { expireAt }) })
      .where(eq(sandboxVpnUsers.username, name))
      .returning();
    return user === undefined ? reject(context, 'A025') : context.json({ response: model(user) });
  });

  app.delete('/users/:id', async (context) => {
    const id = userIdOf(context.req.param('id'));
    if (id === null) return rejectBody(context, [{ path: ['userId'], message: 'Invalid id' }]);
    const gone = await db
      .delete(sandboxVpnUsers)
      .where(eq(sandboxVpnUsers.id, id))
      .returning({ id: sandboxVpnUsers.id });
    return gone.length === 0 ? reject(context, 'A025') : context.body(null, 204);
  });

  const responseConfiguration = async (context: Context): Promise<Response> => {
    const userAgent = context.req.header('User-Agent') ?? '';
    if (userAgent === '') return context.json({ message: 'Forbidden', errorCode: 'E000' }, 403);
    const [user] = await db
      .select()
      .from(sandboxVpnUsers)
      .where(eq(sandboxVpnUsers.shortUuid, context.req.param('shortUuid') ?? ''));
    if (user === undefined) return reject(context, 'A063');
    const { contentType, body } = panelConfiguration(user, panelStatus(user, clock.now()), {
      format: context.req.param('format') ?? '',
      userAgent,
    });
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
