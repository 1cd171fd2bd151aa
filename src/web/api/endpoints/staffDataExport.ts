/** Endpoint with which staff export what is stored about a customer. */
import { staffDataExportCalls } from '../../../shared/contract/staffDataExport';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';
import { forStaff } from './staff';

export const staffDataExportApi = api.injectEndpoints({
  endpoints: (build) => ({
    exportCustomerData: build.mutation({
      ...forStaff(endpointOf(staffDataExportCalls.exportCustomerData)),
      invalidatesTags: whenChanged('Audit'),
    }),
  }),
});
