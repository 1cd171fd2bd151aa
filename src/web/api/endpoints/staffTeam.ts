/** Endpoints of staff accounts: managing the team (admins only) and the signed-in member's own account. */
import { staffAccountCalls } from '../../../shared/contract/staffAccount';
import { staffTeamCalls } from '../../../shared/contract/staffTeam';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';
import { whenChanged } from '../tags';
import { forStaff } from './staff';

const changesOwn = forStaff({ invalidatesTags: whenChanged('OwnStaffAccount', 'StaffMe', 'Team') });
const changesTeam = forStaff({ invalidatesTags: whenChanged('Team') });

export const staffTeamApi = api.injectEndpoints({
  endpoints: (build) => ({
    getOwnStaffAccount: build.query({
      ...forStaff(buildEndpoint(staffAccountCalls.getOwnStaffAccount)),
      providesTags: ['OwnStaffAccount'],
    }),
    revokeOwnStaffSession: build.mutation({
      ...buildEndpoint(staffAccountCalls.revokeOwnStaffSession),
      ...changesOwn,
    }),
    changeOwnStaffPassword: build.mutation({
      ...buildEndpoint(staffAccountCalls.changeOwnStaffPassword),
      ...changesOwn,
    }),
    // The second factor is active only after the first code is confirmed, so creating the secret invalidates no cache
    // tags.
    offerOwnSecondFactor: build.mutation({
      ...forStaff(buildEndpoint(staffAccountCalls.offerOwnSecondFactor)),
      invalidatesTags: whenChanged(),
    }),
    confirmOwnSecondFactor: build.mutation({
      ...buildEndpoint(staffAccountCalls.confirmOwnSecondFactor),
      ...changesOwn,
    }),
    removeOwnSecondFactor: build.mutation({
      ...buildEndpoint(staffAccountCalls.removeOwnSecondFactor),
      ...changesOwn,
    }),
    listStaff: build.query({ ...forStaff(buildEndpoint(staffTeamCalls.listStaff)), providesTags: ['Team'] }),
    getStaffSessions: build.query({
      ...forStaff(buildEndpoint(staffTeamCalls.getStaffSessions)),
      providesTags: ['Team'],
    }),
    createStaff: build.mutation({ ...buildEndpoint(staffTeamCalls.createStaff), ...changesTeam }),
    changeStaffRole: build.mutation({ ...buildEndpoint(staffTeamCalls.changeStaffRole), ...changesTeam }),
    resetStaffPassword: build.mutation({
      ...buildEndpoint(staffTeamCalls.resetStaffPassword),
      ...changesTeam,
    }),
    disableStaff: build.mutation({ ...buildEndpoint(staffTeamCalls.disableStaff), ...changesTeam }),
    enableStaff: build.mutation({ ...buildEndpoint(staffTeamCalls.enableStaff), ...changesTeam }),
    resetStaffSecondFactor: build.mutation({
      ...buildEndpoint(staffTeamCalls.resetStaffSecondFactor),
      ...changesTeam,
    }),
    revokeStaffSession: build.mutation({
      ...buildEndpoint(staffTeamCalls.revokeStaffSession),
      ...changesTeam,
    }),
  }),
});

export const {
  useGetOwnStaffAccountQuery,
  useRevokeOwnStaffSessionMutation,
  useChangeOwnStaffPasswordMutation,
  useOfferOwnSecondFactorMutation,
  useConfirmOwnSecondFactorMutation,
  useRemoveOwnSecondFactorMutation,
  useListStaffQuery,
  useGetStaffSessionsQuery,
  useCreateStaffMutation,
  useChangeStaffRoleMutation,
  useResetStaffPasswordMutation,
  useDisableStaffMutation,
  useEnableStaffMutation,
  useResetStaffSecondFactorMutation,
  useRevokeStaffSessionMutation,
} = staffTeamApi;
