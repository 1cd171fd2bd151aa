/** The account, for a screen that is still being drawn. */
import { profileApi } from '../../api/endpoints/profile';
import { selectCaller } from '../../identity/selectors';
import type { Flow } from '../flow';

/** Asks for it, unless it is known; the screen waits for the same answer, or takes it while it is fresh. */
export function fetchAccountAhead(): Flow<void> {
  return async (dispatch, getState) => {
    const caller = selectCaller(getState());
    if (caller !== null)
      await dispatch(profileApi.endpoints.getProfile.initiate(caller, { subscribe: false }));
  };
}
