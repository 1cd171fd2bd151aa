/**
 * The call helper: JSON bodies, a bearer only if there is one, an empty answer
 * read as `{}`, and failures as values. Knows nothing of Redux.
 */
import * as v from 'valibot';
import { type ErrorBody, errorBody } from '../../shared/contract/errors';
import type { CallError } from './callError';

/** What goes over the wire once. */
export interface ServerCall {
  /** GET when absent. */
  method?: 'GET' | 'POST';
  url: string;
  /** Sent as JSON when present. */
  body?: unknown;
  /** Sent as `Authorization: Bearer` when it is not empty. */
  bearer: string | null;
  /** Answer with the text as it came, and put it into the message of a failure. */
  raw: boolean;
  /** ms until the call is given up, the reading of the answer included. */
  deadlineMs: number;
  signal: AbortSignal;
  /** Called with the headers of an answer, whatever it says. */
  onHeaders?: (headers: Headers) => void;
}

export type ServerResponse = { data: unknown; error?: never } | { data?: never; error: CallError };

/** Makes one call. Never rejects. */
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
      headers: headersOf(call),
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
      return { error: { status: 'TIMEOUT', message: 'The server did not answer in time' } };
    if (call.signal.aborted) return { error: { status: 'ABORTED', message: 'The call was abandoned' } };
    return { error: { status: 'NETWORK', message: 'The server could not be reached' } };
  } finally {
    clearTimeout(timer);
    call.signal.removeEventListener('abort', giveUp);
  }
}

function headersOf(call: ServerCall): Record<string, string> {
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
    ...(parsed.success ? reasonOf(parsed.output.error) : {}),
    ...retryAfterOf(headers),
  };
}

function reasonOf({ code, message, requestId }: ErrorBody['error']): Partial<CallError> {
  return { code, reason: message, ...(requestId === undefined ? {} : { requestId }) };
}

/** Retry-After in its form of whole seconds; a date is for machines with our clock. */
function retryAfterOf(headers: Headers): Pick<CallError, 'retryAfterSeconds'> {
  const value = headers.get('retry-after') ?? '';
  return /^\d{1,6}$/.test(value) ? { retryAfterSeconds: Number(value) } : {};
}

function parseJson(text: string): ServerResponse {
  if (text.trim() === '') return { data: {} };
  try {
    const data: unknown = JSON.parse(text);
    return { data };
  } catch {
    return { error: { status: 'UNREADABLE', message: 'The answer is not JSON' } };
  }
}
