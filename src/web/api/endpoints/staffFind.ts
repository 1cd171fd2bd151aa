/** Endpoint that finds customers by an exact match. */
import { staffFindCalls } from '../../../shared/contract/staffFind';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';
import { forStaff } from './staff';

export const staffFindApi = api.injectEndpoints({
  endpoints: (build) => ({
    findUsers: build.query({ ...forStaff(buildEndpoint(staffFindCalls.findUsers)), providesTags: ['Users'] }),
  }),
});

export const { useFindUsersQuery } = staffFindApi;
