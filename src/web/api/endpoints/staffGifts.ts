/** The staff's gifts: batches, the list, revoking. */
import * as rows from '../../../shared/contract/staffGifts';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';
import { forStaff } from './staff';

export const staffGiftsApi = api.injectEndpoints({
  endpoints: (build) => ({
    createGiftBatch: build.mutation({
      ...forStaff(endpointOf(rows.createGiftBatch)),
      invalidatesTags: whenChanged('Gifts', 'GiftBatches'),
    }),
    listGifts: build.query({ ...forStaff(endpointOf(rows.listGifts)), providesTags: ['Gifts'] }),
    listGiftBatches: build.query({
      ...forStaff(endpointOf(rows.listGiftBatches)),
      providesTags: ['GiftBatches'],
    }),
    // Whoever holds the key finds it worthless.
    revokeGift: build.mutation({
      ...forStaff(endpointOf(rows.revokeGift)),
      invalidatesTags: whenChanged('Gifts', 'GiftBatches', 'Gift'),
    }),
    revokeGiftBatch: build.mutation({
      ...forStaff(endpointOf(rows.revokeGiftBatch)),
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
