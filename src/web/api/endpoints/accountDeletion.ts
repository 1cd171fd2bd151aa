/** Endpoints with which a customer deletes the account. */
import { accountDeletionCalls } from '../../../shared/contract/accountDeletion';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';
import { whenChanged } from '../tags';

export const accountDeletionApi = api.injectEndpoints({
  endpoints: (build) => ({
    // Its only screen refetches the preview whenever it opens, so only the withdrawal on that screen invalidates the tag.
    previewDeletion: build.query({
      ...buildEndpoint(accountDeletionCalls.previewDeletion),
      providesTags: ['Deletion'],
    }),
    sendDeletionCode: build.mutation(buildEndpoint(accountDeletionCalls.sendDeletionCode)),
    confirmDeletion: build.mutation(buildEndpoint(accountDeletionCalls.confirmDeletion)),
    withdrawDeletion: build.mutation({
      ...buildEndpoint(accountDeletionCalls.withdrawDeletion),
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
