/** Converts a device to the response format that its owner receives. */
import type { ProfileView } from '../../usecases/customer/profile';

export function deviceResponse(device: ProfileView['devices'][number]) {
  return {
    id: device.id,
    deviceName: device.deviceName,
    deviceId: device.deviceId,
    isActive: device.isActive,
  };
}
