/** Cancels the recurring payment of the customer. */
import { toCallError } from '../../api/callError';
import { profileApi } from '../../api/endpoints/profile';
import { selectCaller } from '../../identity/selectors';
import { FLOW_TEXTS } from '../../texts/flows';
import { toast } from '../../toasts/toasts';
import type { Flow } from '../flow';
import { isNotSent, isResponseLost } from '../lostResponse';
import { askForProfile } from './askForProfile';

export type CancelSubscriptionOutcome =
  /**
   * The recurring payment is cancelled. If `subscriptionIsActive` is true, access lasts until the end of the paid
   * period.
   */
  | { kind: 'cancelled'; subscriptionIsActive: boolean }
  /** The server responded that the recurring payment was not cancelled. */
  | { kind: 'cancelRejected' }
  | { kind: 'cancelFailed' }
  /** The device was offline and the request was not sent, so the screen does not change. */
  | { kind: 'notSent' }
  | { kind: 'sessionLost' };

export function cancelSubscription(): Flow<CancelSubscriptionOutcome> {
  return async (dispatch, getState) => {
    const caller = selectCaller(getState());
    if (caller === null) return { kind: 'sessionLost' };
    const { data, error } = await dispatch(
      profileApi.endpoints.cancelSubscription.initiate(caller, { track: false }),
    );
    if (error && toCallError(error).status === 401) return { kind: 'sessionLost' };
    if (isNotSent(error)) {
      toast.warning(FLOW_TEXTS.notSent);
      return { kind: 'notSent' };
    }
    if (isResponseLost(error)) {
      const asking = toast.loading(FLOW_TEXTS.cancelUnknown);
      const info = (await dispatch(askForProfile()))?.userInfo;
      asking.dismiss();
      if (info && info.subscriptionStatus !== 'ACTIVE') {
        toast.success(FLOW_TEXTS.cancelled);
        return { kind: 'cancelled', subscriptionIsActive: info.subscriptionIsActive };
      }
    }
    if (!data?.success) {
      // Show an explicit error, because otherwise the customer might believe that the subscription is cancelled
      // although charges continue.
      toast.error(FLOW_TEXTS.cancelFailed);
      return { kind: error ? 'cancelFailed' : 'cancelRejected' };
    }
    toast.success(FLOW_TEXTS.cancelled);
    return { kind: 'cancelled', subscriptionIsActive: data.userInfo?.subscriptionIsActive ?? false };
  };
}
