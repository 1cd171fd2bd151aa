/** Endpoints for connecting a device with a third-party VPN app. */
import { connectCalls } from '../../../shared/contract/connect';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';

export const connectApi = api.injectEndpoints({
  endpoints: (build) => ({
    getConnectLink: build.query({
      ...buildEndpoint(connectCalls.getConnectLink),
      // The device link is a secret, so it is removed from the cache when the screen that shows the link is closed.
      keepUnusedDataFor: 0,
      providesTags: ['ConnectLink'],
    }),
    getConnectLinkState: build.query({
      ...buildEndpoint(connectCalls.getConnectLinkState),
      keepUnusedDataFor: 0,
      providesTags: ['ConnectLink'],
    }),
    listVpnApps: build.query({ ...buildEndpoint(connectCalls.listVpnApps), providesTags: ['VpnApps'] }),
  }),
});

export const { useGetConnectLinkQuery, useListVpnAppsQuery } = connectApi;
