/** Endpoints of the domains of device links. */
import { staffLinkDomainsCalls } from '../../../shared/contract/staffLinkDomains';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';
import { forStaff } from './staff';

export const staffLinkDomainsApi = api.injectEndpoints({
  endpoints: (build) => ({
    readLinkDomains: build.query({
      ...forStaff(endpointOf(staffLinkDomainsCalls.readLinkDomains)),
      providesTags: ['LinkDomains'],
    }),
    markLinkDomain: build.mutation({
      ...forStaff(endpointOf(staffLinkDomainsCalls.markLinkDomain)),
      invalidatesTags: whenChanged('LinkDomains'),
    }),
  }),
});

export const { useReadLinkDomainsQuery, useMarkLinkDomainMutation } = staffLinkDomainsApi;
