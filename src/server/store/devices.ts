/** Queries of devices. A device is attached to its account while `detached_at` is null. */
import { and, asc, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from './database';
import { preparedOnce } from './prepared';
import { connections, devices } from './schema/devices';

export type DeviceRow = typeof devices.$inferSelect;

export interface DeviceDetails {
  accountId: number;
  deviceId: string;
  deviceName: string;
  platform: string;
  firebaseToken: string | null;
}

const selectAttachedDevices = preparedOnce((db) =>
  db
    .select()
    .from(devices)
    .where(and(eq(devices.accountId, sql.placeholder('accountId')), isNull(devices.detachedAt)))
    .orderBy(asc(devices.id))
    .prepare('attached_devices_of_account'),
);

/** Returns the attached devices of an account, oldest first. */
export async function listAttachedDevices(db: Database, accountId: number): Promise<DeviceRow[]> {
  return selectAttachedDevices(db).execute({ accountId });
}

/** Returns the attached devices of several accounts, oldest first. */
export async function listDevicesAttachedTo(
  db: Database,
  accountIds: readonly number[],
): Promise<DeviceRow[]> {
  if (accountIds.length === 0) return [];
  return db
    .select()
    .from(devices)
    .where(and(inArray(devices.accountId, [...accountIds]), isNull(devices.detachedAt)))
    .orderBy(asc(devices.id));
}

export async function countAttachedDevices(db: Database, accountId: number): Promise<number> {
  const [row] = await db
    .select({ attached: count() })
    .from(devices)
    .where(and(eq(devices.accountId, accountId), isNull(devices.detachedAt)));
  return row?.attached ?? 0;
}

/** Returns the device with this row id, attached or detached, or null. */
export async function findDeviceRow(db: Database, id: number): Promise<DeviceRow | null> {
  const [row] = await db.select().from(devices).where(eq(devices.id, id));
  return row ?? null;
}

/** Returns the device of an account by the installation id that the app sends, attached or detached, or null. */
export async function findDevice(
  db: Database,
  accountId: number,
  deviceId: string,
): Promise<DeviceRow | null> {
  const [row] = await db
    .select()
    .from(devices)
    .where(and(eq(devices.accountId, accountId), eq(devices.deviceId, deviceId)));
  return row ?? null;
}

/**
 * Attaches a device to an account, or updates the details of an attached device. The time of the device's first
 * activation is kept.
 */
export async function upsertAttachedDevice(
  db: Database,
  device: DeviceDetails,
  at: Date,
): Promise<DeviceRow> {
  const ledgerEvents = {
    deviceName: device.deviceName,
    platform: device.platform,
    firebaseToken: device.firebaseToken,
    isActive: true,
    detachedAt: null,
  };
  const [row] = await db
    .insert(devices)
    .values({
      accountId: device.accountId,
      deviceId: device.deviceId,
      firstActivation: at,
      attachedAt: at,
      ...ledgerEvents,
    })
    .onConflictDoUpdate({
      target: [devices.accountId, devices.deviceId],
      set: { attachedAt: at, ...ledgerEvents },
    })
    .returning();
  if (row === undefined) throw new Error('inserting the device returned no row');
  return row;
}

/**
 * Detaches a device from an account, which frees a device slot. Returns null if no such device is attached to the
 * account.
 */
export async function detachAttachedDevice(
  db: Database,
  accountId: number,
  deviceId: string,
  at: Date,
): Promise<DeviceRow | null> {
  const [row] = await db
    .update(devices)
    .set({ detachedAt: at, isActive: false })
    .where(and(eq(devices.accountId, accountId), eq(devices.deviceId, deviceId), isNull(devices.detachedAt)))
    .returning();
  return row ?? null;
}

/** Replaces the id of a device, also in its connection log. The caller must hold the lock on the account. */
export async function renameDevice(
  tx: Database,
  { id, accountId, deviceId }: Pick<DeviceRow, 'id' | 'accountId' | 'deviceId'>,
  newId: string,
): Promise<void> {
  await tx
    .update(connections)
    .set({ deviceId: newId })
    .where(and(eq(connections.accountId, accountId), eq(connections.deviceId, deviceId)));
  await tx.update(devices).set({ deviceId: newId }).where(eq(devices.id, id));
}

/**
 * Returns the attached device with this push token, or null. If one phone is attached to several accounts, returns the
 * newest device row.
 */
export async function findDeviceByPushToken(db: Database, firebaseToken: string): Promise<DeviceRow | null> {
  const [row] = await db
    .select()
    .from(devices)
    .where(and(eq(devices.firebaseToken, firebaseToken), isNull(devices.detachedAt)))
    .orderBy(desc(devices.id))
    .limit(1);
  return row ?? null;
}

export async function setPushToken(db: Database, id: number, firebaseToken: string): Promise<void> {
  await db.update(devices).set({ firebaseToken }).where(eq(devices.id, id));
}

export async function clearPushToken(db: Database, firebaseToken: string): Promise<void> {
  await db.update(devices).set({ firebaseToken: null }).where(eq(devices.firebaseToken, firebaseToken));
}
