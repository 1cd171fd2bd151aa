/** Endpoints of the customer's account. */
import { profileCalls } from '../../../shared/contract/profile';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';
import { refreshTokenIn } from '../thunkContext';

/**
 * Age up to which a newly opened screen uses the cached profile without a request, in seconds. The profile is
 * prefetched while the screen loads.
 */
export const ACCOUNT_IS_FRESH_S = 2;

export const profileApi = api.injectEndpoints({
  endpoints: (build) => ({
    getProfile: build.query({ ...endpointOf(profileCalls.getProfile), providesTags: ['Profile'] }),
    detachDevice: build.mutation({
      ...endpointOf(profileCalls.detachDevice),
      // Staff use this endpoint too, and only staff have a refresh token. Customers therefore never load the staff
      // chunk.
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
