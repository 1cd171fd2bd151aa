/** Account recovery endpoints: moving a subscription to another email address and granting days. */
import { staffAccountRecoveryCalls } from '../../../shared/contract/staffAccountRecovery';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';
import { forStaff } from './staff';

export const staffAccountRecoveryApi = api.injectEndpoints({
  endpoints: (build) => ({
    grantDays: build.mutation({
      ...forStaff(endpointOf(staffAccountRecoveryCalls.grantDays)),
      invalidatesTags: whenChanged('User', 'Users', 'Timeline'),
    }),
    moveSubscription: build.mutation({
      ...forStaff(endpointOf(staffAccountRecoveryCalls.moveSubscription)),
      invalidatesTags: whenChanged('User', 'Users', 'Timeline'),
    }),
  }),
});

export const { useGrantDaysMutation, useMoveSubscriptionMutation } = staffAccountRecoveryApi;
