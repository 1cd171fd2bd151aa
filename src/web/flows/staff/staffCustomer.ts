/** What staff do with a customer from the record: detach a device, send a sign-in letter. */
import { callErrorOf, type CallError } from '../../api/callError';
import { profileApi } from '../../api/endpoints/profile';
import { timelineApi } from '../../api/endpoints/timeline';
import type { Flow } from '../flow';

export type StaffActionOutcome =
  | { kind: 'done' }
  /** The server said no. */
  | { kind: 'refused' }
  | { kind: 'failed'; error: CallError };

/** Detaches a device of a customer; the record and the timeline follow by themselves. */
export function detachForCustomer(target: {
  uid: string | null;
  email: string | null;
  deviceId: string;
}): Flow<StaffActionOutcome> {
  return async (dispatch) => {
    const { data, error } = await dispatch(
      profileApi.endpoints.detachDevice.initiate(target, { track: false }),
    );
    if (error) return { kind: 'failed', error: callErrorOf(error) };
    return { kind: data.success ? 'done' : 'refused' };
  };
}

export function resendLetter(userId: number): Flow<StaffActionOutcome> {
  return async (dispatch) => {
    const { data, error } = await dispatch(
      timelineApi.endpoints.resendSignInLetter.initiate({ userId }, { track: false }),
    );
    if (error) return { kind: 'failed', error: callErrorOf(error) };
    return { kind: data.success ? 'done' : 'refused' };
  };
}
