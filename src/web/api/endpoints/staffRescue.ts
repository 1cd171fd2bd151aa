/** Moving a subscription to another email, and giving days. */
import { staffRescueCalls } from '../../../shared/contract/staffRescue';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';
import { forStaff } from './staff';

export const staffRescueApi = api.injectEndpoints({
  endpoints: (build) => ({
    grantDays: build.mutation({
      ...forStaff(endpointOf(staffRescueCalls.grantDays)),
      invalidatesTags: whenChanged('User', 'Users', 'Timeline'),
    }),
    moveSubscription: build.mutation({
      ...forStaff(endpointOf(staffRescueCalls.moveSubscription)),
      invalidatesTags: whenChanged('User', 'Users', 'Timeline'),
    }),
  }),
});

export const { useGrantDaysMutation, useMoveSubscriptionMutation } = staffRescueApi;
