/** Staff calls; their chunk is loaded with the first staff screen. */
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import * as rows from '../../../shared/contract/staff';
import { refreshTokenIn } from '../../app/thunkContext';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';

export const staffSessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    staffLogin: build.mutation({
      ...endpointOf(rows.staffLogin),
      invalidatesTags: whenChanged('Users', 'User', 'Logs', 'Timeline'),
    }),
    offerSecondFactor: build.mutation({
      ...endpointOf(rows.offerSecondFactor),
      invalidatesTags: whenChanged(),
    }),
    staffRefresh: build.mutation({ ...endpointOf(rows.staffRefresh), invalidatesTags: whenChanged() }),
    staffLogOut: build.mutation({
      ...endpointOf(rows.staffLogOut),
      invalidatesTags: whenChanged('Users', 'User', 'Logs', 'Timeline'),
    }),
  }),
});

interface TokenHolder {
  dispatch: ThunkDispatch<unknown, unknown, UnknownAction>;
  getState: () => unknown;
}

const renewals = new Map<string, Promise<boolean>>();

/**
 * Trades the stored refresh token for new tokens. Calls that meet a 401 at the same time share
 * one trade: a refresh token is good for one.
 */
export function renewStaffToken({ dispatch, getState }: TokenHolder): Promise<boolean> {
  const refreshToken = refreshTokenIn(getState());
  if (refreshToken === null) return Promise.resolve(false);
  const running = renewals.get(refreshToken);
  if (running) return running;
  const renewal = (async () => {
    try {
      const { data } = await dispatch(
        staffSessionApi.endpoints.staffRefresh.initiate({ refreshToken }, { track: false }),
      );
      return Boolean(data?.accessToken);
    } finally {
      renewals.delete(refreshToken);
    }
  })();
  renewals.set(refreshToken, renewal);
  return renewal;
}

const extraOptions = { renewToken: renewStaffToken };

export const staffApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchUsers: build.query({ ...endpointOf(rows.searchUsers), extraOptions, providesTags: ['Users'] }),
    getUserById: build.query({
      ...endpointOf(rows.getUserById),
      extraOptions,
      providesTags: (_answer, _error, { id }) => [{ type: 'User', id }],
    }),
    createGift: build.mutation({
      ...endpointOf(rows.createGift),
      extraOptions,
      invalidatesTags: whenChanged('Gift', 'Gifts'),
    }),
    refund: build.mutation({
      ...endpointOf(rows.refund),
      extraOptions,
      invalidatesTags: whenChanged('Users', 'User', 'Timeline'),
    }),
    getConnectionLogs: build.query({
      ...endpointOf(rows.getConnectionLogs),
      extraOptions,
      providesTags: (_answer, _error, { userId }) => [{ type: 'Logs', id: userId }],
    }),
    // What the answer looks like is not known (spec section 7), so it is read as text.
    sendPush: build.mutation({
      ...endpointOf(rows.sendPush, { raw: true }),
      extraOptions,
      // A push that finds its app gone clears the device's token.
      invalidatesTags: whenChanged('User', 'Timeline'),
    }),
  }),
});

export const { useStaffLoginMutation, useStaffRefreshMutation, useStaffLogOutMutation } = staffSessionApi;

export const {
  useSearchUsersQuery,
  useLazySearchUsersQuery,
  useGetUserByIdQuery,
  useCreateGiftMutation,
  useRefundMutation,
  useGetConnectionLogsQuery,
  useSendPushMutation,
} = staffApi;
