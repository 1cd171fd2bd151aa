/** Reads the staff's audit log page by page. */
import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from './database';
import { withPushOutcomes } from './pushOutcomes';
import { accounts } from './schema/accounts';
import { staffAudit } from './schema/staff';

/** Filters of the audit log. An entry must match every given filter. */
export interface AuditFilter {
  /** Username of the staff account, normalized to lower case. */
  username?: string | null | undefined;
  action?: string | null | undefined;
  accountId?: number | null | undefined;
  /** Earliest time of an entry, inclusive. */
  from?: Date | null | undefined;
  /** Latest time of an entry, exclusive. */
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

/** Position of an entry in the sort order of the audit log. */
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
 * Returns the SQL query for audit log entries sorted by time and, within the same time, by id, newest first. With this
 * sort order, a single index scan that starts at the end of the last page covers the period and one more filter. This
 * function is exported so that tests can inspect the query plan.
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

/** Returns the position of the audit log entry with this id, or null if `id` is null or unknown. */
async function findPlace(db: Database, id: number | null): Promise<AuditPlace | null> {
  if (id === null) return null;
  const [row] = await db.select({ at: staffAudit.at }).from(staffAudit).where(eq(staffAudit.id, id));
  return row === undefined ? null : { at: row.at, id };
}

/**
 * Returns up to `limit` audit log entries, newest first. `before` is the id of the last entry of the previous page, or
 * null for the first page.
 */
export async function readAuditLog(
  db: Database,
  filter: AuditFilter,
  { before, limit }: { before: number | null; limit: number },
): Promise<AuditRow[]> {
  return withPushOutcomes(db, await auditLogQuery(db, filter, await findPlace(db, before), limit));
}
