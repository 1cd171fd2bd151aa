/** Moving a subscription to another email, and giving days. */
import { grantDays, moveSubscription } from '../../../shared/contract/staffRescue';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';
import { renewStaffToken } from './staff';

const extraOptions = { renewToken: renewStaffToken };

export const staffRescueApi = api.injectEndpoints({
  endpoints: (build) => ({
    grantDays: build.mutation({
      ...endpointOf(grantDays),
      extraOptions,
      invalidatesTags: whenChanged('User', 'Users', 'Timeline'),
    }),
    moveSubscription: build.mutation({
      ...endpointOf(moveSubscription),
      extraOptions,
      invalidatesTags: whenChanged('User', 'Users', 'Timeline'),
    }),
  }),
});

export const { useGrantDaysMutation, useMoveSubscriptionMutation } = staffRescueApi;
