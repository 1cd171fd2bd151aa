/** Reads a customer's connection log for staff. */
import { STAFF_LOGS_SHOWN } from '../../../shared/constants';
import type { Deps } from '../../deps';
import type { StaffOrigin } from '../../domain/caller';
import { type ConnectionRow, listConnections } from '../../store/connections';
import { readCustomer } from '../audit/readAccess';

/**
 * Returns the newest connection attempts of a customer, newest first, at most `STAFF_LOGS_SHOWN`. Writes an audit
 * entry. Throws NOT_FOUND for an unknown account.
 */
export async function readConnectionLogs(
  deps: Deps,
  staff: StaffOrigin,
  accountId: number,
): Promise<ConnectionRow[]> {
  return readCustomer(deps, staff, accountId, (tx) => listConnections(tx, accountId, STAFF_LOGS_SHOWN));
}
