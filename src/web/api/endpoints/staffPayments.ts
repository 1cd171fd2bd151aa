/** A customer's payments, for staff. */
import { getUserPayments, stopRenewal } from '../../../shared/contract/staffPayments';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';
import { renewStaffToken } from './staff';

export const staffPaymentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getUserPayments: build.query({
      ...endpointOf(getUserPayments),
      extraOptions: { renewToken: renewStaffToken },
      providesTags: (_answer, _error, { userId }) => [{ type: 'User', id: userId }],
    }),
    stopRenewal: build.mutation({
      ...endpointOf(stopRenewal),
      extraOptions: { renewToken: renewStaffToken },
      invalidatesTags: whenChanged('User', 'Users', 'Timeline'),
    }),
  }),
});

export const { useGetUserPaymentsQuery, useStopRenewalMutation } = staffPaymentsApi;
