/** The customer's account. */
import * as rows from '../../../shared/contract/profile';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';

export const profileApi = api.injectEndpoints({
  endpoints: (build) => ({
    getProfile: build.query({ ...endpointOf(rows.getProfile), providesTags: ['Profile'] }),
    detachDevice: build.mutation({
      ...endpointOf(rows.detachDevice),
      invalidatesTags: whenChanged('Profile', 'Users', 'User', 'Timeline'),
    }),
    cancelSubscription: build.mutation({
      ...endpointOf(rows.cancelSubscription),
      invalidatesTags: whenChanged('Profile', 'Shop'),
    }),
  }),
});

export const { useGetProfileQuery, useDetachDeviceMutation, useCancelSubscriptionMutation } = profileApi;
