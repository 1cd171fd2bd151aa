/** Handlers of the customer's account: profile, detaching, cancelling. */
import type { profileCalls } from '../../../shared/contract/profile';
import type { Deps } from '../../deps';
import { Refusal } from '../../domain/refusal';
import { cancelSubscription } from '../../usecases/billing/cancelSubscription';
import { detachDevice, detachDeviceByStaff } from '../../usecases/customer/detachDevice';
import { readProfile } from '../../usecases/customer/profile';
import { deviceAnswer } from './deviceAnswer';
import type { HandlersOf } from './handler';
import { originOf } from './staffOrigin';
import { userInfoAnswer } from './subscriptionAnswer';

async function detachmentAnswer(deps: Deps, accountId: number, success: boolean) {
  const { subscription, devices, availableDevices } = await readProfile(deps, accountId);
  return {
    success,
    devices: devices.map(deviceAnswer),
    availableDevices,
    userInfo: { subscriptionIsActive: subscription.isActive },
  };
}

/** What names nobody is left out, null, empty or the word «unknown», which existing clients send. */
function named(value: string | null | undefined): string | undefined {
  return value === null || value === '' || value === 'unknown' ? undefined : value;
}

export const profileHandlers: HandlersOf<typeof profileCalls> = {
  getProfile: async ({ deps, caller }) => {
    const { subscription, devices, availableDevices } = await readProfile(deps, caller.accountId);
    return {
      success: true,
      message: null,
      userInfo: userInfoAnswer(subscription, caller.email),
      devices: devices.map(deviceAnswer),
      availableDevices,
    };
  },

  detachDevice: async (context, { body }) => {
    const { deps, caller } = context;
    if (caller.kind === 'customer') {
      const { accountId } = caller;
      const detached = await detachDevice(deps, { accountId, deviceId: body.deviceId, staff: null });
      return detachmentAnswer(deps, accountId, detached);
    }
    const names = { uid: named(body.uid), email: named(body.email) };
    if (names.uid === undefined && names.email === undefined) {
      throw new Refusal('INVALID_REQUEST', 'Name the account by its uid and email.', ['uid', 'email']);
    }
    const staff = originOf({ ...context, caller });
    const done = await detachDeviceByStaff(deps, staff, { ...names, deviceId: body.deviceId });
    return done === null ? { success: false } : detachmentAnswer(deps, done.accountId, done.detached);
  },

  cancelSubscription: async ({ deps, caller }) => {
    const subscription = await cancelSubscription(deps, { accountId: caller.accountId, by: 'customer' });
    return { success: true, userInfo: { subscriptionIsActive: subscription.isActive } };
  },
};
