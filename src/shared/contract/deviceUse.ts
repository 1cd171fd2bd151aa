/**
 * API call for the device details on the page /account/devices. The API call for device details is an addition to the
 * specified API.
 */
import * as v from 'valibot';
import { calls } from './call';
import { instant, maybe } from './fields';
import { accountNamed } from './models';

const deviceUse = v.object({
  deviceId: v.string(),
  /**
   * Operating system of the device: one of `CONNECT_SYSTEMS`, `desktop` for an unknown computer, or null if nothing is
   * known.
   */
  system: maybe(v.string()),
  /** Name that the VPN app sent, or null if the name is not known or the device runs the product's own app. */
  app: maybe(v.string()),
  /** Time of the last successful connection to the VPN, or null if the device has never connected. */
  lastConnectedAt: maybe(instant),
});
export type DeviceUse = v.InferOutput<typeof deviceUse>;

export const deviceUseCalls = calls({
  getDeviceUse: {
    path: 'account/devices',
    audience: 'customer',
    kind: 'read',
    body: v.object(accountNamed),
    response: v.object({ success: v.boolean(), devices: v.array(deviceUse) }),
    summary: 'Get the system, the app and the last connection of each attached device.',
  },
});
