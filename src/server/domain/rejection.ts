/**
 * What a use case throws when it will not do what it was asked: named by its reason. How HTTP says
 * each reason is known to `http/rejectionResponses.ts` alone.
 */
import type { ErrorCode } from '../../shared/contract/errors';

/** The contract's codes; a code of the second factor is rejected at sign-in for a reason of its own. */
export type RejectionReason = Exclude<ErrorCode, 'INTERNAL'> | 'SIGN_IN_CODE_REJECTED';

export class Rejection extends Error {
  override readonly name = 'Rejection';

  constructor(
    readonly reason: RejectionReason,
    /** For staff and integrators, English; customers get the Russian text of the code. */
    message: string,
    /** Fields of the request that are to blame. */
    readonly fields?: readonly string[],
    /** When another try makes sense, s from now. */
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}

/** Message of a request id that was used before, with other parameters. */
export const DUPLICATE_REQUEST = 'Duplicate request. Reload the page and try again.';

/** The customer that is meant is not there. */
export const noSuchUser = (): Rejection => new Rejection('NOT_FOUND', 'Customer not found.');
