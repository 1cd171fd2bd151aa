/** API call for the details on the page /account/devices. This call is an addition to the specified API. */
import * as v from 'valibot';
import { calls } from './call';
import { instant, maybe } from './fields';
import { accountNamed } from './models';

const deviceUse = v.object({
  deviceId: v.string(),
  /** Operating system: one of `CONNECT_SYSTEMS`, or `desktop` for an unknown computer. Null if not known. */
  system: maybe(v.string()),
  /** Name that the VPN app sent. Null if not known, or if the device runs the product's own app. */
  app: maybe(v.string()),
  /** Time of the last successful connection to the VPN. Null if there was none. */
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
