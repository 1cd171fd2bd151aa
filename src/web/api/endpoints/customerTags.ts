/** Words by which staff sort customers. */
import { changeTag, listTags } from '../../../shared/contract/customerTags';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';
import { forStaff } from './staff';

export const customerTagsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTags: build.query({ ...forStaff(endpointOf(listTags)), providesTags: ['Tags'] }),
    changeTag: build.mutation({
      ...forStaff(endpointOf(changeTag)),
      invalidatesTags: whenChanged('Tags', 'User', 'Users', 'Timeline'),
    }),
  }),
});

export const { useListTagsQuery, useChangeTagMutation } = customerTagsApi;
