/** Detaching a device from an account, by its owner or by staff. */
import type { Deps } from '../../deps';
import { insertAccountEvent } from '../../store/accountEvents';
import { findAccountByNames, lockAccount, type AccountNames } from '../../store/accounts';
import type { StaffOrigin } from '../../domain/caller';
import { writeAudit } from '../../store/audit';
import { detachAttachedDevice } from '../../store/devices';

export interface Detachment {
  accountId: number;
  deviceId: string;
  /** Staff who act for the owner; null when the owner does. */
  staff: StaffOrigin | null;
}

/** False, and nothing changed, when no such device is attached to this account. */
export async function detachDevice(deps: Deps, detachment: Detachment): Promise<boolean> {
  const { accountId, deviceId, staff } = detachment;
  const at = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const device = await detachAttachedDevice(tx, accountId, deviceId, at);
    const detached = device !== null;
    if (detached) {
      const { deviceName, platform } = device;
      const by = staff === null ? 'customer' : 'staff';
      await insertAccountEvent(
        tx,
        { accountId },
        { at, kind: 'device', details: { action: 'detached', deviceId, deviceName, platform, by } },
      );
    }
    if (staff !== null) {
      await writeAudit(tx, staff, {
        at,
        action: 'detachDevice',
        accountId,
        details: { deviceId, success: detached },
      });
    }
    return detached;
  });
}

/**
 * Detaches a device of the account that staff name. Null when there is no such account, else the
 * account and whether such a device was attached to it.
 */
export async function detachDeviceByStaff(
  deps: Deps,
  staff: StaffOrigin,
  { deviceId, ...names }: AccountNames & { deviceId: string },
): Promise<{ accountId: number; detached: boolean } | null> {
  const account = await findAccountByNames(deps.db, names);
  if (account === null) return null;
  const accountId = account.id;
  return { accountId, detached: await detachDevice(deps, { accountId, deviceId, staff }) };
}
