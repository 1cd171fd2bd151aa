/**
 * The base query of every endpoint: the contract row gives path and audience; the
 * configuration the address; the identity slice the bearer. Reads are tried again after a lost
 * network or a 5xx, changes never.
 */
import type { BaseQueryApi, BaseQueryFn } from '@reduxjs/toolkit/query';
import { type Call, CALL_METHOD } from '../../shared/contract/call';
import { logFailure } from '../platform/log';
import { type CallError, isPassing } from './callError';
import { callServer, type ServerResponse } from './callServer';
import { receiveServerTime } from './serverTime';
import { bearerIn, platformIn, refreshTokenIn } from './thunkContext';

/** One call as an endpoint asks for it. */
export interface CallRequest {
  row: Call;
  body?: unknown;
  query?: unknown;
  /** Overrides the stored token: the identity token of a Google sign-in, the token to be revoked. */
  bearer?: string | undefined;
  raw: boolean;
}

/** What listeners learn about a finished call beside its outcome. */
export interface CallMeta {
  audience: Call['audience'];
  /** Who made the call: several calls of the contract are made by both. */
  caller: 'customer' | 'staff';
  /** Whether the call was made with the token that is stored now: an older one says nothing about it. */
  withCurrentToken: boolean;
}

export interface CallExtraOptions {
  /** For calls that are made before a sign-in. If omitted, the signed-in person is the caller. */
  caller?: CallMeta['caller'];
  /** Gets a new token after a 401; resolves to false when there is none to be had. */
  renewToken?: (api: BaseQueryApi) => Promise<boolean>;
}

export interface CallTimes {
  /** ms for each try. */
  deadlineMs: number;
  /** ms to wait before each further try of a read. */
  retryAfterMs: readonly number[];
}

export const CALL_TIMES: CallTimes = { deadlineMs: 15_000, retryAfterMs: [400, 1200] };

export function createBaseQuery(
  times: CallTimes,
): BaseQueryFn<CallRequest, unknown, CallError, CallExtraOptions | undefined, CallMeta> {
  return async (request, api, extraOptions) => {
    /** With the token that came while the call was on its way, or with a new one. */
    const mayTryAgain = async (hasOtherToken: boolean) =>
      extraOptions?.renewToken !== undefined && (hasOtherToken || (await extraOptions.renewToken(api)));
    // Before the call: its answer may end the session.
    const caller = extraOptions?.caller ?? (refreshTokenIn(api.getState()) === null ? 'customer' : 'staff');
    let bearer = bearerOf(request, api);
    let response = await callWithRetries(request, bearer, api, times);
    if (response.error?.status === 401 && (await mayTryAgain(bearerOf(request, api) !== bearer))) {
      bearer = bearerOf(request, api);
      response = await callWithRetries(request, bearer, api, times);
    }
    const meta: CallMeta = {
      audience: request.row.audience,
      caller,
      withCurrentToken: bearer === bearerIn(api.getState()),
    };
    if (!response.error) return { data: response.data, meta };
    if (response.error.status !== 'ABORTED') {
      // The body of a raw call's message may hold anything: it stays out of the console.
      const [message = ''] = response.error.message.split(', body: ');
      logFailure(message, { path: request.row.path, status: response.error.status });
    }
    return { error: response.error, meta };
  };
}

/** What a schema that does not fit becomes, so that callers meet one kind of failure. */
export function schemaFailure(schemaName: string, endpoint: string): CallError {
  logFailure('Contract broken', { endpoint, schema: schemaName });
  return { status: 'SCHEMA', message: `${schemaName} of ${endpoint} does not fit the contract` };
}

function bearerOf(request: CallRequest, api: BaseQueryApi): string | null {
  return request.bearer === undefined ? bearerIn(api.getState()) : request.bearer;
}

async function callWithRetries(
  request: CallRequest,
  bearer: string | null,
  api: BaseQueryApi,
  times: CallTimes,
): Promise<ServerResponse> {
  const platform = platformIn(api.extra);
  const once = () =>
    callServer(platform.fetch, {
      method: CALL_METHOD,
      url: urlOf(platform.configuration.apiBaseUrl, request),
      body: request.body,
      bearer: request.row.audience === 'public' ? null : bearer,
      raw: request.raw,
      deadlineMs: times.deadlineMs,
      signal: api.signal,
      onHeaders: (headers) => receiveServerTime(platform, headers),
    });
  const isOffline = !platform.connection.isOnline();
  let response = await once();
  if (request.row.kind === 'change') {
    if (!isOffline || response.error?.status !== 'NETWORK') return response;
    return { error: { ...response.error, isNotSent: true } };
  }
  for (const pause of times.retryAfterMs) {
    if (!response.error || !isPassing(response.error)) break;
    await pauseFor(pause * (0.75 + Math.random() / 2), api.signal);
    if (api.signal.aborted) break;
    response = await once();
  }
  return response;
}

function urlOf(base: string, request: CallRequest): string {
  const query = new URLSearchParams();
  if (typeof request.query === 'object' && request.query !== null) {
    for (const [name, value] of Object.entries(request.query)) {
      if (value !== undefined && value !== null) query.set(name, String(value));
    }
  }
  const search = query.toString();
  return `${base}${request.row.path}${search === '' ? '' : `?${search}`}`;
}

function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
}
