/** Queries of customer sessions. */
import { and, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Database } from './database';
import { preparedOnce } from './prepared';
import { accounts } from './schema/accounts';
import { customerSessions } from './schema/sessions';

export async function insertCustomerSession(
  db: Database,
  session: { tokenHash: string; accountId: number; at: Date },
): Promise<void> {
  await db.insert(customerSessions).values({
    tokenHash: session.tokenHash,
    accountId: session.accountId,
    createdAt: session.at,
    lastUsedAt: session.at,
  });
}

export interface LiveCustomerSession {
  sessionId: number;
  accountId: number;
  uid: string;
  email: string;
  /** Device whose app holds the session, or null for a browser session. */
  deviceId: number | null;
  lastUsedAt: Date;
}

/** This query is prepared, because every customer request runs it first. */
const liveSession = preparedOnce((db) =>
  db
    .select({
      sessionId: customerSessions.id,
      accountId: accounts.id,
      uid: accounts.uid,
      email: accounts.email,
      deviceId: customerSessions.deviceId,
      lastUsedAt: customerSessions.lastUsedAt,
    })
    .from(customerSessions)
    .innerJoin(accounts, eq(accounts.id, customerSessions.accountId))
    .where(
      and(
        eq(customerSessions.tokenHash, sql.placeholder('tokenHash')),
        isNull(customerSessions.revokedAt),
        // A request that was under way during the deletion may have inserted a session.
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

/**
 * Returns the session of a token, or null if it is not live. A browser session is live if it was created after
 * `createdAfter`, last used after `usedAfter` and not revoked. A session held by an app is also live if it was last
 * used after `usedByDeviceAfter`, whatever its age.
 */
export async function findLiveCustomerSession(
  db: Database,
  tokenHash: string,
  limits: { createdAfter: Date; usedAfter: Date; usedByDeviceAfter: Date },
): Promise<LiveCustomerSession | null> {
  const [row] = await liveSession(db).execute({ tokenHash, ...limits });
  return row ?? null;
}

export async function markCustomerSessionUsed(db: Database, sessionId: number, at: Date): Promise<void> {
  await db.update(customerSessions).set({ lastUsedAt: at }).where(eq(customerSessions.id, sessionId));
}

/** Revokes a session. Returns false if the session was already revoked. */
export async function revokeCustomerSession(db: Database, sessionId: number, at: Date): Promise<boolean> {
  const revoked = await db
    .update(customerSessions)
    .set({ revokedAt: at })
    .where(and(eq(customerSessions.id, sessionId), isNull(customerSessions.revokedAt)))
    .returning({ id: customerSessions.id });
  return revoked.length > 0;
}

/**
 * Binds a session permanently to the app of a device. Returns false if the session is revoked or bound to another
 * device.
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
