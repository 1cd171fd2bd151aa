/** The owner's numbers, for admins. */
import { staffNumbersCalls } from '../../../shared/contract/staffNumbers';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { forStaff } from './staff';

export const staffNumbersApi = api.injectEndpoints({
  endpoints: (build) => ({
    readNumbers: build.query({
      ...forStaff(endpointOf(staffNumbersCalls.readNumbers)),
      providesTags: ['Numbers'],
    }),
  }),
});

export const { useReadNumbersQuery } = staffNumbersApi;
