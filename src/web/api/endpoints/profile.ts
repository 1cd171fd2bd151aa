/** Endpoints of the customer's account. */
import { profileCalls } from '../../../shared/contract/profile';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';
import { whenChanged } from '../tags';
import { refreshTokenIn } from '../thunkContext';

/**
 * Maximum age in seconds at which a newly opened screen uses the cached profile without a new request. The cached
 * profile was prefetched while the screen loaded.
 */
export const ACCOUNT_IS_FRESH_S = 2;

export const profileApi = api.injectEndpoints({
  endpoints: (build) => ({
    getProfile: build.query({ ...buildEndpoint(profileCalls.getProfile), providesTags: ['Profile'] }),
    detachDevice: build.mutation({
      ...buildEndpoint(profileCalls.detachDevice),
      // Staff use the endpoint for detaching a device too. Only staff have a refresh token, so customers never load the
      // staff chunk.
      extraOptions: {
        renewToken: async (holder) =>
          refreshTokenIn(holder.getState()) !== null && (await import('./staff')).renewStaffToken(holder),
      },
      invalidatesTags: whenChanged('Profile', 'ConnectLink', 'Users', 'User', 'Timeline'),
    }),
    cancelSubscription: build.mutation({
      ...buildEndpoint(profileCalls.cancelSubscription),
      invalidatesTags: whenChanged('Profile', 'Shop'),
    }),
  }),
});

export const { useGetProfileQuery, useDetachDeviceMutation } = profileApi;
