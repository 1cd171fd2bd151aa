/** Reading the audit log in SQL. */
import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from './database';
import { withPushOutcomes } from './pushOutcomes';
import { accounts } from './schema/accounts';
import { staffAudit } from './schema/staff';

/** All that are given must fit. */
export interface AuditFilter {
  /** Normalised. */
  username?: string | null | undefined;
  action?: string | null | undefined;
  accountId?: number | null | undefined;
  /** Inclusive. */
  from?: Date | null | undefined;
  /** Exclusive. */
  to?: Date | null | undefined;
  ip?: string | null | undefined;
  requestId?: string | null | undefined;
}

export interface AuditRow {
  id: number;
  at: Date;
  username: string;
  action: string;
  accountId: number | null;
  email: string | null;
  details: Record<string, unknown>;
  ip: string;
  requestId: string;
}

/** The place of an entry in the order. */
interface AuditPlace {
  at: Date;
  id: number;
}

function conditions(filter: AuditFilter, after: AuditPlace | null): SQL[] {
  const found: (SQL | null)[] = [
    filter.username ? eq(staffAudit.username, filter.username) : null,
    filter.action ? eq(staffAudit.action, filter.action) : null,
    filter.accountId ? eq(staffAudit.accountId, filter.accountId) : null,
    filter.from ? gte(staffAudit.at, filter.from) : null,
    filter.to ? lt(staffAudit.at, filter.to) : null,
    filter.ip ? eq(staffAudit.ip, filter.ip) : null,
    filter.requestId ? eq(staffAudit.requestId, filter.requestId) : null,
    after === null
      ? null
      : sql`(${staffAudit.at}, ${staffAudit.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::int)`,
  ];
  return found.filter((condition) => condition !== null);
}

/**
 * Entries by their time and, within a moment, their id, so that a period and every other filter are
 * read along one index, from where the last page ended. Exported so that its plan can be read.
 */
export function auditLogQuery(db: Database, filter: AuditFilter, after: AuditPlace | null, limit: number) {
  return db
    .select({
      id: staffAudit.id,
      at: staffAudit.at,
      username: staffAudit.username,
      action: staffAudit.action,
      accountId: staffAudit.accountId,
      email: accounts.email,
      details: staffAudit.details,
      ip: staffAudit.ip,
      requestId: staffAudit.requestId,
    })
    .from(staffAudit)
    .leftJoin(accounts, eq(accounts.id, staffAudit.accountId))
    .where(and(...conditions(filter, after)))
    .orderBy(desc(staffAudit.at), desc(staffAudit.id))
    .limit(limit);
}

/** Where the entry of this id stands; no id, no place. */
async function placeOf(db: Database, id: number | null): Promise<AuditPlace | null> {
  if (id === null) return null;
  const [row] = await db.select({ at: staffAudit.at }).from(staffAudit).where(eq(staffAudit.id, id));
  return row === undefined ? null : { at: row.at, id };
}

/** Up to `limit` entries older than the entry `before` (an id that the log has), newest first. */
export async function readAuditLog(
  db: Database,
  filter: AuditFilter,
  { before, limit }: { before: number | null; limit: number },
): Promise<AuditRow[]> {
  return withPushOutcomes(db, await auditLogQuery(db, filter, await placeOf(db, before), limit));
}
