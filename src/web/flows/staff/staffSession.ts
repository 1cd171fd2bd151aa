/** The refresh of staff tokens and the end of a staff session. */
import { api } from '../../api/api';
import { renewStaffSession, staffSessionApi } from '../../api/endpoints/staff';
import { loggedOut } from '../../identity/identitySlice';
import { clearTabStorageOf } from '../../tabStorage/tabStorage';
import { STAFF_OFFLINE_TEXTS } from '../../texts/staff/offline';
import { toast } from '../../toasts/toasts';
import type { Flow } from '../flow';
import { oncePerKey } from '../singleFlight';

export type StaffRefreshOutcome =
  | { kind: 'staffRefreshed' }
  /**
   * `ended`: the server has ended the session, and it is removed here too. Otherwise the tokens stay, because
   * another attempt may succeed: there was an error response, or two renewals within a minute did not help.
   */
  | { kind: 'staffRefreshFailed'; reason: 'ended' | 'unreachable' | 'tooOften' }
  /** There was no network, or the deadline passed: the session stays. */
  | { kind: 'staffRefreshUnanswered' };

export interface StaffSignOutOutcome {
  kind: 'staffSignedOut';
}

/** Several calls that fail together are one failure. */
const onceAtATime = oncePerKey<StaffRefreshOutcome>(() => false);

/** /refresh: new tokens, or the way to the sign-in. Never forgets a session that may still be good. */
export function refreshStaff(): Flow<StaffRefreshOutcome> {
  return onceAtATime('refresh', async (dispatch, getState, platform) => {
    const renewal = await renewStaffSession({ dispatch, getState, extra: platform });
    if (renewal === 'renewed') {
      // What failed before is asked anew.
      dispatch(api.util.resetApiState());
      return { kind: 'staffRefreshed' };
    }
    if (renewal === 'noResponse') {
      toast.warning(STAFF_OFFLINE_TEXTS.notRefreshed);
      return { kind: 'staffRefreshUnanswered' };
    }
    if (renewal === 'ended') dispatch(loggedOut());
    return { kind: 'staffRefreshFailed', reason: renewal };
  });
}

/** Forgets the member of staff at once, whatever the network does; the session is ended on the way. */
export function signOutStaff(): Flow<StaffSignOutOutcome> {
  return (dispatch, getState, platform) => {
    const { refreshToken } = getState().identity;
    dispatch(loggedOut());
    dispatch(api.util.resetApiState());
    clearTabStorageOf('staff', platform.sessionStorage);
    if (refreshToken !== null) {
      // After the cache is dropped: dropping it abandons calls that are under way.
      void dispatch(staffSessionApi.endpoints.staffLogOut.initiate({ refreshToken }, { track: false }));
    }
    return Promise.resolve({ kind: 'staffSignedOut' });
  };
}
