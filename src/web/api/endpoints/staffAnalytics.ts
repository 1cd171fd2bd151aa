/** Endpoint of the business metrics, for admins. */
import { staffAnalyticsCalls } from '../../../shared/contract/staffAnalytics';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';
import { forStaff } from './staff';

export const staffAnalyticsApi = api.injectEndpoints({
  endpoints: (build) => ({
    readAnalytics: build.query({
      ...forStaff(buildEndpoint(staffAnalyticsCalls.readAnalytics)),
      providesTags: ['Numbers'],
    }),
  }),
});

export const { useReadAnalyticsQuery } = staffAnalyticsApi;
