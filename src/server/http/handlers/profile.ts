/**
 * Handlers of the API endpoints for the customer's account: reading the profile, detaching devices and cancelling the
 * subscription.
 */
import type { profileCalls } from '../../../shared/contract/profile';
import type { Deps } from '../../deps';
import { Rejection } from '../../domain/rejection';
import { cancelSubscription } from '../../usecases/billing/subscriptions/cancelSubscription';
import { detachDevice, detachDeviceByStaff } from '../../usecases/customer/detachDevice';
import { readProfile } from '../../usecases/customer/profile';
import { deviceResponse } from './deviceResponse';
import type { HandlersOf } from './handler';
import { buildStaffOrigin } from './staffOrigin';
import { userInfoResponse } from './subscriptionResponse';

async function detachmentResponse(deps: Deps, accountId: number, success: boolean) {
  const { subscription, devices, availableDevices } = await readProfile(deps, accountId);
  return {
    success,
    devices: devices.map(deviceResponse),
    availableDevices,
    userInfo: { subscriptionIsActive: subscription.isActive },
  };
}

/**
 * Returns an optional value, or undefined if the value is null, empty or the word «unknown», which existing clients
 * send.
 */
function named(value: string | null | undefined): string | undefined {
  return value === null || value === '' || value === 'unknown' ? undefined : value;
}

export const profileHandlers: HandlersOf<typeof profileCalls> = {
  getProfile: async ({ deps, caller }) => {
    const { subscription, devices, availableDevices } = await readProfile(deps, caller.accountId);
    return {
      success: true,
      message: null,
      userInfo: userInfoResponse(subscription, caller),
      devices: devices.map(deviceResponse),
      availableDevices,
    };
  },

  detachDevice: async (context, { body }) => {
    const { deps, caller } = context;
    if (caller.kind === 'customer') {
      const { accountId } = caller;
      const detached = await detachDevice(deps, { accountId, deviceId: body.deviceId, staff: null });
      return detachmentResponse(deps, accountId, detached);
    }
    const names = { uid: named(body.uid), email: named(body.email) };
    if (names.uid === undefined && names.email === undefined) {
      throw new Rejection('INVALID_REQUEST', 'Name the account by its uid and email.', ['uid', 'email']);
    }
    const staff = buildStaffOrigin({ ...context, caller });
    const done = await detachDeviceByStaff(deps, staff, { ...names, deviceId: body.deviceId });
    return done === null ? { success: false } : detachmentResponse(deps, done.accountId, done.detached);
  },

  cancelSubscription: async ({ deps, caller }) => {
    const subscription = await cancelSubscription(deps, { accountId: caller.accountId });
    return { success: true, userInfo: { subscriptionIsActive: subscription.isActive } };
  },
};
