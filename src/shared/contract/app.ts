/**
 * Calls of our own applications, over the sign-in by code. A session that is bound to a device by
 * `app/attach` is that device's for good and ends with its detachment; the calls that need one answer
 * 409 without it. Ours.
 */
import * as v from 'valibot';
import { LINK_DEVICE_PREFIX } from '../linkDevices';
import { calls } from './call';
import { done, filledText, instant, instantSent, maybe, shortText } from './fields';
import { accessLeft, device } from './models';

const pushToken = filledText(4096);

/** Entries of the connection log in one call. */
const APP_CONNECTIONS_MAX = 50;

export const appCalls = calls({
  attachApp: {
    path: 'app/attach',
    audience: 'customer',
    kind: 'change',
    body: v.object({
      /** Made at the first start and kept where a removed application loses it last. */
      deviceId: v.pipe(
        v.string(),
        v.regex(/^[A-Za-z0-9-]{8,64}$/),
        v.check(
          (id) => !id.startsWith(LINK_DEVICE_PREFIX),
          `must not start with ${LINK_DEVICE_PREFIX}, which is reserved for devices without an id`,
        ),
      ),
      deviceName: v.pipe(shortText(100), v.trim(), v.nonEmpty()),
      platform: filledText(32),
      fcmToken: maybe(pushToken),
    }),
    response: v.object({
      success: v.boolean(),
      /** noSlotLeft: detach one of `devices` by `profile/detachDevice`, then attach again. */
      reason: maybe(v.string()),
      device: maybe(device),
      devices: v.array(device),
      availableDevices: v.number(),
      userInfo: accessLeft,
    }),
    // 409 for a session that is another device's already: it signs in anew.
    summary:
      "Attach the application's device to the account and bind this session to it; ids starting with link- are reserved.",
  },

  getAppAccess: {
    path: 'app/access',
    audience: 'customer',
    kind: 'change',
    body: v.object({ format: v.optional(v.picklist(['links', 'xray', 'singbox']), 'links') }),
    response: v.object({
      success: v.boolean(),
      /** accessEnded, or notReady: ask again in a minute and keep what there is. */
      reason: maybe(v.string()),
      expirationDate: maybe(instant),
      refreshAfterSeconds: v.number(),
      /** In the form that was asked for. A secret of this device. */
      configuration: maybe(v.string()),
    }),
    summary: 'What the application connects with; ask at the start, each hour and after failures.',
  },

  reportAppConnections: {
    path: 'app/connections',
    audience: 'customer',
    kind: 'change',
    body: v.object({
      /** The same moment counts once; one in the future or more than 30 days old is moved to that edge. */
      entries: v.pipe(
        v.array(v.object({ at: instantSent, success: v.boolean() })),
        v.minLength(1),
        v.maxLength(APP_CONNECTIONS_MAX),
      ),
    }),
    response: done,
    summary: 'Write tries to connect into the connection log.',
  },

  setAppPushToken: {
    path: 'app/pushToken',
    audience: 'customer',
    kind: 'change',
    body: v.object({ fcmToken: pushToken }),
    response: done,
    summary: "Where pushes reach the application's device from now on.",
  },

  leaveApp: {
    path: 'app/leave',
    audience: 'customer',
    kind: 'change',
    body: v.object({}),
    response: done,
    summary: "Detach the application's own device and end this session.",
  },
});
