/** A device as its owner sees it. */
import type { DeviceRow } from '../../store/devices';

export function deviceAnswer(device: DeviceRow) {
  return {
    id: device.id,
    deviceName: device.deviceName,
    deviceId: device.deviceId,
    isActive: device.isActive,
  };
}
