/** Endpoints of the tags with which staff classify customers. */
import { customerTagsCalls } from '../../../shared/contract/customerTags';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';
import { whenChanged } from '../tags';
import { forStaff } from './staff';

export const customerTagsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTags: build.query({ ...forStaff(buildEndpoint(customerTagsCalls.listTags)), providesTags: ['Tags'] }),
    changeTag: build.mutation({
      ...forStaff(buildEndpoint(customerTagsCalls.changeTag)),
      invalidatesTags: whenChanged('Tags', 'User', 'Users', 'Timeline'),
    }),
  }),
});

export const { useListTagsQuery, useChangeTagMutation } = customerTagsApi;
