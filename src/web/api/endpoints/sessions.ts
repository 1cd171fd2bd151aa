/** Endpoints of the sessions of the customer's account. */
import { sessionsCalls } from '../../../shared/contract/sessions';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';
import { whenChanged } from '../tags';

export const sessionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSessions: build.query({ ...buildEndpoint(sessionsCalls.listSessions), providesTags: ['Sessions'] }),
    // The session of a native application ends together with its device.
    endSession: build.mutation({
      ...buildEndpoint(sessionsCalls.endSession),
      invalidatesTags: whenChanged('Sessions', 'Profile', 'ConnectLink'),
    }),
    endOtherSessions: build.mutation({
      ...buildEndpoint(sessionsCalls.endOtherSessions),
      invalidatesTags: whenChanged('Sessions', 'Profile', 'ConnectLink'),
    }),
  }),
});

export const { useListSessionsQuery } = sessionsApi;
