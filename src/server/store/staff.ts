/** Queries of staff accounts, staff sessions and their tokens. */
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { StaffRole } from '../../shared/staffRoles';
import type { Database } from './database';
import { preparedOnce } from './prepared';
import { staffAccessTokens, staffAccounts, staffRefreshTokens, staffSessions } from './schema/staff';

export type StaffAccountRow = typeof staffAccounts.$inferSelect;

/** Returns the staff account with this username (lower case), or null. */
export async function findStaffAccount(db: Database, username: string): Promise<StaffAccountRow | null> {
  const [row] = await db.select().from(staffAccounts).where(eq(staffAccounts.username, username));
  return row ?? null;
}

/**
 * Returns the staff account and locks its row until the transaction ends, or returns null if the account does not
 * exist.
 */
export async function lockStaffAccount(tx: Database, staffId: number): Promise<StaffAccountRow | null> {
  const [row] = await tx
    .select()
    .from(staffAccounts)
    .where(eq(staffAccounts.id, staffId))
    .for('no key update');
  return row ?? null;
}

/** Inserts a staff account. Returns false if the username is taken. */
export async function insertStaffAccount(
  db: Database,
  account: {
    username: string;
    passwordHash: string;
    role: StaffRole;
    createdAt: Date;
    createdBy?: number | null;
  },
): Promise<boolean> {
  const inserted = await db
    .insert(staffAccounts)
    .values(account)
    .onConflictDoNothing({ target: staffAccounts.username })
    .returning({ id: staffAccounts.id });
  return inserted.length > 0;
}

export async function updateStaffPassword(
  db: Database,
  staffId: number,
  passwordHash: string,
): Promise<void> {
  await db.update(staffAccounts).set({ passwordHash }).where(eq(staffAccounts.id, staffId));
}

export async function insertStaffSession(
  db: Database,
  session: typeof staffSessions.$inferInsert,
): Promise<void> {
  await db.insert(staffSessions).values(session);
}

const live = (now: Date) =>
  and(isNull(staffSessions.revokedAt), gt(staffSessions.expiresAt, now), isNull(staffAccounts.disabledAt));

export interface LiveStaffSession {
  staffId: number;
  username: string;
  role: StaffRole;
  sessionFamily: string;
}

const liveColumns = {
  staffId: staffAccounts.id,
  username: staffAccounts.username,
  role: staffAccounts.role,
  sessionFamily: staffSessions.family,
};

/** The SQL query for a live access token is prepared, because every staff request starts with this query. */
const liveAccess = preparedOnce((db) =>
  db
    .select({ ...liveColumns, usedAt: staffAccessTokens.usedAt })
    .from(staffAccessTokens)
    .innerJoin(staffSessions, eq(staffSessions.family, staffAccessTokens.family))
    .innerJoin(staffAccounts, eq(staffAccounts.id, staffSessions.staffId))
    .where(
      and(
        eq(staffAccessTokens.tokenHash, sql.placeholder('tokenHash')),
        gt(staffAccessTokens.expiresAt, sql.placeholder('now')),
        isNull(staffSessions.revokedAt),
        gt(staffSessions.expiresAt, sql.placeholder('now')),
        isNull(staffAccounts.disabledAt),
      ),
    )
    .prepare('live_staff_access'),
);

/**
 * Returns the staff member and session of an access token. Returns null if the access token is expired, the session has
 * ended or the staff account is disabled.
 */
export async function findLiveStaffAccess(
  db: Database,
  tokenHash: string,
  now: Date,
): Promise<(LiveStaffSession & { wasUsed: boolean }) | null> {
  const [row] = await liveAccess(db).execute({ tokenHash, now });
  if (row === undefined) return null;
  const { usedAt, ...session } = row;
  return { ...session, wasUsed: usedAt !== null };
}

/** Records the first use of an access token, which shows that the client has received the token. */
export async function markStaffAccessUsed(db: Database, tokenHash: string, at: Date): Promise<void> {
  await db
    .update(staffAccessTokens)
    .set({ usedAt: at })
    .where(and(eq(staffAccessTokens.tokenHash, tokenHash), isNull(staffAccessTokens.usedAt)));
}

/**
 * Extends an access token that was issued with an unused refresh token. Returns false, and changes nothing, if either
 * token was already used or the refresh token is unknown. Inserts the access token again if it was deleted in the
 * meantime.
 */
