/**
 * API calls of the product's own native apps, which sign in with an email code. The API call `app/attach` permanently
 * binds the session to a device. The session ends when the device is detached. API calls that require a bound device
 * return 409 if the session has no bound device. The API calls of native apps are additions to the specified API.
 */
import * as v from 'valibot';
import { LINK_DEVICE_PREFIX } from '../linkDevices';
import { calls } from './call';
import { done, filledText, identifier, instant, instantSent, maybe, writtenLine } from './fields';
import { accessLeft, device } from './models';

const pushToken = filledText(4096);

/** Maximum number of connection log entries in one request. */
const APP_CONNECTIONS_MAX = 50;

export const appCalls = calls({
  attachApp: {
    path: 'app/attach',
    audience: 'customer',
    kind: 'change',
    body: v.object({
      /**
       * Id that the app generates at its first start. The app stores it in the storage that is most likely to survive
       * reinstallation.
       */
      deviceId: v.pipe(
        identifier(200),
        v.regex(/^[A-Za-z0-9-]{8,64}$/),
        v.check(
          (id) => !id.startsWith(LINK_DEVICE_PREFIX),
          `must not start with ${LINK_DEVICE_PREFIX}, which is reserved for devices without an id`,
        ),
      ),
      deviceName: v.pipe(writtenLine(100), v.nonEmpty()),
      platform: filledText(32),
      fcmToken: maybe(pushToken),
    }),
    response: v.object({
      success: v.boolean(),
      /**
       * `noSlotLeft` if the account has no free device slot. In this case the app must detach one of `devices` with
       * `profile/detachDevice`, and call `app/attach` again.
       */
      reason: maybe(v.string()),
      device: maybe(device),
      devices: v.array(device),
      availableDevices: v.number(),
      userInfo: accessLeft,
    }),
    // Returns 409 if the session is already bound to another device, so the app must sign in again.
    summary:
      "Attach the app's device to the account and bind this session to the device. Ids with the prefix link- are reserved.",
  },

  getAppAccess: {
    path: 'app/access',
    audience: 'customer',
    kind: 'change',
    body: v.object({ format: v.optional(v.picklist(['links', 'xray', 'singbox']), 'links') }),
    response: v.object({
      success: v.boolean(),
      /**
       * `accessEnded` if the account has no access. `blocked` if the operator disabled the device. `notReady` if the VPN credential is not ready. In this case the app
       * keeps its current configuration and retries after one minute.
       */
      reason: maybe(v.string()),
      expirationDate: maybe(instant),
      refreshAfterSeconds: v.number(),
      /** VPN configuration in the requested format. The VPN configuration is a secret of one device. */
      configuration: maybe(v.string()),
    }),
    summary:
      "Get the VPN configuration of the app's device. Request it at the start, every hour and after failed connections.",
  },

  reportAppConnections: {
    path: 'app/connections',
    audience: 'customer',
    kind: 'change',
    body: v.object({
      /**
       * Connection attempts. Attempts with the same time count once. A time in the future is replaced by the current
       * time, and a time more than 30 days in the past is replaced by the time 30 days ago.
       */
      entries: v.pipe(
        v.array(v.object({ at: instantSent, success: v.boolean() })),
        v.minLength(1),
        v.maxLength(APP_CONNECTIONS_MAX),
      ),
    }),
    response: done,
    summary: "Add connection attempts of the app's device to the connection log.",
  },

  setAppPushToken: {
    path: 'app/pushToken',
    audience: 'customer',
    kind: 'change',
    body: v.object({ fcmToken: pushToken }),
    response: done,
    summary: "Set the push token of the app's device.",
  },

  leaveApp: {
    path: 'app/leave',
    audience: 'customer',
    kind: 'change',
    body: v.object({}),
    response: done,
    summary: "Detach the app's own device and end this session.",
  },
});
