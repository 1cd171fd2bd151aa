/** Reads how the customer's devices are used: their operating systems, VPN apps and last connections. */
import type { ConnectSystem } from '../../../shared/vpnApps';
import type { Deps } from '../../deps';
import { findLastConnections } from '../../store/connections';
import { listAttachedDevices } from '../../store/devices';
import { findKeys } from '../../store/vpnKeys';
import { findLinksOfDevices } from '../../store/vpnLinks';

export interface DeviceUseRecord {
  deviceId: string;
  system: ConnectSystem | 'desktop' | null;
  /**
   * VPN app that last fetched the device's link; null if the VPN app is not known or the device runs the product's own
   * app.
   */
  app: string | null;
  lastConnectedAt: Date | null;
}

/**
 * Operating systems that a device of each platform may have. The device itself reports its platform. The operating
 * system was chosen by the customer, who may have opened the device link on another device. An Android TV reports the
 * platform `android`.
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

/**
 * Returns the operating system of a device. `chosen` is the operating system of its device link, or null if the device
 * has no link.
 */
function chooseSystem(platform: string, chosen: string | null): DeviceUseRecord['system'] {
  const isPossible = chosen !== null && SYSTEMS_OF_PLATFORM[platform]?.includes(chosen) === true;
  return isPossible ? (chosen as ConnectSystem) : (UNKNOWN_SYSTEM[platform] ?? null);
}

function latest(...moments: (Date | null | undefined)[]): Date | null {
  const times = moments.flatMap((moment) => moment?.getTime() ?? []);
  return times.length === 0 ? null : new Date(Math.max(...times));
}

/** Returns how each attached device is used, oldest device first. */
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
      system: chooseSystem(platform, link?.system ?? null),
      app: link?.app || null,
      lastConnectedAt: latest(keys.get(id)?.lastSeenAt, connected.get(deviceId)),
    };
  });
}