export async function renewUnusedTokens(db: Database, tokens: StaffTokenHashes): Promise<boolean> {
  const [refresh] = await db
    .select({ usedAt: staffRefreshTokens.usedAt })
    .from(staffRefreshTokens)
    .where(eq(staffRefreshTokens.tokenHash, tokens.refresh))
    .for('update');
  if (refresh?.usedAt !== null) return false;
  const [access] = await db
    .insert(staffAccessTokens)
    .values({ tokenHash: tokens.access, family: tokens.family, expiresAt: tokens.accessExpiresAt })
    .onConflictDoUpdate({
      target: staffAccessTokens.tokenHash,
      set: { expiresAt: tokens.accessExpiresAt },
      setWhere: isNull(staffAccessTokens.usedAt),
    })
    .returning({ tokenHash: staffAccessTokens.tokenHash });
  return access !== undefined;
}

/**
 * Returns the staff member and expiry of a staff session. Returns null if the session has ended or the staff account is
 * disabled.
 */
export async function findLiveStaffSession(
  db: Database,
  family: string,
  now: Date,
): Promise<(LiveStaffSession & { expiresAt: Date }) | null> {
  const [row] = await db
    .select({ ...liveColumns, expiresAt: staffSessions.expiresAt })
    .from(staffSessions)
    .innerJoin(staffAccounts, eq(staffAccounts.id, staffSessions.staffId))
    .where(and(eq(staffSessions.family, family), live(now)));
  return row ?? null;
}

export interface StaffTokenHashes {
  refresh: string;
  access: string;
  family: string;
  at: Date;
  accessExpiresAt: Date;
}

export async function insertStaffTokens(db: Database, tokens: StaffTokenHashes): Promise<void> {
  await db
    .insert(staffRefreshTokens)
    .values({ tokenHash: tokens.refresh, family: tokens.family, createdAt: tokens.at });
  await db
    .insert(staffAccessTokens)
    .values({ tokenHash: tokens.access, family: tokens.family, expiresAt: tokens.accessExpiresAt });
}

/**
 * Consumes a refresh token and returns its token family. Exactly one of several concurrent callers gets the family; the
 * other callers get null.
 */
export async function consumeRefreshToken(db: Database, tokenHash: string, at: Date): Promise<string | null> {
  const [row] = await db
    .update(staffRefreshTokens)
    .set({ usedAt: at })
    .where(and(eq(staffRefreshTokens.tokenHash, tokenHash), isNull(staffRefreshTokens.usedAt)))
    .returning({ family: staffRefreshTokens.family });
  return row?.family ?? null;
}

export async function findRefreshToken(
  db: Database,
  tokenHash: string,
): Promise<{ family: string; usedAt: Date | null } | null> {
  const [row] = await db
    .select({ family: staffRefreshTokens.family, usedAt: staffRefreshTokens.usedAt })
    .from(staffRefreshTokens)
    .where(eq(staffRefreshTokens.tokenHash, tokenHash));
  return row ?? null;
}

/** Returns the staff member of a staff session, live or ended, or null if the session is unknown. */
export async function findStaffSessionOwner(
  db: Database,
  family: string,
): Promise<{ staffId: number; username: string } | null> {
  const [row] = await db
    .select({ staffId: staffAccounts.id, username: staffAccounts.username })
    .from(staffSessions)
    .innerJoin(staffAccounts, eq(staffAccounts.id, staffSessions.staffId))
    .where(eq(staffSessions.family, family));
  return row ?? null;
}

/** Revokes a staff session. Returns false if the session was already revoked. */
export async function revokeStaffSession(db: Database, family: string, at: Date): Promise<boolean> {
  const revoked = await db
    .update(staffSessions)
    .set({ revokedAt: at })
    .where(and(eq(staffSessions.family, family), isNull(staffSessions.revokedAt)))
    .returning({ family: staffSessions.family });
  return revoked.length > 0;
}

export async function revokeStaffSessions(db: Database, staffId: number, at: Date): Promise<void> {
  await db
    .update(staffSessions)
    .set({ revokedAt: at })
    .where(and(eq(staffSessions.staffId, staffId), isNull(staffSessions.revokedAt)));
}
