/** Staff accounts for admins, and what staff do with their own. */
import * as own from '../../../shared/contract/staffAccount';
import * as team from '../../../shared/contract/staffTeam';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';
import { forStaff } from './staff';

const changesOwn = forStaff({ invalidatesTags: whenChanged('OwnStaffAccount', 'StaffMe', 'Team') });
const changesTeam = forStaff({ invalidatesTags: whenChanged('Team') });

export const staffTeamApi = api.injectEndpoints({
  endpoints: (build) => ({
    getOwnStaffAccount: build.query({
      ...forStaff(endpointOf(own.getOwnStaffAccount)),
      providesTags: ['OwnStaffAccount'],
    }),
    revokeOwnStaffSession: build.mutation({ ...endpointOf(own.revokeOwnStaffSession), ...changesOwn }),
    changeOwnStaffPassword: build.mutation({ ...endpointOf(own.changeOwnStaffPassword), ...changesOwn }),
    // Nothing counts until its first code.
    offerOwnSecondFactor: build.mutation({
      ...forStaff(endpointOf(own.offerOwnSecondFactor)),
      invalidatesTags: whenChanged(),
    }),
    confirmOwnSecondFactor: build.mutation({ ...endpointOf(own.confirmOwnSecondFactor), ...changesOwn }),
    removeOwnSecondFactor: build.mutation({ ...endpointOf(own.removeOwnSecondFactor), ...changesOwn }),
    listStaff: build.query({ ...forStaff(endpointOf(team.listStaff)), providesTags: ['Team'] }),
    getStaffSessions: build.query({ ...forStaff(endpointOf(team.getStaffSessions)), providesTags: ['Team'] }),
    createStaff: build.mutation({ ...endpointOf(team.createStaff), ...changesTeam }),
    changeStaffRole: build.mutation({ ...endpointOf(team.changeStaffRole), ...changesTeam }),
    resetStaffPassword: build.mutation({ ...endpointOf(team.resetStaffPassword), ...changesTeam }),
    disableStaff: build.mutation({ ...endpointOf(team.disableStaff), ...changesTeam }),
    enableStaff: build.mutation({ ...endpointOf(team.enableStaff), ...changesTeam }),
    resetStaffSecondFactor: build.mutation({ ...endpointOf(team.resetStaffSecondFactor), ...changesTeam }),
    revokeStaffSession: build.mutation({ ...endpointOf(team.revokeStaffSession), ...changesTeam }),
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
