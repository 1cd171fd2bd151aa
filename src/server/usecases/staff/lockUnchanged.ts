/** From the look at a password, which takes its time, to what follows from it. */
import type { Database } from '../../store/database';
import { lockStaffAccount, type StaffAccountRow } from '../../store/staff';

/** The account as it is now, held, unless what was checked of it has changed meanwhile: then null. */
export async function lockUnchanged(tx: Database, checked: StaffAccountRow): Promise<StaffAccountRow | null> {
  const account = await lockStaffAccount(tx, checked.id);
  const isUnchanged =
    account !== null && account.disabledAt === null && account.passwordHash === checked.passwordHash;
  return isUnchanged ? account : null;
}
