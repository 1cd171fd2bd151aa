/** Endpoints of the customer's stored card and payments. */
import { subscriptionsCalls } from '../../../shared/contract/subscriptions';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';
import { whenChanged } from '../tags';

export const subscriptionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    // Any change of the subscription may also change the status of the payments of the subscription.
    listPayments: build.query({
      ...buildEndpoint(subscriptionsCalls.listPayments),
      providesTags: ['Profile'],
    }),
    removeCard: build.mutation({
      ...buildEndpoint(subscriptionsCalls.removeCard),
      invalidatesTags: whenChanged('Profile', 'Shop'),
    }),
  }),
});

export const { useListPaymentsQuery } = subscriptionsApi;
