/** Gift endpoints for the recipients of gifts. */
import { giftsCalls } from '../../../shared/contract/gifts';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';

export const giftsApi = api.injectEndpoints({
  endpoints: (build) => ({
    checkGift: build.query({ ...endpointOf(giftsCalls.checkGift), providesTags: ['Gift'] }),
    activateGift: build.mutation({
      ...endpointOf(giftsCalls.activateGift, { ownBearer: true }),
      invalidatesTags: whenChanged('Gift', 'Profile', 'Shop'),
    }),
  }),
});

export const { useCheckGiftQuery } = giftsApi;
