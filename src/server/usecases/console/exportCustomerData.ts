/** Exports a customer's data for staff, who answer a request by mail. */
import type { Deps } from '../../deps';
import type { StaffOrigin } from '../../domain/caller';
import { noSuchUser } from '../../domain/rejection';
import { findAccountById } from '../../store/accounts';
import { type CustomerExport, exportAccount } from '../accounts/customerExport';
import { changeAsStaff } from '../audit/staffChange';

/** Returns the export and audits it. Throws NOT_FOUND for an unknown account. */
export async function exportCustomerData(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  staff: StaffOrigin,
  accountId: number,
): Promise<CustomerExport> {
  return changeAsStaff(deps, staff, async ({ tx, at, audit }) => {
    const account = await findAccountById(tx, accountId);
    if (account === null) throw noSuchUser();
    const files = await exportAccount(tx, account, { settings: deps.settings, now: at });
    await audit({ action: 'exportCustomerData', accountId, details: {} });
    return files;
  });
}
