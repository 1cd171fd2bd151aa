/** The refresh of staff tokens and the end of a staff session. */
import { api } from '../../api/api';
import { renewStaffSession, staffSessionApi } from '../../api/endpoints/staff';
import { loggedOut } from '../../identity/identitySlice';
import type { KeyValueStorage } from '../../platform/platform';
import { clearTabStorageOf, readTabValue, removeTabValue, writeTabValue } from '../../tabStorage/tabStorage';
import type { Flow } from '../flow';
import { oncePerKey } from '../singleFlight';

export type StaffRefreshOutcome =
  | { kind: 'staffRefreshed' }
  /**
   * `ended`: the server knows the session no more, and it is forgotten here too. Otherwise the tokens
   * stay and another try may help: nobody answered, or refreshing twice in a minute did not help.
   */
  | { kind: 'staffRefreshFailed'; reason: 'ended' | 'unreachable' | 'tooOften' };

export interface StaffSignOutOutcome {
  kind: 'staffSignedOut';
}

/** More refreshes than this within the window mean that they do not help. */
const REFRESHES_AT_MOST = 2;
const REFRESH_WINDOW_MS = 60_000;

/** Several calls that fail together are one failure. */
const onceAtATime = oncePerKey<StaffRefreshOutcome>(() => false);

/** /refresh: new tokens, or the way to the sign-in. Never forgets a session that may still be good. */
export function refreshStaff(): Flow<StaffRefreshOutcome> {
  return onceAtATime('refresh', async (dispatch, getState, platform) => {
    const { sessionStorage } = platform;
    if (!mayRefresh(sessionStorage, platform.now())) {
      removeTabValue(sessionStorage, 'staffRefreshes');
      return { kind: 'staffRefreshFailed', reason: 'tooOften' };
    }
    const renewal = await renewStaffSession({ dispatch, getState, extra: platform });
    if (renewal === 'renewed') {
      // What failed before is asked anew.
      dispatch(api.util.resetApiState());
      return { kind: 'staffRefreshed' };
    }
    removeTabValue(sessionStorage, 'staffRefreshes');
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

function mayRefresh(storage: KeyValueStorage, now: number): boolean {
  const recent = (readTabValue(storage, 'staffRefreshes') ?? []).filter((at) => at > now - REFRESH_WINDOW_MS);
  if (recent.length >= REFRESHES_AT_MOST) return false;
  writeTabValue(storage, 'staffRefreshes', [...recent, now]);
  return true;
}
