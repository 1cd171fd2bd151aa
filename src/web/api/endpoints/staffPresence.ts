/** Endpoint that shows which staff have a customer open. */
import { staffPresenceCalls } from '../../../shared/contract/staffPresence';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';
import { forStaff } from './staff';

export const staffPresenceApi = api.injectEndpoints({
  endpoints: (build) => ({
    reportPresence: build.query({
      ...forStaff(buildEndpoint(staffPresenceCalls.reportPresence)),
      providesTags: (_answer, _error, { userId }) => [{ type: 'Presence', id: userId }],
      // A cached list of colleagues would be outdated.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useReportPresenceQuery } = staffPresenceApi;
