/**
 * Converts any error into the response `{error: {code, message, fields?, requestId}}`. Messages are in Russian for
 * customers and in English for staff, and reveal no server internals.
 */
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ErrorBody, ErrorCode } from '../../shared/contract/errors';
import type { Notice } from '../../shared/notice';
import { Rejection } from '../domain/rejection';
import { describeError, type LoggableError } from '../logging/describeError';
import type { Logger } from '../ports/logger';
import { isDatabaseUnavailable } from '../store/databaseUnavailable';
import { CUSTOMER_ERROR_MESSAGES } from '../texts/errors';
import { deriveCode, statusOf } from './rejectionResponses';
import type { AppEnv } from './requestContext';

const INTERNAL_MESSAGE = 'Something went wrong. Try again later.';

function body(
  context: Context<AppEnv>,
  code: ErrorCode,
  english: string,
  { fields, notice }: { fields?: readonly string[] | undefined; notice?: Notice | null | undefined },
): ErrorBody {
  return {
    error: {
      code,
      message: context.get('language') === 'en' ? english : CUSTOMER_ERROR_MESSAGES[code],
      ...(fields === undefined ? {} : { fields: [...fields] }),
      requestId: context.get('requestId'),
      ...(notice ? { notice } : {}),
    },
  };
}

/** Value of the header `Retry-After` while the database is unavailable, in seconds. */
export const UNAVAILABLE_RETRY_SECONDS = 5;

function toRejection(error: unknown): Rejection | null {
  if (error instanceof Rejection) return error;
  if (isDatabaseUnavailable(error)) {
    const message = 'Down for maintenance. Try again in a few seconds.';
    return new Rejection('UNAVAILABLE', message, undefined, UNAVAILABLE_RETRY_SECONDS);
  }
  if (error instanceof HTTPException && error.status >= 400 && error.status < 500) {
    return new Rejection('INVALID_REQUEST', 'Invalid request');
  }
  return null;
}

/**
 * Thrown if a response violates the schema of its own API endpoint. Such a response is always a bug of the server, so
 * the client gets an HTTP 500.
 */
export class ResponseOutsideContract extends Error implements LoggableError {
  override readonly name = 'ResponseOutsideContract';
  readonly logDetails: object;

  constructor(
    call: string,
    /** Dotted paths of the invalid fields, without the values of the fields. */
    fields: readonly string[],
  ) {
    super(`${call}: ${fields.join(', ') || 'the whole response'}`);
    this.logDetails = { call, fields };
  }
}

/**
 * Returns the response for any error that was thrown while a request was handled. Unexpected errors are logged. The
 * response to an API call contains `notice` if its status is 5xx. Card providers and VPN apps never receive the notice.
 */
export function errorResponse(
  context: Context<AppEnv>,
  error: unknown,
  logger: Logger,
  currentNotice: Notice | null = null,
): Response {
  const notice = context.get('apiCall') === undefined ? null : currentNotice;
  context.header('Cache-Control', 'no-store');
  const rejection = toRejection(error);
  if (rejection === null) {
    logger.error(
      { requestId: context.get('requestId'), route: context.get('route'), ...describeError(error) },
      'request failed unexpectedly',
    );
    return context.json(body(context, 'INTERNAL', INTERNAL_MESSAGE, { notice }), 500);
  }
  if (rejection.reason === 'UNAVAILABLE') {
    // No stack trace is logged here, because thousands of requests may fail for the same reason.
    logger.warn(
      { requestId: context.get('requestId'), route: context.get('route') },
      'the database was not available for a request',
    );
  }
  if (rejection.retryAfterSeconds !== undefined) {
    context.header('Retry-After', String(rejection.retryAfterSeconds));
  }
  const status = statusOf(rejection);
  if (status === 401) context.header('WWW-Authenticate', 'Bearer');
  const details = { fields: rejection.fields, notice: status >= 500 ? notice : null };
  return context.json(body(context, deriveCode(rejection), rejection.message, details), status);
}
