/** Inserts entries into the staff's audit log. Entries of the audit log are never changed or deleted. */
import type { AuditDetails, StaffAction } from '../../shared/contract/auditEntries';
import type { StaffOrigin } from '../domain/caller';
import type { Database } from './database';
import { staffAudit } from './schema/staff';

/** Audit log entry of a staff action. `details` is optional if the action has no required details. */
export type AuditEntry<Action extends StaffAction = StaffAction> = {
  [Each in Action]: {
    action: Each;
    /** Account of the customer whom the action affected. */
    accountId?: number | null;
  } & (object extends AuditDetails<Each>
    ? { details?: AuditDetails<Each> }
    : { details: AuditDetails<Each> });
}[Action];

/** Inserts an entry into the audit log. The caller must call this function in the transaction of the staff action. */
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
