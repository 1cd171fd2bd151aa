/** Detaching a device from an account, by its owner or by staff. */
import type { Deps } from '../../deps';
import { insertAccountEvent } from '../../store/accountEvents';
import { lockAccount } from '../../store/accounts';
import { writeAudit, type StaffOrigin } from '../../store/audit';
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
