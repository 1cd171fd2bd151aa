/** A customer's payments, for staff. */
import { getUserPayments } from '../../../shared/contract/staffPayments';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { renewStaffToken } from './staff';

export const staffPaymentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getUserPayments: build.query({
      ...endpointOf(getUserPayments),
      extraOptions: { renewToken: renewStaffToken },
      providesTags: (_answer, _error, { userId }) => [{ type: 'User', id: userId }],
    }),
  }),
});

export const { useGetUserPaymentsQuery } = staffPaymentsApi;
