/** The connection log as staff read it. */
import { STAFF_LOGS_SHOWN } from '../../../shared/constants';
import type { Deps } from '../../deps';
import { Refusal } from '../../domain/refusal';
import { findAccountById } from '../../store/accounts';
import type { StaffOrigin } from '../../domain/caller';
import { listConnections, type ConnectionRow } from '../../store/connections';
import { auditLook } from '../staff/looks';

/** The newest entries, newest first, as many as staff are shown. Throws NOT_FOUND. */
export async function readConnectionLogs(
  deps: Deps,
  staff: StaffOrigin,
  accountId: number,
): Promise<ConnectionRow[]> {
  return deps.db.transaction(async (tx) => {
    const account = await findAccountById(tx, accountId);
    if (account === null) throw new Refusal('NOT_FOUND', 'There is no such user.');
    await auditLook(tx, staff, { at: deps.clock.now(), action: 'viewConnectionLogs', accountId });
    return listConnections(tx, accountId, STAFF_LOGS_SHOWN);
  });
}
