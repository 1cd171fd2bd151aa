/** Endpoints with which a customer deletes the account. */
import { accountDeletionCalls } from '../../../shared/contract/accountDeletion';
import { api } from '../api';
import { endpointOf } from '../endpointOf';

export const accountDeletionApi = api.injectEndpoints({
  endpoints: (build) => ({
    previewDeletion: build.query({
      ...endpointOf(accountDeletionCalls.previewDeletion),
      providesTags: ['Profile'],
    }),
    sendDeletionCode: build.mutation(endpointOf(accountDeletionCalls.sendDeletionCode)),
    confirmDeletion: build.mutation(endpointOf(accountDeletionCalls.confirmDeletion)),
  }),
});

export const { usePreviewDeletionQuery, useSendDeletionCodeMutation, useConfirmDeletionMutation } =
  accountDeletionApi;
