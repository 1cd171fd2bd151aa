/** The read accesses of staff in the audit log, in SQL. */
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { StaffAction } from '../../shared/contract/auditEntries';
import type { StaffOrigin } from '../domain/caller';
import type { Database } from './database';
import { staffAudit } from './schema/staff';

/** Whether this access is in the log since then: of the same person, at the same place. */
export async function hasReadAccess(
  db: Database,
  { staffId, ip }: StaffOrigin,
  { action, accountId, since }: { action: StaffAction; accountId: number | null; since: Date },
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
      ),
    )
    .limit(1);
  return rows.length > 0;
}
