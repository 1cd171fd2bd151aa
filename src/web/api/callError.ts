/** How a call fails, as the endpoints' callers see it. */
import type { SerializedError } from '@reduxjs/toolkit';
import type { ErrorCode } from '../../shared/contract/errors';

/**
 * A serializable failure. `status` is the HTTP status, or why there is none: `NETWORK` (no answer),
 * `TIMEOUT` (the deadline passed), `ABORTED` (nobody waits for it any more), `UNREADABLE` (an answer that is not
 * JSON), `SCHEMA` (an argument or an answer that does not fit the contract row).
 */
export interface CallError {
  status: number | 'NETWORK' | 'TIMEOUT' | 'ABORTED' | 'UNREADABLE' | 'SCHEMA';
  /** For an HTTP status exactly `HTTP error! status: {code}`; the raw variant adds `, body: {text}`. */
  message: string;
  /** There was no network when it was made: nothing left this device. */
  isNotSent?: true;
  /** The server's machine-readable reason, if it gave one. */
  code?: string;
  /** The server's sentence for the person, if it gave one. */
  reason?: string;
  /** What the server calls the request: its log and the console know it by it. */
  requestId?: string;
  /** s after which the server lets another try through (Retry-After), if it said so. */
  retryAfterSeconds?: number;
}

/** What an awaited call gives, whether a mutation or a flow. */
export type Answered<Result> =
  | { data: Result; error?: undefined }
  | { data?: undefined; error: CallError | SerializedError };

/** True for a failure of the network or of the server that another try may cure. */
export function isPassing(error: CallError): boolean {
  return error.status === 'NETWORK' || (typeof error.status === 'number' && error.status >= 500);
}

/** The server is being worked on, or too many want the same thing: another try may do. */
export function isUnavailable({ code }: CallError): boolean {
  return code === ('UNAVAILABLE' satisfies ErrorCode);
}

/** Characters of a request id that people read out. */
const CODE_LENGTH = 8;

/** By which support finds a failure that the server did not expect; null: it needs no finding. */
export function supportCodeOf({ status, requestId }: CallError): string | null {
  return status === 500 && requestId !== undefined ? requestId.slice(0, CODE_LENGTH) : null;
}

/** Returns whether no response arrived: there was no network, or the deadline passed. */
export function hasNoResponse({ status }: CallError): boolean {
  return status === 'NETWORK' || status === 'TIMEOUT';
}

/** Returns whether a change may have been made: it was sent, and its response was lost. */
export function isUnconfirmed(error: CallError): boolean {
  return hasNoResponse(error) && error.isNotSent !== true;
}

/** No answer of ours came: the network, or a page of somebody else's on the way (a train's own sign-in). */
export function isNetworkFailure({ status }: CallError): boolean {
  return status === 'NETWORK' || status === 'TIMEOUT' || status === 'ABORTED' || status === 'UNREADABLE';
}

/** The failure that a rejected endpoint carries, whether its base query failed or the thunk itself was stopped. */
export function callErrorOf(error: CallError | SerializedError): CallError {
  return 'status' in error ? error : { status: 'ABORTED', message: error.message ?? 'The call was stopped' };
}
