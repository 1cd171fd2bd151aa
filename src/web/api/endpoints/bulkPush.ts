/** Endpoints of broadcast pushes, which are sent to many devices. */
import { bulkPushCalls } from '../../../shared/contract/bulkPush';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';
import { whenChanged } from '../tags';
import { forStaff } from './staff';

export const bulkPushApi = api.injectEndpoints({
  endpoints: (build) => ({
    previewBulkPush: build.query({
      ...forStaff(buildEndpoint(bulkPushCalls.previewBulkPush)),
      providesTags: ['Pushes'],
    }),
    sendBulkPush: build.mutation({
      ...forStaff(buildEndpoint(bulkPushCalls.sendBulkPush)),
      invalidatesTags: whenChanged('Pushes', 'Timeline'),
    }),
    listBulkPushes: build.query({
      ...forStaff(buildEndpoint(bulkPushCalls.listBulkPushes)),
      providesTags: ['Pushes'],
    }),
    readBulkPush: build.query({
      ...forStaff(buildEndpoint(bulkPushCalls.readBulkPush)),
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
