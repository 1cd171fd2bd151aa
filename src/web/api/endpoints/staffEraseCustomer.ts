/** Endpoint with which an admin deletes the account of a customer. */
import { accountDeletionCalls } from '../../../shared/contract/accountDeletion';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';
import { forStaff } from './staff';

export const staffEraseCustomerApi = api.injectEndpoints({
  endpoints: (build) => ({
    eraseCustomer: build.mutation({
      ...forStaff(endpointOf(accountDeletionCalls.eraseCustomer)),
      invalidatesTags: whenChanged('User', 'Users', 'Timeline', 'Logs', 'Notes', 'Tags'),
    }),
  }),
});

export const { useEraseCustomerMutation } = staffEraseCustomerApi;
