/** What became of a change of the account whose answer was lost: the profile tells. */
import type { SerializedError } from '@reduxjs/toolkit';
import type { ResponseOf } from '../../../shared/contract/call';
import type { Contract } from '../../../shared/contract/contract';
import type { CallError } from '../../api/callError';
import { profileApi } from '../../api/endpoints/profile';
import { selectCaller } from '../../identity/selectors';
import type { Flow } from '../flow';
import { untilAnswered } from '../lostResponse';

type Profile = ResponseOf<Contract['getProfile']>;

/** The profile as the server tells it now; null when it rejects to or stays out of reach. */
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
