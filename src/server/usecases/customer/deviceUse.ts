/** Reads how the customer's devices are used: their systems, VPN apps and last connections. */
import type { ConnectSystem } from '../../../shared/vpnApps';
import type { Deps } from '../../deps';
import { findLastConnections } from '../../store/connections';
import { listAttachedDevices } from '../../store/devices';
import { findKeys } from '../../store/vpnKeys';
import { findLinksOfDevices } from '../../store/vpnLinks';

export interface DeviceUseRecord {
  deviceId: string;
  system: ConnectSystem | 'desktop' | null;
  /** VPN app that last fetched the device's link. Null if not known or the device runs our own app. */
  app: string | null;
  lastConnectedAt: Date | null;
}

/**
 * Systems that a device of each platform may have. The platform comes from the device itself. The system comes from the
 * customer, who may have opened the link on another device. An Android TV reports the platform android.
 */
const SYSTEMS_OF_PLATFORM: Readonly<Record<string, readonly string[]>> = {
  android: ['android', 'tv'],
  ios: ['ios'],
  desktop: ['windows', 'macos', 'linux'],
  other: ['tv'],
};

const UNKNOWN_SYSTEM: Readonly<Record<string, DeviceUseRecord['system']>> = {
  android: 'android',
  ios: 'ios',
  desktop: 'desktop',
};

/** Returns the system of a device. `chosen` is the system of its link, or null without a link. */
function systemOf(platform: string, chosen: string | null): DeviceUseRecord['system'] {
  const isPossible = chosen !== null && SYSTEMS_OF_PLATFORM[platform]?.includes(chosen) === true;
  return isPossible ? (chosen as ConnectSystem) : (UNKNOWN_SYSTEM[platform] ?? null);
}

function latest(...moments: (Date | null | undefined)[]): Date | null {
  const times = moments.flatMap((moment) => moment?.getTime() ?? []);
  return times.length === 0 ? null : new Date(Math.max(...times));
}

/** Returns the use of each attached device, oldest device first. */
export async function readDeviceUse({ db }: Pick<Deps, 'db'>, accountId: number): Promise<DeviceUseRecord[]> {
  const devices = await listAttachedDevices(db, accountId);
  const rowIds = devices.map(({ id }) => id);
  const links = await findLinksOfDevices(db, rowIds);
  const keys = await findKeys(db, rowIds);
  const connected = await findLastConnections(
    db,
    accountId,
    devices.map(({ deviceId }) => deviceId),
  );
  return devices.map(({ id, deviceId, platform }) => {
    const link = links.get(id);
    return {
      deviceId,
      system: systemOf(platform, link?.system ?? null),
      app: link?.app || null,
      lastConnectedAt: latest(keys.get(id)?.lastSeenAt, connected.get(deviceId)),
    };
  });
}
