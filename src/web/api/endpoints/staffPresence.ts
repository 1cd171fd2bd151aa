/** Endpoint that shows which staff have a customer open. */
import { staffPresenceCalls } from '../../../shared/contract/staffPresence';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { forStaff } from './staff';

export const staffPresenceApi = api.injectEndpoints({
  endpoints: (build) => ({
    reportPresence: build.query({
      ...forStaff(endpointOf(staffPresenceCalls.reportPresence)),
      providesTags: (_answer, _error, { userId }) => [{ type: 'Presence', id: userId }],
      // A cached list of colleagues would be outdated.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useReportPresenceQuery } = staffPresenceApi;
