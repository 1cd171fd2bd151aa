/**
 * Staff endpoints and the renewal of staff tokens. The chunk with the staff endpoints is loaded with the first staff
 * screen.
 */
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { staffCalls } from '../../../shared/contract/staff';
import type { Platform } from '../../platform/platform';
import { readTabValue, removeTabValue, writeTabValue } from '../../tabStorage/tabStorage';
import { staffTokensFound } from '../answered';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';
import { hasNoResponse, toCallError } from '../callError';
import { whenChanged } from '../tags';
import { platformIn, refreshTokenIn } from '../thunkContext';

/**
 * Marks an endpoint that staff call without a session, so that only the staff screen reports failures of the endpoint.
 */
const beforeSignIn = <Endpoint extends object>(endpoint: Endpoint) => ({
  ...endpoint,
  extraOptions: { caller: 'staff' as const },
});

export const staffSessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    staffLogin: build.mutation({
      ...beforeSignIn(buildEndpoint(staffCalls.staffLogin)),
      invalidatesTags: whenChanged('Users', 'User', 'Logs', 'Timeline'),
    }),
    offerSecondFactor: build.mutation({
      ...beforeSignIn(buildEndpoint(staffCalls.offerSecondFactor)),
      invalidatesTags: whenChanged(),
    }),
    staffRefresh: build.mutation({
      ...beforeSignIn(buildEndpoint(staffCalls.staffRefresh)),
      invalidatesTags: whenChanged(),
    }),
    staffLogOut: build.mutation({
      ...beforeSignIn(buildEndpoint(staffCalls.staffLogOut)),
      invalidatesTags: whenChanged('Users', 'User', 'Logs', 'Timeline'),
    }),
  }),
});

interface TokenHolder {
  dispatch: ThunkDispatch<unknown, unknown, UnknownAction>;
  getState: () => unknown;
  /** Platform of the store. Redux passes the platform as the extra argument to thunks and base queries. */
  extra: unknown;
}

/**
 * Result of a token renewal:
 * - `renewed`: new tokens are stored;
 * - `ended`: the server has ended the session;
 * - `noResponse`: no response to the token renewal arrived;
 * - `unreachable`: the error response does not show whether the tokens are valid;
 * - `tooOften`: no request was made, because the recent token renewals did not help.
 */
export type StaffRenewal = 'renewed' | 'ended' | 'noResponse' | 'unreachable' | 'tooOften';

/**
 * Maximum number of token renewals within the time window. Further token renewals are not attempted, because they would
 * not help.
 */
const RENEWALS_AT_MOST = 2;
const RENEWAL_WINDOW_MS = 60_000;

const TAB_LOCK = 'staffRenewal';

const renewals = new WeakMap<Platform, Map<string, Promise<StaffRenewal>>>();

/**
 * Exchanges the stored refresh token for new tokens. Concurrent requests that get a 401 share one token refresh, also
 * across browser tabs, because a refresh token is single-use. After two token refreshes of a tab within 60 s, the tab
 * attempts no further token refresh until the 60 s have passed.
 */
export function renewStaffSession(holder: TokenHolder): Promise<StaffRenewal> {
  const refreshToken = refreshTokenIn(holder.getState());
  if (refreshToken === null) return Promise.resolve('ended');
  const platform = platformIn(holder.extra);
  const ofPage = renewals.get(platform) ?? new Map<string, Promise<StaffRenewal>>();
  renewals.set(platform, ofPage);
  const running = ofPage.get(refreshToken);
  if (running) return running;
  const renewal = platform.tabLock
    .run(TAB_LOCK, () => trade(holder, platform, refreshToken))
    .finally(() => ofPage.delete(refreshToken));
  ofPage.set(refreshToken, renewal);
  return renewal;
}

/** Renews the staff tokens after a 401 and returns whether the base query should retry the request. */
export async function renewStaffToken(holder: TokenHolder): Promise<boolean> {
  return (await renewStaffSession(holder)) === 'renewed';
}

