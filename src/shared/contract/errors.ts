/** The body of every answer that is not a 2xx. */
import * as v from 'valibot';

/** Machine-readable reasons; the message beside them is for the person who reads it. */
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
  /** The server has no database just now, or too many wait for the same thing. */
  | 'UNAVAILABLE'
  | 'INTERNAL';

export const errorBody = v.object({
  error: v.object({
    code: v.string(),
    message: v.string(),
    /** Fields that were rejected, as dotted paths. */
    fields: v.optional(v.array(v.string())),
    requestId: v.optional(v.string()),
  }),
});

export type ErrorBody = v.InferOutput<typeof errorBody>;
