/** Endpoint of the business metrics, for admins. */
import { staffAnalyticsCalls } from '../../../shared/contract/staffAnalytics';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { forStaff } from './staff';

export const staffAnalyticsApi = api.injectEndpoints({
  endpoints: (build) => ({
    readAnalytics: build.query({
      ...forStaff(endpointOf(staffAnalyticsCalls.readAnalytics)),
      providesTags: ['Numbers'],
    }),
  }),
});

export const { useReadAnalyticsQuery } = staffAnalyticsApi;
