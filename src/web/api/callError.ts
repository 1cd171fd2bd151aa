/** Error type of failed requests, and predicates that classify a failure. */
import type { SerializedError } from '@reduxjs/toolkit';
import { SUPPORT_CODE_LENGTH } from '../../shared/constants';
import type { ErrorCode } from '../../shared/contract/errors';

/**
 * Serializable error of a failed request. `status` is the HTTP status or the reason why there is no HTTP status:
 * - `NETWORK`: no response arrived;
 * - `TIMEOUT`: the response did not arrive before the timeout;
 * - `ABORTED`: the caller cancelled the request;
 * - `UNREADABLE`: the response is not JSON;
 * - `SCHEMA`: the argument or the response does not match the schema in the API contract.
 */
export interface CallError {
  status: number | 'NETWORK' | 'TIMEOUT' | 'ABORTED' | 'UNREADABLE' | 'SCHEMA';
  /**
   * Error message. For an HTTP error status, the message is exactly `HTTP error! status: {code}`. If the request has
   * the option `raw`, `, body: {text}` is appended to the message.
   */
  message: string;
  /** True if the device was offline when the request was made, so that the request was not sent. */
  isNotSent?: true;
  /** Machine-readable error code of the server, if the response contains a code. */
  code?: string;
  /** Human-readable error message of the server, if the response contains a message. */
  reason?: string;
  /** Text of the maintenance notice, if the response contains one. */
  notice?: string;
  /** Request id assigned by the server. The server log and the staff console show the same id. */
  requestId?: string;
  /** Value of the `Retry-After` header, in seconds, if the server sent the header. */
  retryAfterSeconds?: number;
}

/** Result of an awaited mutation or flow: either data or an error. */
export type Answered<Result> =
  | { data: Result; error?: undefined }
  | { data?: undefined; error: CallError | SerializedError };

/** Returns whether the error is transient, that is a network failure or a 5xx response, so that a retry may succeed. */
export function isPassing(error: CallError): boolean {
  return error.status === 'NETWORK' || (typeof error.status === 'number' && error.status >= 500);
}

/** Returns whether the server is under maintenance or overloaded, so that a later attempt may succeed. */
export function isUnavailable({ code }: CallError): boolean {
  return code === ('UNAVAILABLE' satisfies ErrorCode);
}

/**
 * Returns the code with which the support team finds an unexpected server error (status 500) in the staff console.
 * Returns null for any other error.
 */
export function deriveSupportCode({ status, requestId }: CallError): string | null {
  return status === 500 && requestId !== undefined ? requestId.slice(0, SUPPORT_CODE_LENGTH) : null;
}

/** Returns whether no response arrived, either because there was no network or because the request timed out. */
export function hasNoResponse({ status }: CallError): boolean {
  return status === 'NETWORK' || status === 'TIMEOUT';
}

/**
 * Returns whether the requested change may have been made although the request failed. This is the case if the request
 * was sent but its response was lost.
 */
export function isUnconfirmed(error: CallError): boolean {
  return hasNoResponse(error) && error.isNotSent !== true;
}

/**
 * Returns whether the request failed because of the network. A request also fails because of the network if another
 * page responds instead of the server, such as the sign-in page of a train's Wi-Fi.
 */
export function isNetworkFailure({ status }: CallError): boolean {
  return status === 'NETWORK' || status === 'TIMEOUT' || status === 'ABORTED' || status === 'UNREADABLE';
}

/** Returns the `CallError` of a failed endpoint. If the thunk itself was aborted, the status is `ABORTED`. */
export function toCallError(error: CallError | SerializedError): CallError {
  return 'status' in error
    ? error
    : { status: 'ABORTED', message: error.message ?? 'The request was aborted' };
}
