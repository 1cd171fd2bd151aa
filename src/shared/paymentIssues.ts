/** Money that needs an explanation: what is asked, what staff may do, and how it ends. */

/** Why a payment was not accepted, or which command does not succeed. */
export const PAYMENT_ISSUES = [
  /** Not what the order or its recurring payment asks for. */
  'wrongAmount',
  /** The order is another customer's. */
  'foreignOrder',
  /** No order of ours is named. */
  'unknownOrder',
  /** Nobody we know paid it. */
  'unknownAccount',
  /** A campaign payment without an email: whose it is will never be known. */
  'payerUnknown',
  /** The card provider rejects to give money back. */
  'refundRejected',
  /** The card provider has not done for hours what it was asked for: a recurring payment may still charge. */
  'commandStuck',
] as const;
export type PaymentIssue = (typeof PAYMENT_ISSUES)[number];

/** retry: the same command again; refund: give the payment back; explained: nothing is left to do. */
export const PAYMENT_ISSUE_ACTIONS = ['retry', 'refund', 'explained'] as const;
export type PaymentIssueAction = (typeof PAYMENT_ISSUE_ACTIONS)[number];

/** returned: the money went back; done: the command succeeded; explained: staff say why. */
export const PAYMENT_ISSUE_OUTCOMES = ['returned', 'done', 'explained'] as const;
export type PaymentIssueOutcome = (typeof PAYMENT_ISSUE_OUTCOMES)[number];
