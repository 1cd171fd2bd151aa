/** Queries of the audit log for read accesses, which are recorded when staff view customer data. */
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { StaffAction } from '../../shared/contract/auditEntries';
import type { StaffOrigin } from '../domain/caller';
import type { Database } from './database';
import { staffAudit } from './schema/staff';

interface Access {
  action: StaffAction;
  accountId: number | null;
  details?: Readonly<Record<string, unknown>>;
}

/**
 * Takes an advisory lock until the transaction ends, so that the same read access of the same staff member is not
 * recorded concurrently.
 */
export async function lockReadAccess(
  tx: Database,
  { staffId }: StaffOrigin,
  { action, accountId, details = {} }: Access,
): Promise<void> {
  const access = `readAccess:${String(staffId)}:${action}:${String(accountId)}:${JSON.stringify(details)}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${access}, 0))`);
}

/**
 * Returns whether the audit log contains the same read access after `since`, by the same staff member from the same IP
 * address.
 */
export async function hasReadAccess(
  db: Database,
  { staffId, ip }: StaffOrigin,
  { action, accountId, details = {}, since }: Access & { since: Date },
): Promise<boolean> {
  if (staffId === null) return false;
  const rows = await db
    .select({ id: staffAudit.id })
    .from(staffAudit)
    .where(
      and(
        accountId === null ? isNull(staffAudit.accountId) : eq(staffAudit.accountId, accountId),
        gt(staffAudit.at, since),
        eq(staffAudit.staffId, staffId),
        eq(staffAudit.action, action),
        eq(staffAudit.ip, ip),
        eq(staffAudit.details, details),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
