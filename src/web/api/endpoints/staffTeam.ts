/** Staff accounts for admins, and what staff do with their own. */
import * as own from '../../../shared/contract/staffAccount';
import * as team from '../../../shared/contract/staffTeam';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';
import { renewStaffToken } from './staff';

const extraOptions = { renewToken: renewStaffToken };
const changesOwn = { extraOptions, invalidatesTags: whenChanged('OwnStaffAccount', 'StaffMe', 'Team') };
const changesTeam = { extraOptions, invalidatesTags: whenChanged('Team') };

export const staffTeamApi = api.injectEndpoints({
  endpoints: (build) => ({
    getOwnStaffAccount: build.query({
      ...endpointOf(own.getOwnStaffAccount),
      extraOptions,
      providesTags: ['OwnStaffAccount'],
    }),
    revokeOwnStaffSession: build.mutation({ ...endpointOf(own.revokeOwnStaffSession), ...changesOwn }),
    changeOwnStaffPassword: build.mutation({ ...endpointOf(own.changeOwnStaffPassword), ...changesOwn }),
    // Nothing counts until its first code.
    offerOwnSecondFactor: build.mutation({
      ...endpointOf(own.offerOwnSecondFactor),
      extraOptions,
      invalidatesTags: whenChanged(),
    }),
    confirmOwnSecondFactor: build.mutation({ ...endpointOf(own.confirmOwnSecondFactor), ...changesOwn }),
    removeOwnSecondFactor: build.mutation({ ...endpointOf(own.removeOwnSecondFactor), ...changesOwn }),
    listStaff: build.query({ ...endpointOf(team.listStaff), extraOptions, providesTags: ['Team'] }),
    getStaffSessions: build.query({
      ...endpointOf(team.getStaffSessions),
      extraOptions,
      providesTags: ['Team'],
    }),
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
