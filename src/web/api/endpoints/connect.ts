/** Endpoints for connecting a device with a third-party VPN app. */
import { connectCalls } from '../../../shared/contract/connect';
import { api } from '../api';
import { endpointOf } from '../endpointOf';

export const connectApi = api.injectEndpoints({
  endpoints: (build) => ({
    getConnectLink: build.query({
      ...endpointOf(connectCalls.getConnectLink),
      // The device link is a secret, so it is removed from the cache when the screen that shows the link is closed.
      keepUnusedDataFor: 0,
      providesTags: ['ConnectLink'],
    }),
    getConnectLinkState: build.query({
      ...endpointOf(connectCalls.getConnectLinkState),
      keepUnusedDataFor: 0,
      providesTags: ['ConnectLink'],
    }),
    listVpnApps: build.query({ ...endpointOf(connectCalls.listVpnApps), providesTags: ['VpnApps'] }),
  }),
});

export const { useGetConnectLinkQuery, useListVpnAppsQuery } = connectApi;
