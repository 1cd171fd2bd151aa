/** Customer sessions in SQL. */
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
  /** The device whose application holds it; null: a browser's. */
  deviceId: number | null;
  lastUsedAt: Date;
}

/** Every call of a customer begins with this query. */
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
 * The session of a token unless it is revoked, begun before `createdAfter` or idle since before
 * `usedAfter`; one that a device holds lives while it was used after `usedByDeviceAfter`.
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

/** True when this call ended the session. */
export async function revokeCustomerSession(db: Database, sessionId: number, at: Date): Promise<boolean> {
  const revoked = await db
    .update(customerSessions)
    .set({ revokedAt: at })
    .where(and(eq(customerSessions.id, sessionId), isNull(customerSessions.revokedAt)))
    .returning({ id: customerSessions.id });
  return revoked.length > 0;
}

/** Gives the session to the application of a device, for good; false: it has ended, or is another device's. */
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

/** Ends the sessions that the device's application holds. */
export async function revokeSessionsOfDevice(db: Database, deviceId: number, at: Date): Promise<void> {
  await db
    .update(customerSessions)
    .set({ revokedAt: at })
    .where(and(eq(customerSessions.deviceId, deviceId), isNull(customerSessions.revokedAt)));
}

/** Ends what browsers hold of these accounts; applications keep theirs until their device is detached. */
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
