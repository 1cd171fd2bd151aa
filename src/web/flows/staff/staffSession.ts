/** Renews staff tokens and ends a staff session. */
import { api } from '../../api/api';
import { renewStaffSession, staffSessionApi } from '../../api/endpoints/staff';
import { loggedOut } from '../../identity/identitySlice';
import { clearTabStorage } from '../../tabStorage/tabStorage';
import { STAFF_OFFLINE_TEXTS } from '../../texts/staff/offline';
import { toast } from '../../toasts/toasts';
import type { Flow } from '../flow';
import { oncePerKey } from '../singleFlight';

export type StaffRefreshOutcome =
  | { kind: 'staffRefreshed' }
  /**
   * The token renewal failed. `ended` means that the server has ended the session, so the session is removed from this
   * browser too. For the other reasons the tokens stay stored, because another attempt may succeed. The other reasons
   * are an error response, and two token renewals within a minute that did not help.
   */
  | { kind: 'staffRefreshFailed'; reason: 'ended' | 'unreachable' | 'tooOften' }
  /**
   * No response to the token renewal arrived, because there was no network or the request timed out. The session stays
   * stored.
   */
  | { kind: 'staffRefreshUnanswered' };

export interface StaffSignOutOutcome {
  kind: 'staffSignedOut';
}

/** Concurrent token renewals share one request and one outcome. */
const onceAtATime = oncePerKey<StaffRefreshOutcome>(() => false);

/**
 * Renews the staff tokens, or returns the reason why the renewal failed. A session that may still be valid is never
 * removed. The route `/refresh` uses this flow.
 */
export function refreshStaff(): Flow<StaffRefreshOutcome> {
  return onceAtATime('refresh', async (dispatch, getState, platform) => {
    const renewal = await renewStaffSession({ dispatch, getState, extra: platform });
    if (renewal === 'renewed') {
      // Repeats the queries that failed before the token renewal.
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

/**
 * Signs out the member of staff immediately, even offline. The flow ends the session on the server in the background.
 */
export function signOutStaff(): Flow<StaffSignOutOutcome> {
  return (dispatch, getState, platform) => {
    const { refreshToken } = getState().identity;
    dispatch(loggedOut());
    dispatch(api.util.resetApiState());
    clearTabStorage('staff', platform.sessionStorage);
    if (refreshToken !== null) {
      // Send the sign-out request after the cache reset, because the cache reset aborts pending requests.
      void dispatch(staffSessionApi.endpoints.staffLogOut.initiate({ refreshToken }, { track: false }));
    }
    return Promise.resolve({ kind: 'staffSignedOut' });
  };
}
