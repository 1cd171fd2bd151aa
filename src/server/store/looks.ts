/** Looks of staff in the audit log, in SQL. */
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { StaffOrigin } from '../domain/caller';
import type { StaffAction } from './audit';
import type { Database } from './database';
import { staffAudit } from './schema/staff';

/** Whether this look is in the log since then: of the same person, at the same place. */
export async function hasLooked(
  db: Database,
  { staffId, ip }: StaffOrigin,
  look: { action: StaffAction; accountId: number | null; since: Date },
): Promise<boolean> {
  if (staffId === null) return false;
  const { accountId, action, since } = look;
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
