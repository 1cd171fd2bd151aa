/**
 * Re-checks a staff account after its password was verified, because password verification is slow and the account may
 * change in the meantime.
 */
import type { Database } from '../../store/database';
import { lockStaffAccount, type StaffAccountRow } from '../../store/staff';

/**
 * Locks the row of a staff account and returns its current state. Returns null if the account was disabled or its
 * password changed after `checked` was read.
 */
export async function lockUnchanged(tx: Database, checked: StaffAccountRow): Promise<StaffAccountRow | null> {
  const account = await lockStaffAccount(tx, checked.id);
  const isUnchanged =
    account !== null && account.disabledAt === null && account.passwordHash === checked.passwordHash;
  return isUnchanged ? account : null;
}
