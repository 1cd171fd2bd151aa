/** Endpoints with which admins change the list of VPN apps and request its links. */
import { staffVpnAppsCalls } from '../../../shared/contract/staffVpnApps';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';
import { whenChanged } from '../tags';
import { forStaff } from './staff';

const changesApps = forStaff({ invalidatesTags: whenChanged('VpnApps') });

export const staffVpnAppsApi = api.injectEndpoints({
  endpoints: (build) => ({
    readVpnApps: build.query({
      ...forStaff(buildEndpoint(staffVpnAppsCalls.readVpnApps)),
      providesTags: ['VpnApps'],
    }),
    saveVpnApps: build.mutation({ ...buildEndpoint(staffVpnAppsCalls.saveVpnApps), ...changesApps }),
    restoreVpnApps: build.mutation({ ...buildEndpoint(staffVpnAppsCalls.restoreVpnApps), ...changesApps }),
    // The call changes nothing, so it invalidates no cache tags.
    checkVpnAppLinks: build.mutation({
      ...forStaff(buildEndpoint(staffVpnAppsCalls.checkVpnAppLinks)),
      invalidatesTags: whenChanged(),
    }),
  }),
});

export const {
  useReadVpnAppsQuery,
  useSaveVpnAppsMutation,
  useRestoreVpnAppsMutation,
  useCheckVpnAppLinksMutation,
} = staffVpnAppsApi;
