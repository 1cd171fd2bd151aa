/**
 * Endpoints of the audit log. Nearly every staff request adds an entry to the audit log, so a screen refetches the
 * audit log each time the screen opens.
 */
import { staffAuditCalls } from '../../../shared/contract/staffAudit';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';
import { whenChanged } from '../tags';
import { forStaff } from './staff';

export const staffAuditApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchAudit: build.query({
      ...forStaff(buildEndpoint(staffAuditCalls.searchAudit)),
      providesTags: ['Audit'],
    }),
    // An export adds an entry to the audit log.
    exportAudit: build.mutation({
      ...forStaff(buildEndpoint(staffAuditCalls.exportAudit)),
      invalidatesTags: whenChanged('Audit'),
    }),
  }),
});

export const { useSearchAuditQuery } = staffAuditApi;
