/** Handler of the API endpoint that returns the device details for the page /account/devices. */
import type { deviceUseCalls } from '../../../shared/contract/deviceUse';
import { readDeviceUse } from '../../usecases/customer/deviceUse';
import type { HandlersOf } from './handler';

export const deviceUseHandlers: HandlersOf<typeof deviceUseCalls> = {
  getDeviceUse: async ({ deps, caller }) => {
    const devices = await readDeviceUse(deps, caller.accountId);
    return {
      success: true,
      devices: devices.map((device) => ({
        ...device,
        lastConnectedAt: device.lastConnectedAt?.toISOString() ?? null,
      })),
    };
  },
};
