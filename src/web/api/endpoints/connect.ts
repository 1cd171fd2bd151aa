/** Connecting a device by an application of others. */
import { connectCalls } from '../../../shared/contract/connect';
import { api } from '../api';
import { endpointOf } from '../endpointOf';

export const connectApi = api.injectEndpoints({
  endpoints: (build) => ({
    getConnectLink: build.query({
      ...endpointOf(connectCalls.getConnectLink),
      // A secret: dropped with the screen that shows it.
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
