/** Gift endpoints for the recipients of gifts. */
import { giftsCalls } from '../../../shared/contract/gifts';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';
import { whenChanged } from '../tags';

export const giftsApi = api.injectEndpoints({
  endpoints: (build) => ({
    checkGift: build.query({ ...buildEndpoint(giftsCalls.checkGift), providesTags: ['Gift'] }),
    activateGift: build.mutation({
      ...buildEndpoint(giftsCalls.activateGift, { ownBearer: true }),
      invalidatesTags: whenChanged('Gift', 'Profile', 'Shop'),
    }),
  }),
});

export const { useCheckGiftQuery } = giftsApi;
