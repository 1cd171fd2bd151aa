/** One customer, for staff. */
import type { Deps } from '../../deps';
import { Refusal } from '../../domain/refusal';
import { findAccountById } from '../../store/accounts';
import type { StaffOrigin } from '../../domain/caller';
import { readCustomerRecords, type CustomerRecord } from './customerRecords';
import { auditLook } from '../staff/looks';

/** Throws NOT_FOUND when there is no such account. */
export async function getUser(deps: Deps, staff: StaffOrigin, accountId: number): Promise<CustomerRecord> {
  return deps.db.transaction(async (tx) => {
    const account = await findAccountById(tx, accountId);
    const [record] = account === null ? [] : await readCustomerRecords(tx, deps, [account]);
    if (record === undefined) throw new Refusal('NOT_FOUND', 'There is no such user.');
    await auditLook(tx, staff, { at: deps.clock.now(), action: 'viewUser', accountId });
    return record;
  });
}
