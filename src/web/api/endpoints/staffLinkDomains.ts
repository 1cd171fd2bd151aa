/** Endpoints of the domains of device links. */
import { staffLinkDomainsCalls } from '../../../shared/contract/staffLinkDomains';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';
import { whenChanged } from '../tags';
import { forStaff } from './staff';

export const staffLinkDomainsApi = api.injectEndpoints({
  endpoints: (build) => ({
    readLinkDomains: build.query({
      ...forStaff(buildEndpoint(staffLinkDomainsCalls.readLinkDomains)),
      providesTags: ['LinkDomains'],
    }),
    markLinkDomain: build.mutation({
      ...forStaff(buildEndpoint(staffLinkDomainsCalls.markLinkDomain)),
      invalidatesTags: whenChanged('LinkDomains'),
    }),
  }),
});

export const { useReadLinkDomainsQuery, useMarkLinkDomainMutation } = staffLinkDomainsApi;
