/** Queries of staff accounts and sessions for the admins' team screen. */
import { and, desc, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { rolesWith, type StaffRole } from '../../shared/staffRoles';
import type { Database } from './database';
import { staffAccounts, staffRefreshTokens, staffSessions } from './schema/staff';

/**
 * Key of the advisory lock that serializes changes of staff accounts. The number is arbitrary but must be the same on
 * every instance.
 */
const TEAM_LOCK = 7_230_412;

/**
 * Takes the advisory lock on the staff team until the transaction ends, so that changes of staff accounts run one after
 * another.
 */
export async function lockTeam(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${TEAM_LOCK})`);
}

/** Maximum number of staff accounts in the list. The maximum is larger than any real team. */
const ACCOUNTS_AT_MOST = 1000;

export interface StaffListRow {
  id: number;
  username: string;
  role: StaffRole;
  createdAt: Date;
  /**
   * Username of the admin who created the staff account; null if a command or the configuration created the account.
   */
  createdBy: string | null;
  disabledAt: Date | null;
  hasSecondFactor: boolean;
  lastSignInAt: Date | null;
  /** Number of live sessions of the staff account. */
  sessions: number;
}

/** Returns all staff accounts, sorted by username. */
export async function listStaffAccounts(db: Database, now: Date): Promise<StaffListRow[]> {
  const maker = alias(staffAccounts, 'maker');
  const at = now.toISOString();
  const rows = await db
    .select({
      id: staffAccounts.id,
      username: staffAccounts.username,
      role: staffAccounts.role,
      createdAt: staffAccounts.createdAt,
      createdBy: maker.username,
      disabledAt: staffAccounts.disabledAt,
      hasSecondFactor: sql<boolean>`${staffAccounts.totpConfirmedAt} is not null`,
      lastSignInAt: sql<
        string | null
      >`to_char(max(${staffSessions.createdAt}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
      sessions: sql<number>`count(*) filter (where ${staffSessions.revokedAt} is null and ${staffSessions.expiresAt} > ${at}::timestamptz)`,
    })
    .from(staffAccounts)
    .leftJoin(maker, eq(maker.id, staffAccounts.createdBy))
    .leftJoin(staffSessions, eq(staffSessions.staffId, staffAccounts.id))
    .groupBy(staffAccounts.id, maker.username)
    .orderBy(staffAccounts.username)
    .limit(ACCOUNTS_AT_MOST);
  return rows.map((row) => ({
    ...row,
    lastSignInAt: row.lastSignInAt === null ? null : new Date(row.lastSignInAt),
  }));
}

export async function findStaffAccountById(db: Database, staffId: number) {
  const [row] = await db.select().from(staffAccounts).where(eq(staffAccounts.id, staffId));
  return row ?? null;
}

/**
 * Returns whether another enabled staff account may manage the team. The caller must first call `lockTeam` in the same
 * transaction.
 */
export async function hasOtherAdmin(tx: Database, staffId: number): Promise<boolean> {
  const [row] = await tx
    .select({ id: staffAccounts.id })
    .from(staffAccounts)
    .where(
      and(
        inArray(staffAccounts.role, rolesWith('manageTeam')),
        isNull(staffAccounts.disabledAt),
        ne(staffAccounts.id, staffId),
      ),
    )
    .limit(1);
  return row !== undefined;
}

export async function updateStaffRole(tx: Database, staffId: number, role: StaffRole): Promise<void> {
  await tx.update(staffAccounts).set({ role }).where(eq(staffAccounts.id, staffId));
}

/** Disables a staff account. `disabledAt` null enables the account again. */
export async function updateStaffDisabled(
  tx: Database,
  staffId: number,
  disabledAt: Date | null,
): Promise<void> {
  await tx.update(staffAccounts).set({ disabledAt }).where(eq(staffAccounts.id, staffId));
}

export interface StaffSessionRow {
  family: string;
  ip: string;
  userAgent: string;
  createdAt: Date;
  expiresAt: Date;
  /**
   * Time when the staff session last received tokens. The session may have been used later, by up to the lifetime of an
   * access token.
   */
  lastUsedAt: Date;
}

/** Returns the live sessions of a staff account, newest first. */
export async function listLiveSessions(db: Database, staffId: number, now: Date): Promise<StaffSessionRow[]> {
  const rows = await db
    .select({
      family: staffSessions.family,
      ip: staffSessions.ip,
      userAgent: staffSessions.userAgent,
      createdAt: staffSessions.createdAt,
      expiresAt: staffSessions.expiresAt,
      lastUsedAt: sql<string>`to_char(max(${staffRefreshTokens.createdAt}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    })
    .from(staffSessions)
    .innerJoin(staffRefreshTokens, eq(staffRefreshTokens.family, staffSessions.family))
    .where(
      and(
        eq(staffSessions.staffId, staffId),
        isNull(staffSessions.revokedAt),
        gt(staffSessions.expiresAt, now),
      ),
    )
    .groupBy(staffSessions.family)
    .orderBy(desc(staffSessions.createdAt), desc(staffSessions.family))
    .limit(200);
  return rows.map((row) => ({ ...row, lastUsedAt: new Date(row.lastUsedAt) }));
}

/** Revokes all live sessions of a staff account except `family`. Returns the number of revoked sessions. */
export async function revokeSessionsExcept(
  tx: Database,
  staffId: number,
  family: string | null,
  at: Date,
): Promise<number> {
  const revoked = await tx
    .update(staffSessions)
    .set({ revokedAt: at })
    .where(
      and(
        eq(staffSessions.staffId, staffId),
        isNull(staffSessions.revokedAt),
        gt(staffSessions.expiresAt, at),
        ...(family === null ? [] : [ne(staffSessions.family, family)]),
      ),
    )
    .returning({ family: staffSessions.family });
  return revoked.length;
}

/**
 * Revokes a live session and returns the staff id of its owner. Returns null if there is no live session with this id.
 */
export async function revokeLiveSession(tx: Database, family: string, at: Date): Promise<number | null> {
  const [row] = await tx
    .update(staffSessions)
    .set({ revokedAt: at })
    .where(
      and(eq(staffSessions.family, family), isNull(staffSessions.revokedAt), gt(staffSessions.expiresAt, at)),
    )
    .returning({ staffId: staffSessions.staffId });
  return row?.staffId ?? null;
}
