/** The staff's gifts: batches, the list, revoking. */
import * as rows from '../../../shared/contract/staffGifts';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';
import { renewStaffToken } from './staff';

const extraOptions = { renewToken: renewStaffToken };

export const staffGiftsApi = api.injectEndpoints({
  endpoints: (build) => ({
    createGiftBatch: build.mutation({
      ...endpointOf(rows.createGiftBatch),
      extraOptions,
      invalidatesTags: whenChanged('Gifts', 'GiftBatches'),
    }),
    listGifts: build.query({ ...endpointOf(rows.listGifts), extraOptions, providesTags: ['Gifts'] }),
    listGiftBatches: build.query({
      ...endpointOf(rows.listGiftBatches),
      extraOptions,
      providesTags: ['GiftBatches'],
    }),
    // Whoever holds the key finds it worthless.
    revokeGift: build.mutation({
      ...endpointOf(rows.revokeGift),
      extraOptions,
      invalidatesTags: whenChanged('Gifts', 'GiftBatches', 'Gift'),
    }),
    revokeGiftBatch: build.mutation({
      ...endpointOf(rows.revokeGiftBatch),
      extraOptions,
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
