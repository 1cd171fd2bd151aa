/** Endpoints for connecting a device with a third-party VPN app. */
import { connectCalls } from '../../../shared/contract/connect';
import { api } from '../api';
import { endpointOf } from '../endpointOf';

export const connectApi = api.injectEndpoints({
  endpoints: (build) => ({
    getConnectLink: build.query({
      ...endpointOf(connectCalls.getConnectLink),
      // The connection link is a secret, so the cache drops it together with the screen that shows it.
      keepUnusedDataFor: 0,
      providesTags: ['ConnectLink'],
    }),
    getConnectLinkState: build.query({
      ...endpointOf(connectCalls.getConnectLinkState),
      keepUnusedDataFor: 0,
      providesTags: ['ConnectLink'],
    }),
  }),
});

export const { useGetConnectLinkQuery } = connectApi;
