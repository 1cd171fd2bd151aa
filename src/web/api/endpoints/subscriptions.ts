/** Endpoints of the customer's stored card and payments. */
import { subscriptionsCalls } from '../../../shared/contract/subscriptions';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';

export const subscriptionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    // Any change of the subscription may also change the status of the payments of the subscription.
    listPayments: build.query({ ...endpointOf(subscriptionsCalls.listPayments), providesTags: ['Profile'] }),
    removeCard: build.mutation({
      ...endpointOf(subscriptionsCalls.removeCard),
      invalidatesTags: whenChanged('Profile', 'Shop'),
    }),
  }),
});

export const { useListPaymentsQuery } = subscriptionsApi;
