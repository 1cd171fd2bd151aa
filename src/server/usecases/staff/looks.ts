/** Staff's looks at personal data: each is audited once, however often its screen asks again. */
import type { StaffOrigin } from '../../domain/caller';
import { writeAudit, type StaffAction } from '../../store/audit';
import type { Database } from '../../store/database';
import { hasLooked } from '../../store/looks';

/** Turning pages, filtering and refreshing within this time is one look, ms. */
export const ONE_LOOK_MS = 15 * 60_000;

/** `accountId`: null when it is a look at nobody's data in particular. */
export async function auditLook(
  tx: Database,
  staff: StaffOrigin,
  look: { at: Date; action: StaffAction; accountId: number | null },
): Promise<void> {
  const { at, action, accountId } = look;
  const since = new Date(at.getTime() - ONE_LOOK_MS);
  if (!(await hasLooked(tx, staff, { action, accountId, since }))) await writeAudit(tx, staff, look);
}
