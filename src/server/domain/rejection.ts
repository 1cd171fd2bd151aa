/**
 * Error that a use case throws when it rejects a request. Only `http/rejectionResponses.ts` maps the reason of a
 * rejection to an HTTP response.
 */
import type { ErrorCode } from '../../shared/contract/errors';

/** Reason of a rejection: an error code of the API contract, or a sign-in with a wrong second-factor code. */
export type RejectionReason = Exclude<ErrorCode, 'INTERNAL'> | 'SIGN_IN_CODE_REJECTED';

/**
 * Rejection of a request.
 * @example throw new Rejection('CONFLICT', 'The tag already exists.', ['name']);
 */
export class Rejection extends Error {
  override readonly name = 'Rejection';

  constructor(
    readonly reason: RejectionReason,
    /** English error message for staff and integrators. Customers get the Russian message of the error code instead. */
    message: string,
    /** Request fields that caused the rejection. */
    readonly fields?: readonly string[],
    /** Number of seconds after which the caller may retry. */
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}

/** Error message for a request id that was already used with other parameters. */
export const DUPLICATE_REQUEST = 'Duplicate request. Reload the page and try again.';

/** Error message for staff about an address to which the mail server cannot send. */
export const ADDRESS_UNSUPPORTED =
  'The mail server can’t send to this address: only Latin characters are supported before the @.';

/** Returns the rejection of a change of a customer whose account was deleted. */
export const accountDeleted = (): Rejection => new Rejection('CONFLICT', 'This account was deleted.');

/** Returns the rejection of a push if push notifications are switched off. */
export const pushesOff = (): Rejection => new Rejection('CONFLICT', 'Push notifications are switched off.');

/** Returns the rejection of a request for a customer that does not exist. */
export const noSuchUser = (): Rejection => new Rejection('NOT_FOUND', 'Customer not found.');
