/** Names of payment issues and of what staff did about them, for the list of issues and the audit log. */
import type { PaymentIssue, PaymentIssueAction } from '../../../shared/paymentIssues';

const QUESTIONS: Readonly<Record<PaymentIssue, string>> = {
  wrongAmount: 'Wrong amount',
  foreignOrder: 'Another customer’s order',
  unknownOrder: 'Unknown order',
  unknownAccount: 'No matching customer',
  payerUnknown: 'Missing email',
  accountDeleted: 'Deleted account',
  refundRejected: 'Refund declined',
  commandStuck: 'Provider not responding',
  chargeNotSent: 'Charge not accepted',
  chargeUnfinished: 'Unfinished charge',
};

const STARTED: Readonly<Record<PaymentIssueAction, string>> = {
  retry: 'Retry queued',
  refund: 'Refund started',
  explained: 'Marked as resolved',
};

/** Returns the name of a kind of payment issue. An unknown kind of another server is returned unchanged. */
export const paymentIssueName = (name: string): string =>
  (QUESTIONS as Readonly<Record<string, string>>)[name] ?? name;

/** Returns what an action of staff has started, in the past tense. An unknown action is returned unchanged. */
export const startedIssueAction = (name: string): string =>
  (STARTED as Readonly<Record<string, string>>)[name] ?? name;
