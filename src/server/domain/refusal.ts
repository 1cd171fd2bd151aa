/**
 * A refusal with its HTTP status and code (spec section 8 leaves them open; see
 * `shared/contract/errors.ts`). Use cases throw it; `http/` turns it into `{error: {code, message}}`
 * in the language of the audience.
 */
import type { ErrorCode } from '../../shared/contract/errors';

export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 502 | 503;

export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly status: RefusalStatus,
    readonly code: ErrorCode,
    /** For staff and integrators, English; customers get the Russian text of the code. */
    message: string,
    readonly fields?: readonly string[],
    /** When another try makes sense, s from now: becomes the Retry-After header. */
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}
