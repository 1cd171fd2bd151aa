/** Maps each rejection reason to its HTTP status and to the error code of the contract. */
import type { ErrorCode } from '../../shared/contract/errors';
import type { Rejection, RejectionReason } from '../domain/rejection';

const STATUS_OF = {
  MALFORMED_JSON: 400,
  INVALID_REQUEST: 400,
  NO_TOKEN: 401,
  INVALID_TOKEN: 401,
  SIGN_IN_REJECTED: 401,
  SIGN_IN_CODE_REJECTED: 401,
  TOTP_REQUIRED: 401,
  TOTP_SETUP_REQUIRED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  REFUND_REJECTED: 409,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  PASSWORD_REJECTED: 422,
  TOTP_REJECTED: 422,
  TOO_MANY_REQUESTS: 429,
  PUSH_FAILED: 502,
  PROVIDER_UNAVAILABLE: 503,
  UNAVAILABLE: 503,
} as const satisfies Record<RejectionReason, number>;

export function statusOf({ reason }: Rejection): (typeof STATUS_OF)[RejectionReason] {
  return STATUS_OF[reason];
}

export function deriveCode({ reason }: Rejection): ErrorCode {
  return reason === 'SIGN_IN_CODE_REJECTED' ? 'TOTP_REJECTED' : reason;
}
