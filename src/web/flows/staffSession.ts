/** The refresh of staff tokens (spec sections 4 and 8). */
import { renewStaffToken } from '../api/endpoints/staff';
import { loggedOut } from '../identity/identitySlice';
import type { KeyValueStorage } from '../platform/platform';
import type { Flow } from './flow';

export type StaffRefreshOutcome = { kind: 'staffRefreshed' } | { kind: 'staffRefreshFailed' };

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

function mayRefresh(storage: KeyValueStorage, now: number): boolean {
  const recent = (storage.get(STORAGE_KEY) ?? '')
    .split(' ')
    .map(Number)
    .filter((at) => at > now - REFRESH_WINDOW_MS);
  if (recent.length >= REFRESHES_AT_MOST) return false;
  storage.set(STORAGE_KEY, [...recent, now].join(' '));
  return true;
}
