/**
 * Fetches the profile after the response to a change of the account was lost. The profile shows whether the change was
 * made.
 */
import type { SerializedError } from '@reduxjs/toolkit';
import type { ResponseOf } from '../../../shared/contract/call';
import type { Contract } from '../../../shared/contract/contract';
import type { CallError } from '../../api/callError';
import { profileApi } from '../../api/endpoints/profile';
import { selectCaller } from '../../identity/selectors';
import type { Flow } from '../flow';
import { untilAnswered } from '../lostResponse';

type Profile = ResponseOf<Contract['getProfile']>;

/**
 * Fetches the current profile and retries until a response arrives. Returns null if the server rejects the request or
 * stays unreachable.
 */
export function askForProfile(): Flow<Profile | null> {
  return async (dispatch, getState) => {
    const { data } = await dispatch(
      untilAnswered<{ data?: Profile | undefined; error?: CallError | SerializedError | undefined }>(
        async () => {
          const caller = selectCaller(getState());
          if (caller === null) return {};
          return dispatch(
            profileApi.endpoints.getProfile.initiate(caller, { subscribe: false, forceRefetch: true }),
          );
        },
      ),
    );
    return data?.success ? data : null;
  };
}
