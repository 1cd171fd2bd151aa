/** Handlers of the API endpoints for the product's native applications. */
import type { appCalls } from '../../../shared/contract/app';
import {
  attachApp,
  changePushToken,
  leave,
  readAppAccess,
  reportConnections,
} from '../../usecases/connect/appDevice';
import { readProfile } from '../../usecases/customer/profile';
import { deviceResponse } from './deviceResponse';
import { type HandlersOf, succeeded } from './handler';

/** Interval at which an application must refresh its access, in seconds. */
const REFRESH_AFTER_SECONDS = 3600;
/** Time in seconds after which an application must retry while its VPN credential is being created. */
const RETRY_AFTER_SECONDS = 60;

export const appHandlers: HandlersOf<typeof appCalls> = {
  attachApp: async ({ deps, caller }, { body }) => {
    const { fcmToken, ...installation } = body;
    const device = await attachApp(deps, caller, { ...installation, firebaseToken: fcmToken ?? null });
    const { subscription, devices, availableDevices } = await readProfile(deps, caller.accountId);
    return {
      success: device !== null,
      ...(device === null ? { reason: 'noSlotLeft' } : { device: deviceResponse(device) }),
      devices: devices.map(deviceResponse),
      availableDevices,
      userInfo: { subscriptionIsActive: subscription.isActive },
    };
  },

  getAppAccess: async ({ deps, caller, userAgent, ip }, { body }) => {
    const outcome = await readAppAccess(deps, caller, { format: body.format, userAgent, ip });
    switch (outcome.kind) {
      case 'accessEnded':
      case 'blocked':
        return { success: false, reason: outcome.kind, refreshAfterSeconds: REFRESH_AFTER_SECONDS };
      case 'notReady':
        return {
          success: false,
          reason: outcome.kind,
          expirationDate: outcome.until.toISOString(),
          refreshAfterSeconds: RETRY_AFTER_SECONDS,
        };
      case 'open':
        return {
          success: true,
          expirationDate: outcome.until.toISOString(),
          refreshAfterSeconds: REFRESH_AFTER_SECONDS,
          configuration: outcome.configuration,
        };
    }
  },

  reportAppConnections: ({ deps, caller }, { body }) =>
    succeeded(
      reportConnections(
        deps,
        caller,
        body.entries.map(({ at, success }) => ({ at: new Date(at), success })),
      ),
    ),

  setAppPushToken: ({ deps, caller }, { body }) => succeeded(changePushToken(deps, caller, body.fcmToken)),

  leaveApp: ({ deps, caller }) => succeeded(leave(deps, caller)),
};
