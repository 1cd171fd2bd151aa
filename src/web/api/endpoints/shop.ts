/** Endpoints for prices and purchase orders. */
import { shopCalls } from '../../../shared/contract/shop';
import { api } from '../api';
import { endpointOf } from '../endpointOf';

export const shopApi = api.injectEndpoints({
  endpoints: (build) => ({
    getShop: build.query({ ...endpointOf(shopCalls.getShop), providesTags: ['Shop'] }),
    getOrder: build.query({
      ...endpointOf(shopCalls.getOrder),
      providesTags: (_answer, _error, { orderId }) => [{ type: 'Order', id: orderId }],
    }),
    getCampaignOrder: build.query({ ...endpointOf(shopCalls.getCampaignOrder), providesTags: ['Campaign'] }),
    getCampaignOrderState: build.query({
      ...endpointOf(shopCalls.getCampaignOrderState),
      providesTags: (_answer, _error, { orderId }) => [{ type: 'Order', id: orderId }],
    }),
  }),
});

export const { useGetShopQuery, useGetCampaignOrderQuery } = shopApi;
