/** Withdrawing the stored card: nothing is charged from it any more. */
import { callErrorOf } from '../../api/callError';
import { subscriptionsApi } from '../../api/endpoints/subscriptions';
import { selectCaller } from '../../identity/selectors';
import type { Flow } from '../flow';

export type RemoveCardOutcome =
  /** The profile tells the rest: access lasts to the paid end. */
  { kind: 'cardRemoved' } | { kind: 'cardRemovalFailed' } | { kind: 'sessionLost' };

export function removeCard(): Flow<RemoveCardOutcome> {
  return async (dispatch, getState) => {
    const caller = selectCaller(getState());
    if (caller === null) return { kind: 'sessionLost' };
    const { data, error } = await dispatch(
      subscriptionsApi.endpoints.removeCard.initiate(caller, { track: false }),
    );
    if (error) return { kind: callErrorOf(error).status === 401 ? 'sessionLost' : 'cardRemovalFailed' };
    return { kind: data.success ? 'cardRemoved' : 'cardRemovalFailed' };
  };
}
