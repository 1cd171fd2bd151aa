/** API calls for the customer's account. */
import * as v from 'valibot';
import { calls } from './call';
import { done, filledIdentifier, maybe } from './fields';
import { accessLeft, accountNamed, device, userInfo } from './models';

export const profileCalls = calls({
  getProfile: {
    path: 'profile',
    aliases: ['api/profile'],
    audience: 'customer',
    kind: 'read',
    body: v.object(accountNamed),
    response: v.object({
      success: v.boolean(),
      message: maybe(v.string()),
      userInfo: maybe(userInfo),
      devices: v.optional(v.nullable(v.array(device)), []),
      availableDevices: maybe(v.number()),
    }),
    summary: 'Get the subscription state and the devices of the signed-in customer.',
  },

  /**
   * Returns `success: false` if the account has no such device. Staff must send the uid and the email address of the
   * account.
   */
  detachDevice: {
    path: 'profile/detachDevice',
    audience: 'customerOrStaff:helpCustomers',
    kind: 'change',
    body: v.object({ ...accountNamed, deviceId: filledIdentifier(200) }),
    response: v.object({
      success: v.boolean(),
      devices: v.optional(v.nullable(v.array(device)), []),
      availableDevices: maybe(v.number()),
      userInfo: maybe(accessLeft),
    }),
    summary: 'Detach a device from an account.',
  },

  cancelSubscription: {
    path: 'subscriptions/cancel',
    audience: 'customer',
    kind: 'change',
    body: v.object(accountNamed),
    response: v.object({ ...done.entries, userInfo: maybe(accessLeft) }),
    summary: 'Cancel the recurring payment. Access lasts until the end of the paid period.',
  },
});
