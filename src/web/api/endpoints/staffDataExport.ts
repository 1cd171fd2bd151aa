/** Endpoint with which staff export what is stored about a customer. */
import { staffDataExportCalls } from '../../../shared/contract/staffDataExport';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';
import { whenChanged } from '../tags';
import { forStaff } from './staff';

export const staffDataExportApi = api.injectEndpoints({
  endpoints: (build) => ({
    exportCustomerData: build.mutation({
      ...forStaff(buildEndpoint(staffDataExportCalls.exportCustomerData)),
      invalidatesTags: whenChanged('Audit'),
    }),
  }),
});
