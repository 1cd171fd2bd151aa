/**
 * Detaches a device from an account, on request of its owner or of staff. Detaching a device revokes its VPN
 * credential, its device links and the sessions of its app.
 */
import type { Deps } from '../../deps';
import type { StaffOrigin } from '../../domain/caller';
import { enqueue } from '../../outbox/outbox';
import { requestKey } from '../../outbox/vpnKeys';
import { insertAccountEvent } from '../../store/accountEvents';
import { type AccountNames, findAccountByNames, lockAccount } from '../../store/accounts';
import type { Database } from '../../store/database';
import { detachAttachedDevice, type DeviceRow, findDevice } from '../../store/devices';
import { revokeSessionsOfDevice } from '../../store/sessions';
import { revokeLinksOfDevice } from '../../store/vpnLinks';
import { changeAsStaff } from '../audit/staffChange';

export interface Detachment {
  accountId: number;
  deviceId: string;
  /** Staff member who detaches the device on behalf of its owner; null if the owner detaches the device. */
  staff: StaffOrigin | null;
}

/** Time in ms within which a repeated request counts as a retry after a lost response. */
const REPEATED_WITHIN_MS = 2 * 60_000;

function wasJustDetached(device: DeviceRow | null, now: Date): boolean {
  const at = device?.detachedAt ?? null;
  return at !== null && now.getTime() - at.getTime() <= REPEATED_WITHIN_MS;
}

/**
 * Detaches a device. Returns false, and changes nothing, if the account has no such attached device. A request that is
 * repeated shortly after the device was detached returns true and changes nothing.
 */
export async function detachDevice(deps: Deps, detachment: Detachment): Promise<boolean> {
  const { accountId, deviceId, staff } = detachment;
  const detach = async (tx: Database, at: Date, by: 'customer' | 'staff'): Promise<boolean> => {
    await lockAccount(tx, accountId);
    const device = await detachAttachedDevice(tx, accountId, deviceId, at);
    if (device === null) return wasJustDetached(await findDevice(tx, accountId, deviceId), at);
    const { deviceName, platform } = device;
    const outboxKey = await requestKey(tx, device.id);
    await revokeLinksOfDevice(tx, device.id, at);
    await revokeSessionsOfDevice(tx, device.id, at);
    // The push is only a hint. An app that does not receive the push notices the detachment when its session is
    // rejected.
    if (device.firebaseToken !== null && deps.pushSender !== null) {
      await enqueue(tx, {
        kind: 'push',
        dedupeKey: `logout:${outboxKey}`,
        payload: { token: device.firebaseToken, push: { type: 'LOGOUT' } },
      });
    }
    await insertAccountEvent(
      tx,
      { accountId },
      { at, kind: 'device', details: { action: 'detached', deviceId, deviceName, platform, by }, outboxKey },
    );
    return true;
  };
  const success =
    staff === null
      ? await deps.db.transaction((tx) => detach(tx, deps.clock.now(), 'customer'))
      : await changeAsStaff(deps, staff, async ({ tx, at, audit }) => {
          const detached = await detach(tx, at, 'staff');
          await audit({ action: 'detachDevice', accountId, details: { deviceId, success: detached } });
          return detached;
        });
  if (success) deps.wakeOutbox();
  return success;
}

/**
 * Detaches a device of an account that staff identify. Returns null if the account does not exist; otherwise returns
 * the account and whether the device was attached to it.
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
