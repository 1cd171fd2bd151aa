/** Endpoints for prices and purchase orders. */
import { shopCalls } from '../../../shared/contract/shop';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';

export const shopApi = api.injectEndpoints({
  endpoints: (build) => ({
    getShop: build.query({ ...buildEndpoint(shopCalls.getShop), providesTags: ['Shop'] }),
    getOrder: build.query({
      ...buildEndpoint(shopCalls.getOrder),
      providesTags: (_answer, _error, { orderId }) => [{ type: 'Order', id: orderId }],
    }),
    getCampaignOrder: build.query({
      ...buildEndpoint(shopCalls.getCampaignOrder),
      providesTags: ['Campaign'],
    }),
    getCampaignOrderState: build.query({
      ...buildEndpoint(shopCalls.getCampaignOrderState),
      providesTags: (_answer, _error, { orderId }) => [{ type: 'Order', id: orderId }],
    }),
  }),
});

export const { useGetShopQuery, useGetCampaignOrderQuery } = shopApi;
