/** Texts of `/adept/paymentIssues`. */
import type { PaymentIssue, PaymentIssueAction, PaymentIssueOutcome } from '../../../shared/paymentIssues';

const QUESTIONS: Readonly<Record<PaymentIssue, string>> = {
  wrongAmount: 'Wrong amount',
  foreignOrder: 'Another customer’s order',
  unknownOrder: 'Unknown order',
  unknownAccount: 'No matching customer',
  payerUnknown: 'Missing email',
  accountDeleted: 'Deleted account',
  refundRejected: 'Refund declined',
  commandStuck: 'Provider not responding',
};

const OUTCOMES: Readonly<Record<PaymentIssueOutcome, string>> = {
  returned: 'Refunded',
  done: 'Done',
  explained: 'Resolved',
};

const ACTIONS: Readonly<Record<PaymentIssueAction, string>> = {
  retry: 'Retry',
  refund: 'Refund',
  explained: 'Mark as resolved',
};

const DONE: Readonly<Record<PaymentIssueAction, string>> = {
  retry: 'Retry queued',
  refund: 'Refund started',
  explained: 'Marked as resolved',
};

const wordOf = (words: Readonly<Record<string, string>>, name: string): string => words[name] ?? name;

export const STAFF_PAYMENT_ISSUES_TEXTS = {
  title: 'Payment issues',
  lead: 'Payments that don’t match an order or customer, refunds that the card provider declined, and requests to the card provider that keep failing.',
  table: 'Payment issues',
  loadFailed: 'Couldn’t load the list.',
  forbidden: 'You need the Senior role to view this page.',
  empty: 'Nothing needs attention',
  when: 'When',
  question: 'Issue',
  amount: 'Amount',
  customer: 'Customer',
  payment: 'Payment',
  reason: 'Reason',
  state: 'State',
  open: 'Open',
  shown: 'Show',
  onlyOpen: 'Open',
  all: 'All',
  decide: 'Resolve',
  decideLabel: (question: string, transactionId: string | null) =>
    transactionId === null ? `Resolve: ${question}` : `Resolve: ${question}, payment ${transactionId}`,
  what: 'Action',
  note: 'Note',
  noteHint: 'Saved to the audit log. Required when marking as resolved.',
  noteMissing: 'Add a reason.',
  receiptEmail: 'Email for the receipt',
  receiptEmailHint: 'The account was deleted. The address is used for this receipt only and isn’t stored.',
  receiptEmailInvalid: 'Enter a valid email.',
  submit: 'Confirm',
  questionOf: (name: string) => wordOf(QUESTIONS, name),
  outcomeOf: (name: string) => wordOf(OUTCOMES, name),
  actionOf: (name: string) => wordOf(ACTIONS, name),
  doneOf: (name: string) => wordOf(DONE, name),
  chargeback: {
    open: 'Record dispute…',
    title: 'Record dispute',
    lead: 'The cardholder’s bank reversed this payment. If you record the chargeback, access ends and renewal is canceled.',
    transactionId: 'Payment number',
    transactionIdHint: 'From the provider’s notice',
    transactionIdMissing: 'Enter the payment number.',
    amount: 'Amount, RUB',
    amountInvalid: 'Enter the disputed amount.',
    note: 'Source',
    noteMissing: 'Enter a source.',
    submit: 'Record dispute',
    done: 'Dispute recorded. Access ended.',
  },
  lastAction: (action: string, by: string | null) =>
    by === null ? wordOf(ACTIONS, action) : `${wordOf(ACTIONS, action)} (${by})`,
} as const;
