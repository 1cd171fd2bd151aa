/** Account recovery endpoints: moving a subscription to another email address and granting days. */
import { staffAccountRecoveryCalls } from '../../../shared/contract/staffAccountRecovery';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';
import { whenChanged } from '../tags';
import { forStaff } from './staff';

export const staffAccountRecoveryApi = api.injectEndpoints({
  endpoints: (build) => ({
    grantDays: build.mutation({
      ...forStaff(buildEndpoint(staffAccountRecoveryCalls.grantDays)),
      invalidatesTags: whenChanged('User', 'Users', 'Timeline'),
    }),
    moveSubscription: build.mutation({
      ...forStaff(buildEndpoint(staffAccountRecoveryCalls.moveSubscription)),
      invalidatesTags: whenChanged('User', 'Users', 'Timeline'),
    }),
  }),
});

export const { useGrantDaysMutation, useMoveSubscriptionMutation } = staffAccountRecoveryApi;
