/** Staff endpoint that lists the payments of a customer. */
import { staffPaymentsCalls } from '../../../shared/contract/staffPayments';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';
import { whenChanged } from '../tags';
import { forStaff } from './staff';

export const staffPaymentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getUserPayments: build.query({
      ...forStaff(buildEndpoint(staffPaymentsCalls.getUserPayments)),
      providesTags: (_answer, _error, { userId }) => [{ type: 'User', id: userId }],
    }),
    stopRenewal: build.mutation({
      ...forStaff(buildEndpoint(staffPaymentsCalls.stopRenewal)),
      invalidatesTags: whenChanged('User', 'Users', 'Timeline'),
    }),
  }),
});

export const { useGetUserPaymentsQuery, useStopRenewalMutation } = staffPaymentsApi;
