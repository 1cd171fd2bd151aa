/** Prices and orders. */
import * as rows from '../../../shared/contract/shop';
import { api } from '../api';
import { endpointOf } from '../endpointOf';

export const shopApi = api.injectEndpoints({
  endpoints: (build) => ({
    getShop: build.query({ ...endpointOf(rows.getShop), providesTags: ['Shop'] }),
    getOrder: build.query({
      ...endpointOf(rows.getOrder),
      providesTags: (_answer, _error, { orderId }) => [{ type: 'Order', id: orderId }],
    }),
    getCampaignOrder: build.query({ ...endpointOf(rows.getCampaignOrder), providesTags: ['Campaign'] }),
    getCampaignOrderState: build.query({
      ...endpointOf(rows.getCampaignOrderState),
      providesTags: (_answer, _error, { orderId }) => [{ type: 'Order', id: orderId }],
    }),
  }),
});

export const { useGetShopQuery, useGetCampaignOrderQuery } = shopApi;
