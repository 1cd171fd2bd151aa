/** The owner's numbers, for admins. */
import * as numbers from '../../../shared/contract/staffNumbers';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { renewStaffToken } from './staff';

export const staffNumbersApi = api.injectEndpoints({
  endpoints: (build) => ({
    readNumbers: build.query({
      ...endpointOf(numbers.readNumbers),
      extraOptions: { renewToken: renewStaffToken },
      providesTags: ['Numbers'],
    }),
  }),
});

export const { useReadNumbersQuery } = staffNumbersApi;
