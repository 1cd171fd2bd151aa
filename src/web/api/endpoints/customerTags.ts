/** Words by which staff sort customers. */
import { changeTag, listTags } from '../../../shared/contract/customerTags';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';
import { renewStaffToken } from './staff';

const extraOptions = { renewToken: renewStaffToken };

export const customerTagsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTags: build.query({ ...endpointOf(listTags), extraOptions, providesTags: ['Tags'] }),
    changeTag: build.mutation({
      ...endpointOf(changeTag),
      extraOptions,
      invalidatesTags: whenChanged('Tags', 'User', 'Users', 'Timeline'),
    }),
  }),
});

export const { useListTagsQuery, useChangeTagMutation } = customerTagsApi;
