/** The one way in which staff change something: a transaction that holds the change and its audit entries. */
import type { Deps } from '../../deps';
import type { StaffOrigin } from '../../domain/caller';
import { Rejection } from '../../domain/rejection';
import { type AuditEntry, writeAudit } from '../../store/audit';
import type { Database } from '../../store/database';

export interface StaffChange {
  tx: Database;
  at: Date;
  /** Writes an entry of the audit log in the transaction. */
  audit: (entry: AuditEntry) => Promise<void>;
}

/**
 * Does `work` in a transaction. `rejected` makes the entry of a rejected try out of its reason: that one
 * is in the audit log although the transaction is undone. Throws what `work` throws.
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

/** Writes the entry of a rejected try, outside of the transaction that a rejection undoes. */
export async function auditRejection(
  deps: Pick<Deps, 'db' | 'clock'>,
  staff: StaffOrigin,
  entry: AuditEntry,
): Promise<void> {
  await writeAudit(deps.db, staff, { ...entry, at: deps.clock.now() });
}
