/** Signing out. */
import { api } from '../../api/api';
import { registrationApi } from '../../api/endpoints/registration';
import { loggedOut } from '../../identity/identitySlice';
import { selectIsStaff } from '../../identity/selectors';
import { clearTabStorageOf } from '../../tabStorage/tabStorage';
import type { Flow } from '../flow';

export interface LogOutOutcome {
  kind: 'loggedOut';
}

/**
 * Clears everything of the person at once, whatever the network does; the token is revoked on the
 * way and the native shell is told.
 */
export function logOut(): Flow<LogOutOutcome> {
  return (dispatch, getState, platform) => {
    const state = getState();
    const token = selectIsStaff(state) ? null : state.identity.accessToken;
    dispatch(loggedOut());
    dispatch(api.util.resetApiState());
    clearTabStorageOf('customer', platform.sessionStorage);
    clearTabStorageOf('visitor', platform.sessionStorage);
    platform.nativeShell.logOut({ success: true, reason: 'no_reason' });
    if (token !== null) {
      // After the cache is dropped: dropping it abandons calls that are under way.
      void dispatch(registrationApi.endpoints.logOut.initiate({ body: {}, bearer: token }, { track: false }));
    }
    void platform.google.signOut();
    return Promise.resolve({ kind: 'loggedOut' });
  };
}
