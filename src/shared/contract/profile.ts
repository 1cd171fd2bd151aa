/** The customer's account (spec section 7). */
import * as v from 'valibot';
import { call } from './call';
import { maybe, optionalEmail, optionalUid, shortText } from './fields';
import { device, userInfo } from './models';

export const getProfile = call({
  method: 'POST',
  path: 'profile',
  aliases: ['api/profile'],
  audience: 'customer',
  kind: 'read',
  body: v.object({ uid: optionalUid, email: optionalEmail }),
  response: v.object({
    success: v.boolean(),
    message: maybe(v.string()),
    userInfo: maybe(userInfo),
    devices: v.optional(v.nullable(v.array(device)), []),
    availableDevices: maybe(v.number()),
  }),
  summary: 'Subscription state and devices of the signed-in customer.',
});

/** Success false: no such device on this account. Staff name the account by its uid and email. */
export const detachDevice = call({
  method: 'POST',
  path: 'profile/detachDevice',
  audience: 'customerOrStaff',
  kind: 'change',
  body: v.object({ uid: optionalUid, email: optionalEmail, deviceId: v.pipe(shortText(200), v.nonEmpty()) }),
  response: v.object({
    success: v.boolean(),
    devices: v.optional(v.nullable(v.array(device)), []),
    availableDevices: maybe(v.number()),
    userInfo: maybe(v.object({ subscriptionIsActive: v.boolean() })),
  }),
  summary: 'Detach a device from an account.',
});

export const cancelSubscription = call({
  method: 'POST',
  path: 'subscriptions/cancel',
  audience: 'customer',
  kind: 'change',
  body: v.object({ email: optionalEmail, uid: optionalUid }),
  response: v.object({
    success: v.boolean(),
    userInfo: maybe(v.object({ subscriptionIsActive: v.boolean() })),
  }),
  summary: 'Cancel the recurrence; access lasts to the end of the paid time.',
});
