/** Endpoints with which a customer deletes the account. */
import { accountDeletionCalls } from '../../../shared/contract/accountDeletion';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';

export const accountDeletionApi = api.injectEndpoints({
  endpoints: (build) => ({
    // Its only screen refetches the preview whenever it opens, so only the withdrawal on that screen invalidates the tag.
    previewDeletion: build.query({
      ...endpointOf(accountDeletionCalls.previewDeletion),
      providesTags: ['Deletion'],
    }),
    sendDeletionCode: build.mutation(endpointOf(accountDeletionCalls.sendDeletionCode)),
    confirmDeletion: build.mutation(endpointOf(accountDeletionCalls.confirmDeletion)),
    withdrawDeletion: build.mutation({
      ...endpointOf(accountDeletionCalls.withdrawDeletion),
      invalidatesTags: whenChanged('Deletion'),
    }),
  }),
});

export const {
  usePreviewDeletionQuery,
  useSendDeletionCodeMutation,
  useConfirmDeletionMutation,
  useWithdrawDeletionMutation,
} = accountDeletionApi;
