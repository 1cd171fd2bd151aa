/** The exact look-up of customers. */
import { findUsers } from '../../../shared/contract/staffFind';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { renewStaffToken } from './staff';

export const staffFindApi = api.injectEndpoints({
  endpoints: (build) => ({
    findUsers: build.query({
      ...endpointOf(findUsers),
      extraOptions: { renewToken: renewStaffToken },
      providesTags: ['Users'],
    }),
  }),
});

export const { useFindUsersQuery } = staffFindApi;
