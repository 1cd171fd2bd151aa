/** Endpoints of broadcast pushes, which are sent to many devices. */
import { bulkPushCalls } from '../../../shared/contract/bulkPush';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';
import { forStaff } from './staff';

export const bulkPushApi = api.injectEndpoints({
  endpoints: (build) => ({
    previewBulkPush: build.query({
      ...forStaff(endpointOf(bulkPushCalls.previewBulkPush)),
      providesTags: ['Pushes'],
    }),
    sendBulkPush: build.mutation({
      ...forStaff(endpointOf(bulkPushCalls.sendBulkPush)),
      invalidatesTags: whenChanged('Pushes', 'Timeline'),
    }),
    listBulkPushes: build.query({
      ...forStaff(endpointOf(bulkPushCalls.listBulkPushes)),
      providesTags: ['Pushes'],
    }),
    readBulkPush: build.query({
      ...forStaff(endpointOf(bulkPushCalls.readBulkPush)),
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
