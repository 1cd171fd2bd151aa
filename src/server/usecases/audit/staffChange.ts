/** Runs each change by staff in one transaction together with its audit entries. */
import type { Deps } from '../../deps';
import type { StaffOrigin } from '../../domain/caller';
import { Rejection } from '../../domain/rejection';
import { type AuditEntry, writeAudit } from '../../store/audit';
import type { Database } from '../../store/database';

export interface StaffChange {
  tx: Database;
  at: Date;
  /** Adds an entry to the audit log in the transaction of the change. */
  audit: (entry: AuditEntry) => Promise<void>;
}

/**
 * Runs `work` in a transaction. If `work` throws a `Rejection` and `rejected` is given, writes the audit entry that
 * `rejected` returns, although the transaction is rolled back. Rethrows any error that `work` throws.
 * @example
 * await changeAsStaff(deps, staff, async ({ tx, audit }) => {
 *   await revoke(tx, giftId);
 *   await audit({ action: 'revokeGift', details: { giftId } });
 * });
 */
export async function changeAsStaff<Result>(
  deps: Pick<Deps, 'db' | 'clock'>,
  staff: StaffOrigin,
  work: (change: StaffChange) => Promise<Result>,
  rejected?: (because: string) => AuditEntry,
): Promise<Result> {
  const at = deps.clock.now();
  try {
    return await deps.db.transaction((tx) =>
      work({ tx, at, audit: (entry) => writeAudit(tx, staff, { ...entry, at }) }),
    );
  } catch (error) {
    if (error instanceof Rejection && rejected !== undefined) {
      await auditRejection(deps, staff, rejected(error.message));
    }
    throw error;
  }
}

/** Writes the audit entry of a rejected attempt, outside the transaction that the rejection rolls back. */
export async function auditRejection(
  deps: Pick<Deps, 'db' | 'clock'>,
  staff: StaffOrigin,
  entry: AuditEntry,
): Promise<void> {
  await writeAudit(deps.db, staff, { ...entry, at: deps.clock.now() });
}
