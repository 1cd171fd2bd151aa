/** What is known of the keys of devices in the VPN network: what the network was told, and what waits and why. */
import type { Deps } from '../../deps';
import { findNextTries } from '../../outbox/outbox';
import { keyMessage } from '../../outbox/vpnKeys';
import type { Database } from '../../store/database';
import { findKeys, type VpnKeyRow } from '../../store/vpnKeys';
import { findAppsOfDevices } from '../../store/vpnLinks';

export interface DeviceDeliveryRecord {
  until: Date | null;
  openedAt: Date | null;
  lastSeenAt: Date | null;
  /** That fetched the device's link last; null: none has, or it is one of ours. */
  app: string | null;
  isBlocked: boolean;
  /** Null: the network knows the newest. */
  waiting: { problem: string | null; /** Null: at any moment. */ nextTryAt: Date | null } | null;
}

/** By device row; none without a key, and none at all while nothing is delivered. */
export async function readDeliveries(
  db: Database,
  { clock, vpnNetwork }: Pick<Deps, 'clock' | 'vpnNetwork'>,
  deviceIds: readonly number[],
): Promise<Map<number, DeviceDeliveryRecord>> {
  if (vpnNetwork === null) return new Map();
  const keys = await findKeys(db, deviceIds);
  const apps = await findAppsOfDevices(db, deviceIds);
  const late = [...keys.values()].filter((key) => key.appliedRevision < key.revision);
  const nextTries = await findNextTries(db, late.map(keyMessage));
  const now = clock.now();
  const nextTryOf = (key: VpnKeyRow): Date | null => {
    const at = nextTries.get(keyMessage(key));
    return at !== undefined && at > now ? at : null;
  };
  return new Map(
    [...keys].map(([deviceId, key]) => [
      deviceId,
      {
        until: key.appliedUntil,
        openedAt: key.openedAt,
        lastSeenAt: key.lastSeenAt,
        app: apps.get(deviceId) ?? null,
        isBlocked: key.blocked,
        waiting: late.includes(key) ? { problem: key.problem, nextTryAt: nextTryOf(key) } : null,
      },
    ]),
  );
}
