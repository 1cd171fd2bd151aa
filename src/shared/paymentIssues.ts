/**
 * Payment issues with their possible actions and outcomes. A payment issue is a payment, or a command to the card
 * provider, that needs attention from staff.
 */

/** Reasons why a payment was not accepted, and commands to the card provider that keep failing. */
export const PAYMENT_ISSUES = [
  /** The amount differs from the amount of the order or of its recurring payment. */
  'wrongAmount',
  /** The order belongs to another customer. */
  'foreignOrder',
  /** The payment contains an order number that does not exist. */
  'unknownOrder',
  /** The payer has no account. */
  'unknownAccount',
  /** A campaign payment has no email address, so the payer cannot be identified. */
  'payerUnknown',
  /** The payment was reported after its account was deleted. */
  'accountDeleted',
  /** The card provider rejects a refund. */
  'refundRejected',
  /** The card provider has not executed a command for hours, so a recurring payment may still be charged. */
  'commandStuck',
  /** The card provider rejects a monthly charge for a reason that is not the customer’s card. */
  'chargeNotSent',
  /** The card provider has accepted a monthly charge, but has neither made nor declined it. */
  'chargeUnfinished',
] as const;
export type PaymentIssue = (typeof PAYMENT_ISSUES)[number];

/**
 * Actions of staff. `retry` repeats the command to the card provider, `refund` refunds the payment, and `explained`
 * closes the payment issue with a note.
 */
export const PAYMENT_ISSUE_ACTIONS = ['retry', 'refund', 'explained'] as const;
export type PaymentIssueAction = (typeof PAYMENT_ISSUE_ACTIONS)[number];

/**
 * Outcomes of a payment issue. `returned` means that the payment was refunded. `done` means that the command to the
 * card provider succeeded. `explained` means that staff closed the payment issue with a note.
 */
export const PAYMENT_ISSUE_OUTCOMES = ['returned', 'done', 'explained'] as const;
export type PaymentIssueOutcome = (typeof PAYMENT_ISSUE_OUTCOMES)[number];
