/** Tries of staff that were refused: they are in the audit log although their transaction is undone. */
import type { Deps } from '../../deps';
import { Refusal } from '../../domain/refusal';
import type { StaffOrigin } from '../../domain/caller';
import { writeAudit, type AuditEntry } from '../../store/audit';

/**
 * Does `work`, which must be a transaction of its own; a Refusal of it is written down and thrown on.
 * `isWorthIt`: which refusals are; all, when it is left out.
 */
export async function auditRefusal<Result>(
  deps: Pick<Deps, 'db' | 'clock'>,
  staff: StaffOrigin,
  entry: Omit<AuditEntry, 'at'>,
  work: () => Promise<Result>,
  isWorthIt: (refusal: Refusal) => boolean = () => true,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && isWorthIt(error)) {
      await writeAudit(deps.db, staff, {
        at: deps.clock.now(),
        ...entry,
        details: { ...entry.details, because: error.message },
      });
    }
    throw error;
  }
}

/** Staff who asked for a call that is not theirs. */
export async function recordAccessRefused(
  deps: Pick<Deps, 'db' | 'clock'>,
  staff: StaffOrigin,
  call: string,
): Promise<void> {
  await writeAudit(deps.db, staff, { at: deps.clock.now(), action: 'accessRefused', details: { call } });
}
