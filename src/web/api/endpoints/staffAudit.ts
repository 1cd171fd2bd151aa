/** The audit log. It grows with every call of anybody: whoever looks at it asks anew. */
import { staffAuditCalls } from '../../../shared/contract/staffAudit';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';
import { forStaff } from './staff';

export const staffAuditApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchAudit: build.query({
      ...forStaff(endpointOf(staffAuditCalls.searchAudit)),
      providesTags: ['Audit'],
    }),
    // An export leaves an entry of its own.
    exportAudit: build.mutation({
      ...forStaff(endpointOf(staffAuditCalls.exportAudit)),
      invalidatesTags: whenChanged('Audit'),
    }),
  }),
});

export const { useSearchAuditQuery } = staffAuditApi;
