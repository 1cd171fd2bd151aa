/** Signs out the customer. */
import { api } from '../../api/api';
import { registrationApi } from '../../api/endpoints/registration';
import { loggedOut } from '../../identity/identitySlice';
import { selectIsStaff } from '../../identity/selectors';
import { clearTabStorage } from '../../tabStorage/tabStorage';
import type { Flow } from '../flow';

export interface LogOutOutcome {
  kind: 'loggedOut';
}

/**
 * Clears all data of the customer in this browser immediately, even offline. The flow revokes the access token in the
 * background and notifies the native shell. `isRevoked` says that the server has already ended the session, so that no
 * request is needed.
 */
export function logOut({ isRevoked = false }: { isRevoked?: boolean } = {}): Flow<LogOutOutcome> {
  return (dispatch, getState, platform) => {
    const state = getState();
    const token = isRevoked || selectIsStaff(state) ? null : state.identity.accessToken;
    dispatch(loggedOut());
    dispatch(api.util.resetApiState());
    clearTabStorage('customer', platform.sessionStorage);
    clearTabStorage('visitor', platform.sessionStorage);
    platform.nativeShell.logOut({ success: true, reason: 'no_reason' });
    if (token !== null) {
      // Send the sign-out request after the cache reset, because the cache reset aborts pending requests.
      void dispatch(registrationApi.endpoints.logOut.initiate({ body: {}, bearer: token }, { track: false }));
    }
    void platform.google.signOut();
    return Promise.resolve({ kind: 'loggedOut' });
  };
}
