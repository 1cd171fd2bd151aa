/** Endpoints of staff accounts: managing the team (admins only) and the signed-in member's own account. */
import { staffAccountCalls } from '../../../shared/contract/staffAccount';
import { staffTeamCalls } from '../../../shared/contract/staffTeam';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';
import { forStaff } from './staff';

const changesOwn = forStaff({ invalidatesTags: whenChanged('OwnStaffAccount', 'StaffMe', 'Team') });
const changesTeam = forStaff({ invalidatesTags: whenChanged('Team') });

export const staffTeamApi = api.injectEndpoints({
  endpoints: (build) => ({
    getOwnStaffAccount: build.query({
      ...forStaff(endpointOf(staffAccountCalls.getOwnStaffAccount)),
      providesTags: ['OwnStaffAccount'],
    }),
    revokeOwnStaffSession: build.mutation({
      ...endpointOf(staffAccountCalls.revokeOwnStaffSession),
      ...changesOwn,
    }),
    changeOwnStaffPassword: build.mutation({
      ...endpointOf(staffAccountCalls.changeOwnStaffPassword),
      ...changesOwn,
    }),
    // The second factor is active only after the first code is confirmed, so creating the secret invalidates no cache
    // tags.
    offerOwnSecondFactor: build.mutation({
      ...forStaff(endpointOf(staffAccountCalls.offerOwnSecondFactor)),
      invalidatesTags: whenChanged(),
    }),
    confirmOwnSecondFactor: build.mutation({
      ...endpointOf(staffAccountCalls.confirmOwnSecondFactor),
      ...changesOwn,
    }),
    removeOwnSecondFactor: build.mutation({
      ...endpointOf(staffAccountCalls.removeOwnSecondFactor),
      ...changesOwn,
    }),
    listStaff: build.query({ ...forStaff(endpointOf(staffTeamCalls.listStaff)), providesTags: ['Team'] }),
    getStaffSessions: build.query({
      ...forStaff(endpointOf(staffTeamCalls.getStaffSessions)),
      providesTags: ['Team'],
    }),
    createStaff: build.mutation({ ...endpointOf(staffTeamCalls.createStaff), ...changesTeam }),
    changeStaffRole: build.mutation({ ...endpointOf(staffTeamCalls.changeStaffRole), ...changesTeam }),
    resetStaffPassword: build.mutation({ ...endpointOf(staffTeamCalls.resetStaffPassword), ...changesTeam }),
    disableStaff: build.mutation({ ...endpointOf(staffTeamCalls.disableStaff), ...changesTeam }),
    enableStaff: build.mutation({ ...endpointOf(staffTeamCalls.enableStaff), ...changesTeam }),
    resetStaffSecondFactor: build.mutation({
      ...endpointOf(staffTeamCalls.resetStaffSecondFactor),
      ...changesTeam,
    }),
    revokeStaffSession: build.mutation({ ...endpointOf(staffTeamCalls.revokeStaffSession), ...changesTeam }),
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
