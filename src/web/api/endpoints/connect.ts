/** Connecting a device by an application of others. */
import * as rows from '../../../shared/contract/connect';
import { api } from '../api';
import { endpointOf } from '../endpointOf';

export const connectApi = api.injectEndpoints({
  endpoints: (build) => ({
    getConnectLink: build.query({
      ...endpointOf(rows.getConnectLink),
      // A secret: dropped with the screen that shows it.
      keepUnusedDataFor: 0,
      providesTags: ['ConnectLink'],
    }),
    getConnectLinkState: build.query({
      ...endpointOf(rows.getConnectLinkState),
      keepUnusedDataFor: 0,
      providesTags: ['ConnectLink'],
    }),
  }),
});

export const { useGetConnectLinkQuery } = connectApi;
