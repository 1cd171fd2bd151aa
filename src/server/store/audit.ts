/** The staff's audit log in SQL: rows are only ever added. */
import type { AuditDetails, StaffAction } from '../../shared/contract/auditEntries';
import type { StaffOrigin } from '../domain/caller';
import type { Database } from './database';
import { staffAudit } from './schema/staff';

/** An action with its details, which may be left out where it has none or all are optional. */
export type AuditEntry<Action extends StaffAction = StaffAction> = {
  [Each in Action]: {
    action: Each;
    /** The customer it was done to. */
    accountId?: number | null;
  } & (object extends AuditDetails<Each>
    ? { details?: AuditDetails<Each> }
    : { details: AuditDetails<Each> });
}[Action];

/** Write it in the transaction of the action. */
export async function writeAudit(
  tx: Database,
  origin: StaffOrigin,
  entry: AuditEntry & { at: Date },
): Promise<void> {
  await tx.insert(staffAudit).values({
    at: entry.at,
    staffId: origin.staffId,
    username: origin.username,
    action: entry.action,
    accountId: entry.accountId ?? null,
    details: entry.details ?? {},
    ip: origin.ip,
    requestId: origin.requestId,
  });
}
