/** Endpoint that returns the signed-in member of staff. */
import { staffMeCalls } from '../../../shared/contract/staffMe';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';
import { forStaff } from './staff';

export const staffMeApi = api.injectEndpoints({
  endpoints: (build) => ({
    getStaffMe: build.query({
      ...forStaff(buildEndpoint(staffMeCalls.getStaffMe)),
      providesTags: ['StaffMe'],
    }),
  }),
});

export const { useGetStaffMeQuery } = staffMeApi;
