/** Endpoint of the panels on the console's home page. */
import { staffHomeCalls } from '../../../shared/contract/staffHome';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';
import { forStaff } from './staff';

export const staffHomeApi = api.injectEndpoints({
  endpoints: (build) => ({
    // Sign-in and sign-out invalidate `Users`, so that no staff member sees the page of another one.
    readStaffHome: build.query({
      ...forStaff(buildEndpoint(staffHomeCalls.readStaffHome)),
      providesTags: ['Users', 'Money', 'Emails'],
    }),
  }),
});

export const { useReadStaffHomeQuery } = staffHomeApi;
