/** The customer's account. */
import { profileCalls } from '../../../shared/contract/profile';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';
import { refreshTokenIn } from '../thunkContext';

/** s for which a screen that opens takes the account as it is: it was asked for ahead of the screen. */
export const ACCOUNT_IS_FRESH_S = 2;

export const profileApi = api.injectEndpoints({
  endpoints: (build) => ({
    getProfile: build.query({ ...endpointOf(profileCalls.getProfile), providesTags: ['Profile'] }),
    detachDevice: build.mutation({
      ...endpointOf(profileCalls.detachDevice),
      // Staff detach with it too; customers have no refresh token and load nothing of theirs.
      extraOptions: {
        renewToken: async (holder) =>
          refreshTokenIn(holder.getState()) !== null && (await import('./staff')).renewStaffToken(holder),
      },
      invalidatesTags: whenChanged('Profile', 'ConnectLink', 'Users', 'User', 'Timeline'),
    }),
    cancelSubscription: build.mutation({
      ...endpointOf(profileCalls.cancelSubscription),
      invalidatesTags: whenChanged('Profile', 'Shop'),
    }),
  }),
});

export const { useGetProfileQuery, useDetachDeviceMutation } = profileApi;
