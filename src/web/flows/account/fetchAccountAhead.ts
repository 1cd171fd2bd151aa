/** Prefetches the profile while the screen that shows it is still loading. */
import { profileApi } from '../../api/endpoints/profile';
import { selectCaller } from '../../identity/selectors';
import type { Flow } from '../flow';

/** Prefetches the profile unless it is cached. The screen waits for the same request or uses the fresh cached response. */
export function fetchAccountAhead(): Flow<void> {
  return async (dispatch, getState) => {
    const caller = selectCaller(getState());
    if (caller !== null)
      await dispatch(profileApi.endpoints.getProfile.initiate(caller, { subscribe: false }));
  };
}
