/** One customer, for staff. */
import type { Deps } from '../../deps';
import type { StaffOrigin } from '../../domain/caller';
import { noSuchUser } from '../../domain/refusal';
import { findRefusedAddress } from '../../store/refusedAddresses';
import { readCustomer } from '../audit/readAccess';
import { type CustomerRecord, readCustomerRecords } from './customerRecords';

/** Throws NOT_FOUND when there is no such account. */
export async function getUser(deps: Deps, staff: StaffOrigin, accountId: number): Promise<CustomerRecord> {
  return readCustomer(deps, staff, accountId, async (tx, account) => {
    const [record] = await readCustomerRecords(tx, deps, [account]);
    if (record === undefined) throw noSuchUser();
    const refused = await findRefusedAddress(tx, account.email);
    return { ...record, mailboxRefusedAt: refused?.refusedAt ?? null };
  });
}
