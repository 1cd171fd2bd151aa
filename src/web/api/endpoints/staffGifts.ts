/** Staff endpoints for gifts: creating batches, listing gifts and revoking a gift. */
import { staffGiftsCalls } from '../../../shared/contract/staffGifts';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';
import { forStaff } from './staff';

export const staffGiftsApi = api.injectEndpoints({
  endpoints: (build) => ({
    createGiftBatch: build.mutation({
      ...forStaff(endpointOf(staffGiftsCalls.createGiftBatch)),
      invalidatesTags: whenChanged('Gifts', 'GiftBatches'),
    }),
    listGifts: build.query({ ...forStaff(endpointOf(staffGiftsCalls.listGifts)), providesTags: ['Gifts'] }),
    listGiftBatches: build.query({
      ...forStaff(endpointOf(staffGiftsCalls.listGiftBatches)),
      providesTags: ['GiftBatches'],
    }),
    // A revoked gift key becomes invalid for its recipient.
    revokeGift: build.mutation({
      ...forStaff(endpointOf(staffGiftsCalls.revokeGift)),
      invalidatesTags: whenChanged('Gifts', 'GiftBatches', 'Gift'),
    }),
    revokeGiftBatch: build.mutation({
      ...forStaff(endpointOf(staffGiftsCalls.revokeGiftBatch)),
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
