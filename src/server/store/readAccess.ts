/** The read accesses of staff in the audit log, in SQL. */
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

/** Until the transaction ends, nobody else writes the same access of the same person. */
export async function lockReadAccess(
  tx: Database,
  { staffId }: StaffOrigin,
  { action, accountId, details = {} }: Access,
): Promise<void> {
  const access = `readAccess:${String(staffId)}:${action}:${String(accountId)}:${JSON.stringify(details)}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${access}, 0))`);
}

/** Whether this access is in the log since then: of the same person, at the same place. */
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
