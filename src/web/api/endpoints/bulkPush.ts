/** Messages to many devices. */
import * as pushes from '../../../shared/contract/bulkPush';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';
import { renewStaffToken } from './staff';

const extraOptions = { renewToken: renewStaffToken };

export const bulkPushApi = api.injectEndpoints({
  endpoints: (build) => ({
    previewBulkPush: build.query({
      ...endpointOf(pushes.previewBulkPush),
      extraOptions,
      providesTags: ['Pushes'],
    }),
    sendBulkPush: build.mutation({
      ...endpointOf(pushes.sendBulkPush),
      extraOptions,
      invalidatesTags: whenChanged('Pushes', 'Timeline'),
    }),
    listBulkPushes: build.query({
      ...endpointOf(pushes.listBulkPushes),
      extraOptions,
      providesTags: ['Pushes'],
    }),
    readBulkPush: build.query({
      ...endpointOf(pushes.readBulkPush),
      extraOptions,
      providesTags: ['Pushes'],
    }),
  }),
});

export const {
  usePreviewBulkPushQuery,
  useSendBulkPushMutation,
  useListBulkPushesQuery,
  useReadBulkPushQuery,
} = bulkPushApi;
