/** The audit log. It grows with every call of anybody: whoever looks at it asks anew. */
import * as rows from '../../../shared/contract/staffAudit';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';
import { renewStaffToken } from './staff';

const extraOptions = { renewToken: renewStaffToken };

export const staffAuditApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchAudit: build.query({ ...endpointOf(rows.searchAudit), extraOptions, providesTags: ['Audit'] }),
    // An export leaves an entry of its own.
    exportAudit: build.mutation({
      ...endpointOf(rows.exportAudit),
      extraOptions,
      invalidatesTags: whenChanged('Audit'),
    }),
  }),
});

export const { useSearchAuditQuery } = staffAuditApi;
