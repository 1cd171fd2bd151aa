/**
 * Reads the delivery state of the devices' VPN credentials: what the VPN panel has received, and which updates are pending
 * and why.
 */
import type { Deps } from '../../deps';
import { findNextTries } from '../../outbox/outbox';
import { keyMessage } from '../../outbox/vpnKeys';
import type { Database } from '../../store/database';
import { findKeys, findNextPass, type VpnKeyRow } from '../../store/vpnKeys';
import { findLinksOfDevices } from '../../store/vpnLinks';

export interface DeviceDeliveryRecord {
  until: Date | null;
  openedAt: Date | null;
  lastSeenAt: Date | null;
  /**
   * VPN app that last fetched the device's link; null if no VPN app has fetched the link or the device runs the
   * product's own app.
   */
  app: string | null;
  isBlocked: boolean;
  /** Pending update of the VPN credential; null if the VPN panel has the latest version of the credential. */
  waiting: {
    problem: string | null;
    /** Time since which the VPN panel has rejected the update; null if it did not reject the update. */
    rejectedAt: Date | null;
    /** Null if the retry is due now. */
    nextTryAt: Date | null;
  } | null;
}

/**
 * Returns a map from device row id to the delivery state of the device's VPN credential. Devices without a credential
 * are omitted. Returns an empty map if no VPN panel is configured.
 */
export async function readDeliveries(
  db: Database,
  { clock, vpnNetwork }: Pick<Deps, 'clock' | 'vpnNetwork'>,
  deviceIds: readonly number[],
): Promise<Map<number, DeviceDeliveryRecord>> {
  if (vpnNetwork === null) return new Map();
  const keys = await findKeys(db, deviceIds);
  const links = await findLinksOfDevices(db, deviceIds);
  const late = [...keys.values()].filter((key) => key.appliedRevision < key.revision);
  const nextTries = await findNextTries(db, late.map(keyMessage));
  // The next comparison requests an update again whose message permanently failed.
  const nextPassAt = late.every((key) => nextTries.has(keyMessage(key))) ? null : await findNextPass(db);
  const now = clock.now();
  const findNextAttempt = (key: VpnKeyRow): Date | null => {
    const at = nextTries.get(keyMessage(key)) ?? nextPassAt;
    return at !== null && at > now ? at : null;
  };
  return new Map(
    [...keys].map(([deviceId, key]) => [
      deviceId,
      {
        until: key.appliedUntil,
        openedAt: key.openedAt,
        lastSeenAt: key.lastSeenAt,
        app: links.get(deviceId)?.app ?? null,
        isBlocked: key.blocked,
        waiting: late.includes(key)
          ? { problem: key.problem, rejectedAt: key.failedAt, nextTryAt: findNextAttempt(key) }
          : null,
      },
    ]),
  );
}
