/** Who of the staff is signed in. */
import { getStaffMe } from '../../../shared/contract/staffMe';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { forStaff } from './staff';

export const staffMeApi = api.injectEndpoints({
  endpoints: (build) => ({
    getStaffMe: build.query({ ...forStaff(endpointOf(getStaffMe)), providesTags: ['StaffMe'] }),
  }),
});

export const { useGetStaffMeQuery } = staffMeApi;
