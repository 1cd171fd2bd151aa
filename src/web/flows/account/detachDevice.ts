/** Detaches a device from the customer's account. */
import { toCallError } from '../../api/callError';
import { profileApi } from '../../api/endpoints/profile';
import { selectCaller } from '../../identity/selectors';
import { FLOW_TEXTS } from '../../texts/flows';
import { toast } from '../../toasts/toasts';
import type { Flow } from '../flow';
import { isNotSent, isResponseLost } from '../lostResponse';
import { askForProfile } from './askForProfile';

export type DetachDeviceOutcome =
  | { kind: 'detached'; subscriptionIsActive: boolean }
  | { kind: 'detachFailed' }
  /** The browser was offline and the request was not sent, so the screen does not change. */
  | { kind: 'notSent' }
  /** The session is no longer valid. */
  | { kind: 'sessionLost' };

/** Detaches one of the customer's own devices. The device list and the device counts are refetched automatically. */
export function detachDevice(deviceId: string): Flow<DetachDeviceOutcome> {
  return async (dispatch, getState) => {
    const caller = selectCaller(getState());
    if (caller === null) return { kind: 'sessionLost' };
    const { data, error } = await dispatch(
      profileApi.endpoints.detachDevice.initiate({ ...caller, deviceId }, { track: false }),
    );
    if (error && toCallError(error).status === 401) return { kind: 'sessionLost' };
    if (isNotSent(error)) {
      toast.warning(FLOW_TEXTS.notSent);
      return { kind: 'notSent' };
    }
    if (isResponseLost(error)) {
      const asking = toast.loading(FLOW_TEXTS.detachUnknown);
      const profile = await dispatch(askForProfile());
      asking.dismiss();
      if (profile?.devices?.every((device) => device.deviceId !== deviceId)) {
        toast.success(FLOW_TEXTS.detached);
        return { kind: 'detached', subscriptionIsActive: profile.userInfo?.subscriptionIsActive ?? false };
      }
    }
    if (!data?.success) {
      toast.error(FLOW_TEXTS.detachFailed);
      return { kind: 'detachFailed' };
    }
    toast.success(FLOW_TEXTS.detached);
    return { kind: 'detached', subscriptionIsActive: data.userInfo?.subscriptionIsActive ?? false };
  };
}
