/** Renews staff tokens and ends a staff session. */
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
   * `ended`: the server has ended the session, and it is removed here too. For the other reasons the tokens stay,
   * because another attempt may succeed: there was an error response, or two renewals within a minute did not help.
   */
  | { kind: 'staffRefreshFailed'; reason: 'ended' | 'unreachable' | 'tooOften' }
  /** There was no network, or the deadline passed. The session stays. */
  | { kind: 'staffRefreshUnanswered' };

export interface StaffSignOutOutcome {
  kind: 'staffSignedOut';
}

/** Concurrent refreshes share one request and one outcome. */
const onceAtATime = oncePerKey<StaffRefreshOutcome>(() => false);

/**
 * Renews the staff tokens, or returns why it failed. A session that may still be valid is never removed. Used by
 * `/refresh`.
 */
export function refreshStaff(): Flow<StaffRefreshOutcome> {
  return onceAtATime('refresh', async (dispatch, getState, platform) => {
    const renewal = await renewStaffSession({ dispatch, getState, extra: platform });
    if (renewal === 'renewed') {
      // Repeats the queries that failed before the renewal.
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

/** Signs out the member of staff immediately, even offline. Ends the session on the server in the background. */
export function signOutStaff(): Flow<StaffSignOutOutcome> {
  return (dispatch, getState, platform) => {
    const { refreshToken } = getState().identity;
    dispatch(loggedOut());
    dispatch(api.util.resetApiState());
    clearTabStorageOf('staff', platform.sessionStorage);
    if (refreshToken !== null) {
      // Send the request after the cache reset, because the reset aborts pending requests.
      void dispatch(staffSessionApi.endpoints.staffLogOut.initiate({ refreshToken }, { track: false }));
    }
    return Promise.resolve({ kind: 'staffSignedOut' });
  };
}
