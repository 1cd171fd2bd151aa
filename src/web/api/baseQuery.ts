/**
 * Base query of every RTK Query endpoint. The path and the audience of a request come from the API contract, the base
 * URL from the configuration, and the bearer token from the identity slice. An API call that only reads data is retried
 * after a network failure or a 5xx response. An API call that changes data is never retried.
 */
import type { BaseQueryApi, BaseQueryFn } from '@reduxjs/toolkit/query';
import { type Call, CALL_METHOD } from '../../shared/contract/call';
import { logFailure } from '../platform/log';
import { type CallError, isPassing } from './callError';
import { callServer, type ServerResponse } from './callServer';
import { receiveNotice } from './receiveNotice';
import { receiveServerTime } from './serverTime';
import { bearerIn, platformIn, refreshTokenIn } from './thunkContext';

/** Request that an endpoint passes to the base query. */
export interface CallRequest {
  row: Call;
  body?: unknown;
  query?: unknown;
  /** Overrides the stored bearer token, for example with the Google identity token or with a token to be revoked. */
  bearer?: string | undefined;
  /** Overrides the API base URL of the configuration, with a trailing slash. */
  baseUrl?: string;
  raw: boolean;
}

/** Metadata of a finished request for Redux listeners, in addition to the result. */
export interface CallMeta {
  audience: Call['audience'];
  /** Kind of user who made the request, because customers and staff share several API calls. */
  caller: 'customer' | 'staff';
  /**
   * Whether the request used the token that is currently stored. A request that failed with an older token does not
   * mean that the stored token is invalid.
   */
  withCurrentToken: boolean;
}

export interface CallExtraOptions {
  /**
   * Kind of user who makes the request, set for requests that are made before sign-in. If omitted, the signed-in user
   * makes the request.
   */
  caller?: CallMeta['caller'];
  /** Obtains a new token after a 401 response. The promise resolves to false if no new token is available. */
  renewToken?: (api: BaseQueryApi) => Promise<boolean>;
}

export interface CallTimes {
  /** Timeout of each attempt to send the request, in ms. */
  deadlineMs: number;
  /** Pause before each retry of a request that only reads data, in ms. */
  retryAfterMs: readonly number[];
}

export const CALL_TIMES: CallTimes = { deadlineMs: 15_000, retryAfterMs: [400, 1200] };

export function createBaseQuery(
  times: CallTimes,
): BaseQueryFn<CallRequest, unknown, CallError, CallExtraOptions | undefined, CallMeta> {
  return async (request, api, extraOptions) => {
    /**
     * Returns whether to retry the request, because another token was stored during the request or the token was
     * renewed.
     */
    const mayTryAgain = async (hasOtherToken: boolean) =>
      extraOptions?.renewToken !== undefined && (hasOtherToken || (await extraOptions.renewToken(api)));
    // Determine the caller before the request, because the response may end the session.
    const caller = extraOptions?.caller ?? (refreshTokenIn(api.getState()) === null ? 'customer' : 'staff');
    let bearer = findBearer(request, api);
    let response = await callWithRetries(request, bearer, api, times);
    if (response.error?.status === 401 && (await mayTryAgain(findBearer(request, api) !== bearer))) {
      bearer = findBearer(request, api);
      response = await callWithRetries(request, bearer, api, times);
    }
    const meta: CallMeta = {
      audience: request.row.audience,
      caller,
      withCurrentToken: bearer === bearerIn(api.getState()),
    };
    if (!response.error) return { data: response.data, meta };
    if (response.error.status !== 'ABORTED') {
      // The raw response body may contain sensitive data, so the log line omits the body.
      const [message = ''] = response.error.message.split(', body: ');
      logFailure(message, { path: request.row.path, status: response.error.status });
    }
    return { error: response.error, meta };
  };
}

/** Converts a schema mismatch into a `CallError`, so that callers handle only one error type. */
export function schemaFailure(schemaName: string, endpoint: string): CallError {
  logFailure('Response violates the contract', { endpoint, schema: schemaName });
  return { status: 'SCHEMA', message: `${schemaName} of ${endpoint} does not fit the contract` };
}

function findBearer(request: CallRequest, api: BaseQueryApi): string | null {
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
      url: buildUrl(request.baseUrl ?? platform.configuration.apiBaseUrl, request),
      body: request.body,
      bearer: request.row.audience === 'public' ? null : bearer,
      raw: request.raw,
      deadlineMs: times.deadlineMs,
      signal: api.signal,
      onHeaders: (headers) => {
        receiveServerTime(platform, headers);
        receiveNotice(platform, headers);
      },
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

function buildUrl(base: string, request: CallRequest): string {
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
