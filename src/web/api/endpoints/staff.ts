/** Staff calls; their chunk is loaded with the first staff screen. */
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { staffCalls } from '../../../shared/contract/staff';
import type { Platform } from '../../platform/platform';
import { readTabValue, removeTabValue, writeTabValue } from '../../tabStorage/tabStorage';
import { staffTokensFound } from '../answered';
import { api } from '../api';
import { callErrorOf, hasNoResponse } from '../callError';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';
import { platformIn, refreshTokenIn } from '../thunkContext';

/** For an endpoint that staff call without a session: only their screens report its failures. */
const beforeSignIn = <Endpoint extends object>(endpoint: Endpoint) => ({
  ...endpoint,
  extraOptions: { caller: 'staff' as const },
});

export const staffSessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    staffLogin: build.mutation({
      ...beforeSignIn(endpointOf(staffCalls.staffLogin)),
      invalidatesTags: whenChanged('Users', 'User', 'Logs', 'Timeline'),
    }),
    offerSecondFactor: build.mutation({
      ...beforeSignIn(endpointOf(staffCalls.offerSecondFactor)),
      invalidatesTags: whenChanged(),
    }),
    staffRefresh: build.mutation({
      ...beforeSignIn(endpointOf(staffCalls.staffRefresh)),
      invalidatesTags: whenChanged(),
    }),
    staffLogOut: build.mutation({
      ...beforeSignIn(endpointOf(staffCalls.staffLogOut)),
      invalidatesTags: whenChanged('Users', 'User', 'Logs', 'Timeline'),
    }),
  }),
});

interface TokenHolder {
  dispatch: ThunkDispatch<unknown, unknown, UnknownAction>;
  getState: () => unknown;
  /** The platform, as thunks and base queries are given it. */
  extra: unknown;
}

/**
 * Result of a renewal: new tokens; a session that the server has ended; no response at all; an error response that
 * says neither, so that the tokens may still be valid; or no attempt, because the attempts before did not help.
 */
export type StaffRenewal = 'renewed' | 'ended' | 'noResponse' | 'unreachable' | 'tooOften';

/** More renewals than this within the window mean that they do not help. */
const RENEWALS_AT_MOST = 2;
const RENEWAL_WINDOW_MS = 60_000;

const TAB_LOCK = 'staffRenewal';

const renewals = new WeakMap<Platform, Map<string, Promise<StaffRenewal>>>();

/**
 * Trades the stored refresh token for new tokens. Calls that meet a 401 at the same time share one
 * trade, and so do the tabs of a browser: a refresh token is good for one. Every trade of a tab counts,
 * whoever asked for it: after two within 60 s no other is tried until the window has passed.
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

/** As the base query asks for it: whether it is worth calling again. */
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
  // Somebody else may have signed in meanwhile: then the answer is for nobody here.
  if (data?.accessToken && refreshTokenIn(holder.getState()) === (data.refreshToken ?? refreshToken)) {
    // Before the lock is let go: the store's own mirror to the storage comes a moment later.
    platform.storage.set('accessToken', data.accessToken);
    if (data.refreshToken) platform.storage.set('refreshToken', data.refreshToken);
    return 'renewed';
  }
  const meanwhile = tradedElsewhere(holder, platform, refreshToken);
  if (meanwhile !== null) return meanwhile;
  if (error === undefined) return 'ended';
  const failure = callErrorOf(error);
  if (hasNoResponse(failure)) {
    // The server was not asked, so this attempt says nothing about whether renewals help.
    uncountRenewal(platform);
    return 'noResponse';
  }
  const { status } = failure;
  return status === 400 || status === 401 || status === 403 ? 'ended' : 'unreachable';
}

/** False when there were too many of late; otherwise this one is counted. */
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

/** Takes over what another tab has stored since; null when this token is still the newest. */
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

/** For an endpoint of staff: where its token has ended, the tokens are renewed and the call is made again. */
export const forStaff = <Endpoint extends object>(endpoint: Endpoint) => ({
  ...endpoint,
  extraOptions: { caller: 'staff' as const, renewToken: renewStaffToken },
});

export const staffApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchUsers: build.query({ ...forStaff(endpointOf(staffCalls.searchUsers)), providesTags: ['Users'] }),
    getUserById: build.query({
      ...forStaff(endpointOf(staffCalls.getUserById)),
      providesTags: (_answer, _error, { id }) => [{ type: 'User', id }],
    }),
    createGift: build.mutation({
      ...forStaff(endpointOf(staffCalls.createGift)),
      invalidatesTags: whenChanged('Gift', 'Gifts'),
    }),
    refund: build.mutation({
      ...forStaff(endpointOf(staffCalls.refund)),
      invalidatesTags: whenChanged('Users', 'User', 'Timeline'),
    }),
    getConnectionLogs: build.query({
      ...forStaff(endpointOf(staffCalls.getConnectionLogs)),
      providesTags: (_answer, _error, { userId }) => [{ type: 'Logs', id: userId }],
    }),
    // What the answer looks like is not known, so it is read as text.
    sendPush: build.mutation({
      ...forStaff(endpointOf(staffCalls.sendPush, { raw: true })),
      // A push that finds its app gone clears the device's token.
      invalidatesTags: whenChanged('User', 'Timeline'),
    }),
  }),
});

export const { useSearchUsersQuery, useGetUserByIdQuery, useCreateGiftMutation, useGetConnectionLogsQuery } =
  staffApi;
