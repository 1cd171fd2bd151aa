/**
 * Payment issues, which are payments and provider commands that need attention from staff, with the possible actions
 * and outcomes.
 */

/** Why a payment was not accepted, or which command to the card provider keeps failing. */
export const PAYMENT_ISSUES = [
  /** The amount differs from the amount of the order or of its recurring payment. */
  'wrongAmount',
  /** The order belongs to another customer. */
  'foreignOrder',
  /** The payment names no existing order. */
  'unknownOrder',
  /** The payer has no account. */
  'unknownAccount',
  /** A campaign payment without an email address, so that the payer can never be identified. */
  'payerUnknown',
  /** The payment was reported after its account was deleted. */
  'accountDeleted',
  /** The card provider rejects a refund. */
  'refundRejected',
  /** The card provider has not executed a command for hours, so a recurring payment may still be charged. */
  'commandStuck',
] as const;
export type PaymentIssue = (typeof PAYMENT_ISSUES)[number];

/**
 * Actions of staff. `retry` repeats the command, `refund` refunds the payment, and `explained` closes the issue with a
 * note.
 */
export const PAYMENT_ISSUE_ACTIONS = ['retry', 'refund', 'explained'] as const;
export type PaymentIssueAction = (typeof PAYMENT_ISSUE_ACTIONS)[number];

/**
 * Outcomes of a payment issue. `returned`: the payment was refunded. `done`: the command succeeded. `explained`: staff
 * closed the issue with a note.
 */
export const PAYMENT_ISSUE_OUTCOMES = ['returned', 'done', 'explained'] as const;
export type PaymentIssueOutcome = (typeof PAYMENT_ISSUE_OUTCOMES)[number];
