/**
 * HTTP client for the API server. The client sends JSON bodies, adds the bearer token only if there is a token, reads
 * an empty response as `{}`, and returns failures as values. The client does not depend on Redux.
 */
import * as v from 'valibot';
import { type ErrorBody, errorBody } from '../../shared/contract/errors';
import type { CallError } from './callError';

/** Parameters of one HTTP request. */
export interface ServerCall {
  /** HTTP method of the request. Defaults to GET. */
  method?: 'GET' | 'POST';
  url: string;
  /** Request body, sent as JSON. The value is omitted if the request has no body. */
  body?: unknown;
  /** Bearer token. The `Authorization` header is sent only if the token is not empty. */
  bearer: string | null;
  /** If true, `data` is the unparsed response text, and the error message contains the response text. */
  raw: boolean;
  /** Timeout in ms of the whole request, which includes reading the response body. */
  deadlineMs: number;
  signal: AbortSignal;
  /** Callback that receives the response headers of every response, including error responses. */
  onHeaders?: (headers: Headers) => void;
}

export type ServerResponse = { data: unknown; error?: never } | { data?: never; error: CallError };

/** Makes one HTTP request. The returned promise never rejects. */
export async function callServer(fetcher: typeof fetch, call: ServerCall): Promise<ServerResponse> {
  const controller = new AbortController();
  const deadline = new AbortController();
  const giveUp = () => controller.abort();
  const timer = setTimeout(() => {
    deadline.abort();
    giveUp();
  }, call.deadlineMs);
  if (call.signal.aborted) giveUp();
  else call.signal.addEventListener('abort', giveUp, { once: true });
  try {
    const response = await fetcher(call.url, {
      method: call.method ?? 'GET',
      headers: buildHeaders(call),
      body: call.body === undefined ? null : JSON.stringify(call.body),
      credentials: 'omit',
      signal: controller.signal,
    });
    call.onHeaders?.(response.headers);
    const text = await response.text();
    if (!response.ok) return { error: httpError(response, text, call.raw) };
    if (call.raw) return { data: text };
    return parseJson(text);
  } catch {
    if (deadline.signal.aborted)
      return { error: { status: 'TIMEOUT', message: 'The server did not respond in time' } };
    if (call.signal.aborted) return { error: { status: 'ABORTED', message: 'The request was cancelled' } };
    return { error: { status: 'NETWORK', message: 'The server could not be reached' } };
  } finally {
    clearTimeout(timer);
    call.signal.removeEventListener('abort', giveUp);
  }
}

function buildHeaders(call: ServerCall): Record<string, string> {
  return {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(call.bearer ? { authorization: `Bearer ${call.bearer}` } : {}),
  };
}

function httpError({ status, headers }: Response, text: string, raw: boolean): CallError {
  const message = `HTTP error! status: ${status}`;
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), errorBody), text);
  return {
    status,
    message: raw ? `${message}, body: ${text}` : message,
    ...(parsed.success ? buildReason(parsed.output.error) : {}),
    ...parseRetryAfter(headers),
  };
}

function buildReason({ code, message, notice, requestId }: ErrorBody['error']): Partial<CallError> {
  return {
    code,
    reason: message,
    ...(notice === undefined ? {} : { notice: notice.text }),
    ...(requestId === undefined ? {} : { requestId }),
  };
}

/**
 * Returns the value of the `Retry-After` header if the value is a whole number of seconds. A date in this header is
 * ignored, because the clock of the device may be wrong.
 */
function parseRetryAfter(headers: Headers): Pick<CallError, 'retryAfterSeconds'> {
  const value = headers.get('retry-after') ?? '';
  return /^\d{1,6}$/.test(value) ? { retryAfterSeconds: Number(value) } : {};
}

function parseJson(text: string): ServerResponse {
  if (text.trim() === '') return { data: {} };
  try {
    const data: unknown = JSON.parse(text);
    return { data };
  } catch {
    return { error: { status: 'UNREADABLE', message: 'The response is not JSON' } };
  }
}
