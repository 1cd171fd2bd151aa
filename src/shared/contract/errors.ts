/** Response body of all API errors. An API error is a response with a status other than 2xx. */
import * as v from 'valibot';
import { noticeSchema } from '../notice';

/** Machine-readable error codes. The field `message` contains the human-readable error text. */
export type ErrorCode =
  | 'MALFORMED_JSON'
  | 'INVALID_REQUEST'
  | 'BODY_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'NO_TOKEN'
  | 'INVALID_TOKEN'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'CONFLICT'
  | 'TOO_MANY_REQUESTS'
  | 'SIGN_IN_REJECTED'
  | 'TOTP_REQUIRED'
  | 'TOTP_SETUP_REQUIRED'
  | 'TOTP_REJECTED'
  | 'PASSWORD_REJECTED'
  | 'REFUND_REJECTED'
  | 'PUSH_FAILED'
  | 'PROVIDER_UNAVAILABLE'
  /** The database is unavailable, or too many requests wait for the same lock. */
  | 'UNAVAILABLE'
  | 'INTERNAL';

export const errorBody = v.object({
  error: v.object({
    code: v.string(),
    message: v.string(),
    /** Paths of the invalid fields in the request. The parts of a path are separated by dots. */
    fields: v.optional(v.array(v.string())),
    requestId: v.optional(v.string()),
    /** Maintenance notice, in responses with a 5xx status while there is one. */
    notice: v.optional(noticeSchema),
  }),
});

export type ErrorBody = v.InferOutput<typeof errorBody>;
