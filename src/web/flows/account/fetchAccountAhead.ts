/** Prefetches the customer's profile while the chunk of the account screen is still loading. */
import { profileApi } from '../../api/endpoints/profile';
import { selectCaller } from '../../identity/selectors';
import type { Flow } from '../flow';

/**
 * Prefetches the customer's profile unless the profile is cached. The account screen waits for the same request or uses
 * the fresh cached response.
 */
export function fetchAccountAhead(): Flow<void> {
  return async (dispatch, getState) => {
    const caller = selectCaller(getState());
    if (caller !== null)
      await dispatch(profileApi.endpoints.getProfile.initiate(caller, { subscribe: false }));
  };
}
