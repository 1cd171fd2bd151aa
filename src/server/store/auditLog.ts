/** Reading the audit log in SQL. */
import { and, desc, eq, gte, lt, type SQL } from 'drizzle-orm';
import type { Database } from './database';
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

function conditions(filter: AuditFilter, before: number | null): SQL[] {
  const found: (SQL | null)[] = [
    filter.username ? eq(staffAudit.username, filter.username) : null,
    filter.action ? eq(staffAudit.action, filter.action) : null,
    filter.accountId ? eq(staffAudit.accountId, filter.accountId) : null,
    filter.from ? gte(staffAudit.at, filter.from) : null,
    filter.to ? lt(staffAudit.at, filter.to) : null,
    filter.ip ? eq(staffAudit.ip, filter.ip) : null,
    filter.requestId ? eq(staffAudit.requestId, filter.requestId) : null,
    before === null ? null : lt(staffAudit.id, before),
  ];
  return found.filter((condition) => condition !== null);
}

/** Up to `limit` entries older than the entry `before`, newest first. */
export async function readAuditLog(
  db: Database,
  filter: AuditFilter,
  { before, limit }: { before: number | null; limit: number },
): Promise<AuditRow[]> {
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
    .where(and(...conditions(filter, before)))
    .orderBy(desc(staffAudit.id))
    .limit(limit);
}