async function trade(holder: TokenHolder, platform: Platform, refreshToken: string): Promise<StaffRenewal> {
  const traded = tradedElsewhere(holder, platform, refreshToken);
  if (traded !== null) return traded;
  if (!countRenewal(platform)) return 'tooOften';
  const { data, error } = await holder.dispatch(
    staffSessionApi.endpoints.staffRefresh.initiate({ refreshToken }, { track: false }),
  );
  // Ignore the response if another member of staff has signed in during the request.
  if (data?.accessToken && refreshTokenIn(holder.getState()) === (data.refreshToken ?? refreshToken)) {
    // Write the tokens to browser storage before the lock is released, because the Redux store is persisted slightly
    // later.
    platform.storage.set('accessToken', data.accessToken);
    if (data.refreshToken) platform.storage.set('refreshToken', data.refreshToken);
    return 'renewed';
  }
  const meanwhile = tradedElsewhere(holder, platform, refreshToken);
  if (meanwhile !== null) return meanwhile;
  if (error === undefined) return 'ended';
  const failure = toCallError(error);
  if (hasNoResponse(failure)) {
    // The server did not receive the request, so this attempt does not count towards the limit of token renewals.
    uncountRenewal(platform);
    return 'noResponse';
  }
  const { status } = failure;
  return status === 400 || status === 401 || status === 403 ? 'ended' : 'unreachable';
}

/**
 * Returns false if the limit of recent token renewals is reached. Otherwise counts the current token renewal and
 * returns true.
 */
function countRenewal({ sessionStorage, now }: Platform): boolean {
  const at = now();
  const recent = (readTabValue(sessionStorage, 'staffRefreshes') ?? []).filter(
    (before) => before > at - RENEWAL_WINDOW_MS && before <= at,
  );
  if (recent.length >= RENEWALS_AT_MOST) return false;
  writeTabValue(sessionStorage, 'staffRefreshes', [...recent, at]);
  return true;
}

function uncountRenewal({ sessionStorage }: Platform): void {
  const counted = readTabValue(sessionStorage, 'staffRefreshes') ?? [];
  if (counted.length <= 1) removeTabValue(sessionStorage, 'staffRefreshes');
  else writeTabValue(sessionStorage, 'staffRefreshes', counted.slice(0, -1));
}

/** Adopts the tokens that another tab has stored. Returns null if the refresh token of this tab is still the newest. */
function tradedElsewhere(
  { dispatch, getState }: TokenHolder,
  { storage }: Platform,
  refreshToken: string,
): StaffRenewal | null {
  if (refreshTokenIn(getState()) === refreshToken) {
    const stored = storage.get('refreshToken');
    if (stored === refreshToken) return null;
    dispatch(
      staffTokensFound({ accessToken: storage.get('accessToken') || null, refreshToken: stored || null }),
    );
  }
  return refreshTokenIn(getState()) === null ? 'ended' : 'renewed';
}

/**
 * Marks a staff endpoint. If the access token has expired, the base query renews the tokens and retries the request to
 * the marked endpoint.
 */
export const forStaff = <Endpoint extends object>(endpoint: Endpoint) => ({
  ...endpoint,
  extraOptions: { caller: 'staff' as const, renewToken: renewStaffToken },
});

export const staffApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchUsers: build.query({ ...forStaff(buildEndpoint(staffCalls.searchUsers)), providesTags: ['Users'] }),
    getUserById: build.query({
      ...forStaff(buildEndpoint(staffCalls.getUserById)),
      providesTags: (_answer, _error, { id }) => [{ type: 'User', id }],
    }),
    createGift: build.mutation({
      ...forStaff(buildEndpoint(staffCalls.createGift)),
      invalidatesTags: whenChanged('Gift', 'Gifts'),
    }),
    refund: build.mutation({
      ...forStaff(buildEndpoint(staffCalls.refund)),
      invalidatesTags: whenChanged('Users', 'User', 'Timeline'),
    }),
    getConnectionLogs: build.query({
      ...forStaff(buildEndpoint(staffCalls.getConnectionLogs)),
      providesTags: (_answer, _error, { userId }) => [{ type: 'Logs', id: userId }],
    }),
    // The specification does not define the response format of a push, so the response is read as text.
    sendPush: build.mutation({
      ...forStaff(buildEndpoint(staffCalls.sendPush, { raw: true })),
      // If the push service reports that the app was uninstalled, the server clears the push token of the device.
      invalidatesTags: whenChanged('User', 'Timeline'),
    }),
  }),
});

export const { useSearchUsersQuery, useGetUserByIdQuery, useCreateGiftMutation, useGetConnectionLogsQuery } =
  staffApi;
