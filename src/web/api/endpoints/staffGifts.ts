/** Staff endpoints for gifts: creating batches, listing gifts and revoking a gift. */
import { staffGiftsCalls } from '../../../shared/contract/staffGifts';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';
import { whenChanged } from '../tags';
import { forStaff } from './staff';

export const staffGiftsApi = api.injectEndpoints({
  endpoints: (build) => ({
    createGiftBatch: build.mutation({
      ...forStaff(buildEndpoint(staffGiftsCalls.createGiftBatch)),
      invalidatesTags: whenChanged('Gifts', 'GiftBatches'),
    }),
    listGifts: build.query({
      ...forStaff(buildEndpoint(staffGiftsCalls.listGifts)),
      providesTags: ['Gifts'],
    }),
    listGiftBatches: build.query({
      ...forStaff(buildEndpoint(staffGiftsCalls.listGiftBatches)),
      providesTags: ['GiftBatches'],
    }),
    // A revoked gift key becomes invalid for its recipient.
    revokeGift: build.mutation({
      ...forStaff(buildEndpoint(staffGiftsCalls.revokeGift)),
      invalidatesTags: whenChanged('Gifts', 'GiftBatches', 'Gift'),
    }),
    revokeGiftBatch: build.mutation({
      ...forStaff(buildEndpoint(staffGiftsCalls.revokeGiftBatch)),
      invalidatesTags: whenChanged('Gifts', 'GiftBatches', 'Gift'),
    }),
  }),
});

export const {
  useListGiftsQuery,
  useListGiftBatchesQuery,
  useRevokeGiftMutation,
  useRevokeGiftBatchMutation,
} = staffGiftsApi;
