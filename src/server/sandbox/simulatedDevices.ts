/** Simulates devices and connections that the client apps would report. The client apps are not part of the sandbox. */
import { randomBytes } from 'node:crypto';
import type { Deps } from '../deps';
import { Rejection } from '../domain/rejection';
import { attachDevice, recordConnection } from '../usecases/customer/devices';
import { REJECTIONS } from './texts/rejections';

export interface SimulatedDevice {
  deviceName: string;
  platform: string;
  firebaseToken?: string | null | undefined;
}

/**
 * Attaches a simulated device. Throws CONFLICT if the account has no free device slot, or NOT_FOUND if the account does
 * not exist.
 */
export async function attachSimulatedDevice(
  deps: Deps,
  accountId: number,
  device: SimulatedDevice,
): Promise<{ id: number; deviceId: string }> {
  const outcome = await attachDevice(deps.db, deps.clock, {
    accountId,
    deviceId: randomBytes(8).toString('hex'),
    deviceName: device.deviceName,
    platform: device.platform,
    firebaseToken: device.firebaseToken ?? null,
  });
  switch (outcome.kind) {
    case 'attached':
      deps.wakeOutbox();
      return { id: outcome.device.id, deviceId: outcome.device.deviceId };
    case 'noSlotLeft':
      throw new Rejection('CONFLICT', REJECTIONS.noFreeSlot);
    case 'unknownAccount':
      throw new Rejection('NOT_FOUND', REJECTIONS.noAccount, ['email']);
  }
}

/** Records a simulated VPN connection. Throws NOT_FOUND if the account has no such device. */
export async function recordSimulatedConnection(
  deps: Pick<Deps, 'db' | 'clock'>,
  accountId: number,
  connection: { deviceId: string; success: boolean },
): Promise<{ deviceId: string; success: boolean; at: string }> {
  const at = deps.clock.now().toISOString();
  const isRecorded = await recordConnection(deps.db, deps.clock, { accountId, ...connection });
  if (!isRecorded) throw new Rejection('NOT_FOUND', REJECTIONS.noDevice, ['deviceId']);
  return { ...connection, at };
}
