/** The refresh of staff tokens and the end of a staff session (spec sections 4 and 8). */
import { api } from '../api/api';
import { renewStaffToken, staffSessionApi } from '../api/endpoints/staff';
import { loggedOut } from '../identity/identitySlice';
import type { KeyValueStorage } from '../platform/platform';
import type { Flow } from './flow';
import { takeStaffPlace } from './staffPlace';

export type StaffRefreshOutcome = { kind: 'staffRefreshed' } | { kind: 'staffRefreshFailed' };

export interface StaffSignOutOutcome {
  kind: 'staffSignedOut';
}

/** More refreshes than this within the window mean that they do not help. */
const REFRESHES_AT_MOST = 2;
const REFRESH_WINDOW_MS = 60_000;
const STORAGE_KEY = 'staffRefreshes';

/** /refresh: new tokens, or the end of the staff session. */
export function refreshStaff(): Flow<StaffRefreshOutcome> {
  return async (dispatch, getState, platform) => {
    const { sessionStorage } = platform;
    if (mayRefresh(sessionStorage, platform.now()) && (await renewStaffToken({ dispatch, getState }))) {
      return { kind: 'staffRefreshed' };
    }
    sessionStorage.remove(STORAGE_KEY);
    dispatch(loggedOut());
    return { kind: 'staffRefreshFailed' };
  };
}

/** Forgets the member of staff at once, whatever the network does; the session is ended on the way. */
export function signOutStaff(): Flow<StaffSignOutOutcome> {
  return (dispatch, getState, platform) => {
    const { refreshToken } = getState().identity;
    dispatch(loggedOut());
    dispatch(api.util.resetApiState());
    takeStaffPlace(platform.sessionStorage);
    if (refreshToken !== null) {
      // After the cache is dropped: dropping it abandons calls that are under way.
      void dispatch(staffSessionApi.endpoints.staffLogOut.initiate({ refreshToken }, { track: false }));
    }
    return Promise.resolve({ kind: 'staffSignedOut' });
  };
}

function mayRefresh(storage: KeyValueStorage, now: number): boolean {
  const recent = (storage.get(STORAGE_KEY) ?? '')
    .split(' ')
    .map(Number)
    .filter((at) => at > now - REFRESH_WINDOW_MS);
  if (recent.length >= REFRESHES_AT_MOST) return false;
  storage.set(STORAGE_KEY, [...recent, now].join(' '));
  return true;
}
