/** Endpoints of the tags with which staff classify customers. */
import { customerTagsCalls } from '../../../shared/contract/customerTags';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';
import { forStaff } from './staff';

export const customerTagsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTags: build.query({ ...forStaff(endpointOf(customerTagsCalls.listTags)), providesTags: ['Tags'] }),
    changeTag: build.mutation({
      ...forStaff(endpointOf(customerTagsCalls.changeTag)),
      invalidatesTags: whenChanged('Tags', 'User', 'Users', 'Timeline'),
    }),
  }),
});

export const { useListTagsQuery, useChangeTagMutation } = customerTagsApi;
