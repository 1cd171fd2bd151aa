/** Attaches devices for the client apps and records their connections. Devices are detached in `detachDevice.ts`. */
import { availableSlots, devicePlatform } from '../../domain/deviceSlots';
import { requestNewCredential } from '../../outbox/vpnKeys';
import type { Clock } from '../../ports/clock';
import { insertAccountEvent } from '../../store/accountEvents';
import { lockAccount } from '../../store/accounts';
import { insertConnection } from '../../store/connections';
import type { Database } from '../../store/database';
import { countAttachedDevices, type DeviceRow, findDevice, upsertAttachedDevice } from '../../store/devices';

export interface DeviceAttachment {
  accountId: number;
  /** Device id that the app installation generated. */
  deviceId: string;
  deviceName: string;
  /** Platform of the device as the app reports it (`devicePlatform`). */
  platform: string;
  firebaseToken?: string | null;
}

export type AttachOutcome =
  | { kind: 'attached'; device: DeviceRow; /** Whether the device held no slot before. */ isNew: boolean }
  | { kind: 'noSlotLeft' }
  | { kind: 'unknownAccount' };

/**
 * Attaches a device to one of the account's three slots. If the device already holds a device slot, its data is
 * updated. Locks the account row, so that concurrent attachments cannot exceed the limit of devices. A newly attached
 * device gets its own VPN credential; the caller must call `wakeOutbox` after the commit.
 */
export async function attachDevice(
  db: Database,
  clock: Clock,
  attachment: DeviceAttachment,
): Promise<AttachOutcome> {
  return db.transaction(async (tx): Promise<AttachOutcome> => {
    if (!(await lockAccount(tx, attachment.accountId))) return { kind: 'unknownAccount' };
    const known = await findDevice(tx, attachment.accountId, attachment.deviceId);
    const holdsSlot = known !== null && known.detachedAt === null;
    if (!holdsSlot && availableSlots(await countAttachedDevices(tx, attachment.accountId)) === 0) {
      return { kind: 'noSlotLeft' };
    }
    const device = await upsertAttachedDevice(
      tx,
      {
        accountId: attachment.accountId,
        deviceId: attachment.deviceId,
        deviceName: attachment.deviceName,
        platform: devicePlatform(attachment.platform),
        firebaseToken: attachment.firebaseToken ?? null,
      },
      clock.now(),
    );
    if (!holdsSlot) {
      const { deviceId, deviceName, platform } = device;
      const outboxKey = await requestNewCredential(tx, device.id);
      await insertAccountEvent(
        tx,
        { accountId: attachment.accountId },
        {
          at: clock.now(),
          kind: 'device',
          details: { action: 'attached', deviceId, deviceName, platform },
          outboxKey,
        },
      );
    }
    return { kind: 'attached', device, isNew: !holdsSlot };
  });
}

/** Records a connection attempt of an account's device. Returns false if the account has no such device. */
export async function recordConnection(
  db: Database,
  clock: Clock,
  connection: { accountId: number; deviceId: string; success: boolean },
): Promise<boolean> {
  const device = await findDevice(db, connection.accountId, connection.deviceId);
  if (device === null) return false;
  await insertConnection(db, {
    accountId: connection.accountId,
    deviceId: device.deviceId,
    deviceName: device.deviceName,
    platform: device.platform,
    connectedAt: clock.now(),
    success: connection.success,
  });
  return true;
}
