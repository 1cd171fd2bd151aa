/** Endpoint of the page /check. It is asked from another host than all other endpoints. */
import * as v from 'valibot';
import { connectionCheckCalls } from '../../../shared/contract/connectionCheck';
import { api } from '../api';
import type { CallRequest } from '../baseQuery';

const row = connectionCheckCalls.checkConnection;

export const connectionCheckApi = api.injectEndpoints({
  endpoints: (build) => ({
    checkConnection: build.query({
      query: (checkUrl: string): CallRequest => ({
        row,
        body: {},
        raw: false,
        baseUrl: `${checkUrl}/api/`,
      }),
      argSchema: v.string(),
      responseSchema: row.response,
      // The answer is out of date as soon as the customer switches the VPN.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useCheckConnectionQuery } = connectionCheckApi;
