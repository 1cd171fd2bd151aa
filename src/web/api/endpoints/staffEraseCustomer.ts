/** Endpoint with which an admin deletes the account of a customer. */
import { staffEraseCustomerCalls } from '../../../shared/contract/staffEraseCustomer';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';
import { whenChanged } from '../tags';
import { forStaff } from './staff';

export const staffEraseCustomerApi = api.injectEndpoints({
  endpoints: (build) => ({
    eraseCustomer: build.mutation({
      ...forStaff(buildEndpoint(staffEraseCustomerCalls.eraseCustomer)),
      invalidatesTags: whenChanged('User', 'Users', 'Timeline', 'Logs', 'Notes', 'Tags'),
    }),
  }),
});

export const { useEraseCustomerMutation } = staffEraseCustomerApi;
