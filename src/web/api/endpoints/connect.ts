/** Connecting a device by an application of others. */
import * as rows from '../../../shared/contract/connect';
import { api } from '../api';
import { endpointOf } from '../endpointOf';

export const connectApi = api.injectEndpoints({
  endpoints: (build) => ({ getConnectLink: build.mutation(endpointOf(rows.getConnectLink)) }),
});

export const { useGetConnectLinkMutation } = connectApi;
