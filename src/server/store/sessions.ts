/** Queries of customer sessions. */
import { and, count, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { ClientNames } from '../domain/clientNames';
import type { Database } from './database';
import { preparedOnce } from './prepared';
import { accounts } from './schema/accounts';
import { devices } from './schema/devices';
import { customerSessions } from './schema/sessions';

/** How the customer is notified of a sign-in in a new browser (`usecases/signIn/newBrowser.ts`). */
export type SignInNotice = (typeof customerSessions.$inferSelect)['signInNotice'];

export async function insertCustomerSession(
  db: Database,
  session: {
    tokenHash: string;
    accountId: number;
    at: Date;
    client: ClientNames;
    signInNotice: SignInNotice;
  },
): Promise<void> {
  await db.insert(customerSessions).values({
    tokenHash: session.tokenHash,
    accountId: session.accountId,
    ...session.client,
    signInNotice: session.signInNotice,
    createdAt: session.at,
    lastUsedAt: session.at,
  });
}

/**
 * Revokes the live sessions of an account beyond the `limit` most recently used ones, counted separately for browsers and
 * for the app of each device, and deletes the revoked sessions beyond the `revokedLimit` most recently revoked ones.
 */
export async function trimSessions(
  tx: Database,
  accountId: number,
  { limit, revokedLimit }: { limit: number; revokedLimit: number },
  at: Date,
): Promise<void> {
  await tx.execute(sql`
    update customer_sessions set revoked_at = ${at.toISOString()}::timestamptz where id in (
      select id from (
        select id, row_number() over (partition by device_id order by last_used_at desc, id desc) as position
          from customer_sessions where account_id = ${accountId} and revoked_at is null) as live
       where position > ${limit})`);
  await tx.execute(sql`
    delete from customer_sessions where id in (
      select id from customer_sessions where account_id = ${accountId} and revoked_at is not null
       order by revoked_at desc, id desc offset ${revokedLimit})`);
}

export interface LiveCustomerSession {
  sessionId: number;
  accountId: number;
  uid: string;
  email: string;
  phone: string | null;
  emailChangedAt: Date | null;
  /** Device whose app holds the session, or null for a browser session. */
  deviceId: number | null;
  lastUsedAt: Date;
}

/** The SQL query for a live customer session is prepared, because every customer request starts with this query. */
const liveSession = preparedOnce((db) =>
  db
    .select({
      sessionId: customerSessions.id,
      accountId: accounts.id,
      uid: accounts.uid,
      email: accounts.email,
      phone: accounts.phone,
      emailChangedAt: accounts.emailChangedAt,
      deviceId: customerSessions.deviceId,
      lastUsedAt: customerSessions.lastUsedAt,
    })
    .from(customerSessions)
    .innerJoin(accounts, eq(accounts.id, customerSessions.accountId))
    .where(
      and(
        eq(customerSessions.tokenHash, sql.placeholder('tokenHash')),
        isNull(customerSessions.revokedAt),
        // A request that was running during the deletion of the account may have inserted a session.
        isNull(accounts.erasedAt),
        or(
          and(
            gt(customerSessions.createdAt, sql.placeholder('createdAfter')),
            gt(customerSessions.lastUsedAt, sql.placeholder('usedAfter')),
          ),
          and(
            isNotNull(customerSessions.deviceId),
            gt(customerSessions.lastUsedAt, sql.placeholder('usedByDeviceAfter')),
          ),
        ),
      ),
    )
    .prepare('live_customer_session'),
);

/** Time limits within which a customer session is live (`findLiveCustomerSession`). */
export interface SessionLimits {
  createdAfter: Date;
  usedAfter: Date;
  usedByDeviceAfter: Date;
}

/**
 * Returns the customer session of a token, or null if the session is not live. A browser session is live if it was
 * created after `createdAfter`, was last used after `usedAfter` and is not revoked. The session of an app is live if it
 * was last used after `usedByDeviceAfter` and is not revoked; its age does not matter.
 */
export async function findLiveCustomerSession(
  db: Database,
  tokenHash: string,
  limits: SessionLimits,
): Promise<LiveCustomerSession | null> {
  const [row] = await liveSession(db).execute({ tokenHash, ...limits });
  return row ?? null;
}

export async function markCustomerSessionUsed(db: Database, sessionId: number, at: Date): Promise<void> {
  await db.update(customerSessions).set({ lastUsedAt: at }).where(eq(customerSessions.id, sessionId));
}

/** Revokes a customer session. Returns false if the session was already revoked. */
export async function revokeCustomerSession(db: Database, sessionId: number, at: Date): Promise<boolean> {
  const revoked = await db
    .update(customerSessions)
    .set({ revokedAt: at })
    .where(and(eq(customerSessions.id, sessionId), isNull(customerSessions.revokedAt)))
    .returning({ id: customerSessions.id });
  return revoked.length > 0;
}

/**
 * Binds a customer session permanently to the app of a device. Returns false if the session is revoked or bound to
 * another device.
 */
export async function bindSession(tx: Database, sessionId: number, deviceId: number): Promise<boolean> {
  const bound = await tx
    .update(customerSessions)
    .set({ deviceId })
    .where(
      and(
        eq(customerSessions.id, sessionId),
        isNull(customerSessions.revokedAt),
        or(isNull(customerSessions.deviceId), eq(customerSessions.deviceId, deviceId)),
      ),
    )
    .returning({ id: customerSessions.id });
  return bound.length > 0;
}

/** Revokes all sessions that the app of a device holds. */
export async function revokeSessionsOfDevice(db: Database, deviceId: number, at: Date): Promise<void> {
  await db
    .update(customerSessions)
    .set({ revokedAt: at })
    .where(and(eq(customerSessions.deviceId, deviceId), isNull(customerSessions.revokedAt)));
}

/** Revokes all browser sessions of these accounts. Sessions of apps stay live until their device is detached. */
export async function revokeBrowserSessions(
  tx: Database,
  accountIds: readonly number[],
  at: Date,
): Promise<void> {
  await tx
    .update(customerSessions)
    .set({ revokedAt: at })
    .where(
      and(
        inArray(customerSessions.accountId, [...accountIds]),
        isNull(customerSessions.deviceId),
        isNull(customerSessions.revokedAt),
      ),
    );
}

export interface ListedSession {
  id: number;
  system: string | null;
  application: string | null;
  /** Device whose app holds the session, or null for a browser session. */
  device: { deviceId: string; deviceName: string } | null;
  createdAt: Date;
  lastUsedAt: Date;
}

/** Returns the live sessions of an account, the most recently used session first. */
export async function listLiveSessions(
  db: Database,
  accountId: number,
  { createdAfter, usedAfter, usedByDeviceAfter }: SessionLimits,
): Promise<ListedSession[]> {
  return db
    .select({
      id: customerSessions.id,
      system: customerSessions.system,
      application: customerSessions.application,
      device: { deviceId: devices.deviceId, deviceName: devices.deviceName },
      createdAt: customerSessions.createdAt,
      lastUsedAt: customerSessions.lastUsedAt,
    })
    .from(customerSessions)
    .leftJoin(devices, eq(devices.id, customerSessions.deviceId))
    .where(
      and(
        eq(customerSessions.accountId, accountId),
        isNull(customerSessions.revokedAt),
        or(
          and(gt(customerSessions.createdAt, createdAfter), gt(customerSessions.lastUsedAt, usedAfter)),
          and(isNotNull(customerSessions.deviceId), gt(customerSessions.lastUsedAt, usedByDeviceAfter)),
        ),
      ),
    )
    .orderBy(desc(customerSessions.lastUsedAt), desc(customerSessions.id));
}

/** Returns the number of the account's sign-ins since `since` for which a separate email was sent. */
export async function countSignInEmails(db: Database, accountId: number, since: Date): Promise<number> {
  const [row] = await db
    .select({ emails: count() })
    .from(customerSessions)
    .where(
      and(
        eq(customerSessions.accountId, accountId),
        eq(customerSessions.signInNotice, 'email'),
        gte(customerSessions.createdAt, since),
      ),
    );
  return row?.emails ?? 0;
}

/** Returns the accounts with sign-ins before `before` whose summary is still to be sent, up to `limit`. */
export async function listSummariesDue(db: Database, before: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectDistinct({ accountId: customerSessions.accountId })
    .from(customerSessions)
    .where(and(sql`sign_in_notice = 'summary'`, lt(customerSessions.createdAt, before)))
    .limit(limit);
  return rows.map(({ accountId }) => accountId);
}

export interface SummarizedSignIn {
  id: number;
  system: string | null;
  application: string | null;
  createdAt: Date;
}

/**
 * Claims the account's sign-ins before `before` for a summary email and returns them, the oldest sign-in first. Each
 * sign-in is returned to only one caller.
 */
export async function takeForSummary(
  tx: Database,
  accountId: number,
  before: Date,
): Promise<SummarizedSignIn[]> {
  const taken = await tx
    .update(customerSessions)
    .set({ signInNotice: 'summarized' })
    .where(
      and(
        eq(customerSessions.accountId, accountId),
        sql`sign_in_notice = 'summary'`,
        lt(customerSessions.createdAt, before),
      ),
    )
    .returning({
      id: customerSessions.id,
      system: customerSessions.system,
      application: customerSessions.application,
      createdAt: customerSessions.createdAt,
    });
  return taken.sort((a, b) => a.id - b.id);
}
