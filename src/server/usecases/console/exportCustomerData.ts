/** Exports a customer's data for staff, who answer a request by mail. */
import type { Deps } from '../../deps';
import type { StaffOrigin } from '../../domain/caller';
import { noSuchUser } from '../../domain/rejection';
import { findAccountById } from '../../store/accounts';
import { type CustomerExport, exportAccount } from '../accounts/customerExport';
import { takeExportSlot } from '../accounts/exportSlots';
import { changeAsStaff } from '../audit/staffChange';

/**
 * Returns the export and audits it. The caller must call `release` once the files are sent. Throws NOT_FOUND for an
 * unknown account, and TOO_MANY_REQUESTS like `takeExportSlot`.
 */
export async function exportCustomerData(
  deps: Pick<Deps, 'db' | 'clock' | 'settings' | 'memory'>,
  staff: StaffOrigin,
  accountId: number,
): Promise<{ files: CustomerExport; release: () => Promise<void> }> {
  const release = await takeExportSlot(deps, accountId);
  try {
    const account = await changeAsStaff(deps, staff, async ({ tx, audit }) => {
      const found = await findAccountById(tx, accountId);
      if (found === null) throw noSuchUser();
      await audit({ action: 'exportCustomerData', accountId, details: {} });
      return found;
    });
    const { db, clock, settings } = deps;
    return { files: await exportAccount(db, account, { settings, now: clock.now() }), release };
  } catch (error) {
    await release();
    throw error;
  }
}
