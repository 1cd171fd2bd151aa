/** Removes the customer's stored card, so that the card is not charged again. */
import { toCallError } from '../../api/callError';
import { subscriptionsApi } from '../../api/endpoints/subscriptions';
import { selectCaller } from '../../identity/selectors';
import { FLOW_TEXTS } from '../../texts/flows';
import { toast } from '../../toasts/toasts';
import type { Flow } from '../flow';
import { isNotSent, isResponseLost } from '../lostResponse';
import { askForProfile } from './askForProfile';

export type RemoveCardOutcome =
  /**
   * Outcome `cardRemoved` means that the card is removed. The profile page shows until when the customer's access
   * lasts.
   */
  { kind: 'cardRemoved' } | { kind: 'cardRemovalFailed' } | { kind: 'notSent' } | { kind: 'sessionLost' };

export function removeCard(): Flow<RemoveCardOutcome> {
  return async (dispatch, getState) => {
    const caller = selectCaller(getState());
    if (caller === null) return { kind: 'sessionLost' };
    const { data, error } = await dispatch(
      subscriptionsApi.endpoints.removeCard.initiate(caller, { track: false }),
    );
    if (isNotSent(error)) {
      toast.warning(FLOW_TEXTS.notSent);
      return { kind: 'notSent' };
    }
    if (isResponseLost(error)) {
      const asking = toast.loading(FLOW_TEXTS.cardUnknown);
      const info = (await dispatch(askForProfile()))?.userInfo;
      asking.dismiss();
      if (info && !info.cardMask && info.subscriptionStatus !== 'ACTIVE') return { kind: 'cardRemoved' };
    }
    if (error) return { kind: toCallError(error).status === 401 ? 'sessionLost' : 'cardRemovalFailed' };
    return { kind: data.success ? 'cardRemoved' : 'cardRemovalFailed' };
  };
}
