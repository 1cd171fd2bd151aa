/** Messages to many devices. */
import * as pushes from '../../../shared/contract/bulkPush';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';
import { forStaff } from './staff';

export const bulkPushApi = api.injectEndpoints({
  endpoints: (build) => ({
    previewBulkPush: build.query({
      ...forStaff(endpointOf(pushes.previewBulkPush)),
      providesTags: ['Pushes'],
    }),
    sendBulkPush: build.mutation({
      ...forStaff(endpointOf(pushes.sendBulkPush)),
      invalidatesTags: whenChanged('Pushes', 'Timeline'),
    }),
    listBulkPushes: build.query({ ...forStaff(endpointOf(pushes.listBulkPushes)), providesTags: ['Pushes'] }),
    readBulkPush: build.query({ ...forStaff(endpointOf(pushes.readBulkPush)), providesTags: ['Pushes'] }),
  }),
});

export const {
  usePreviewBulkPushQuery,
  useSendBulkPushMutation,
  useListBulkPushesQuery,
  useReadBulkPushQuery,
} = bulkPushApi;
