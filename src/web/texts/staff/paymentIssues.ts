/** Texts of `/adept/paymentIssues`. */
import type { PaymentIssue, PaymentIssueAction, PaymentIssueOutcome } from '../../../shared/paymentIssues';
import { cardProviderName, withProvider } from './cardProviderName';
import { paymentIssueName, startedIssueAction } from './paymentIssueNames';

const OUTCOMES: Readonly<Record<PaymentIssueOutcome, string>> = {
  returned: 'Refunded',
  done: 'Done',
  explained: 'Resolved',
};

/** Sentences about what happened, for the dialog. The server's own reason follows. */
const HAPPENED: Readonly<Record<PaymentIssue, string>> = {
  wrongAmount: 'The amount differs from the price of the order, so the payment gave no access.',
  foreignOrder: 'The payment names the order of another customer, so it gave no access.',
  unknownOrder: 'The payment names an order that doesn’t exist, so it gave no access.',
  unknownAccount:
    'The payer has no account here. The payment may belong to another product on this terminal.',
  payerUnknown: 'The payment came without an email, so the payer can’t be identified.',
  accountDeleted: 'The payment arrived after the account was deleted.',
  refundRejected: 'The card provider declined this refund, so the customer doesn’t have the money yet.',
  commandStuck:
    'The card provider hasn’t carried out a request for hours. The customer may still be charged.',
  chargeNotSent:
    'The provider doesn’t accept a monthly charge, and the reason isn’t the card. The customer keeps access for up to 30 days, and the charge is tried again.',
  chargeUnfinished:
    'The card provider accepted a monthly charge but hasn’t finished it. Check the payment in its dashboard.',
};

const ACTIONS: Readonly<Record<PaymentIssueAction, string>> = {
  retry: 'Retry',
  refund: 'Refund',
  explained: 'Mark as resolved',
};

const EFFECTS: Readonly<Record<PaymentIssueAction, string>> = {
  retry: 'Sends the same request to the card provider again. It’s carried out at most once.',
  refund: 'Returns the whole payment to the payer’s card. The payer gets no access.',
  explained: 'Moves no money and sends nothing. The issue leaves this list, with your reason.',
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
  happened: 'What happened',
  formatHappened: (name: string) => wordOf(HAPPENED, name),
  noAccount: 'No account',
  payer: (payerId: string) => `No account (payer ${payerId})`,
  noPayment: 'No single payment',
  noAmount: 'No amount',
  /**
   * Returns the number of a payment with the name of its card provider. Returns the name alone, or null, if the issue
   * concerns no payment.
   */
  formatNumber: (transactionId: string | null | undefined, provider: string | null | undefined) =>
    transactionId ? withProvider(transactionId, provider) : provider ? cardProviderName(provider) : null,
  formatPayment: (transactionId: string, moment: string | null) =>
    moment === null ? `#${transactionId}` : `#${transactionId}, ${moment}`,
  formatEffect: (action: string) => wordOf(EFFECTS, action),
  /** Label of the submit button, which names the action. */
  formatSubmit: (action: PaymentIssueAction, question: string, amount: string | null) => {
    if (action === 'explained') return ACTIONS.explained;
    const what =
      action === 'refund' ? 'Refund' : question === 'refundRejected' ? 'Retry refund' : 'Retry request';
    return amount === null || what === 'Retry request'
      ? what
      : `${what} ${action === 'retry' ? 'of ' : ''}${amount}`;
  },
  /** What a colleague did with the issue since the dialog was opened. */
  changedBy: (by: string | null, outcome: string | null, action: string | null) => {
    const what = outcome === null ? wordOf(ACTIONS, action ?? '') : wordOf(OUTCOMES, outcome);
    return by === null ? what : `${what} by ${by}`;
  },
  resolvedMeanwhile: 'Resolved, no longer on the list',
  note: 'Note',
  noteHint: 'Saved to the audit log. Required when marking as resolved.',
  noteMissing: 'Add a reason.',
  receiptEmail: 'Email for the receipt',
  receiptEmailHint: 'The account was deleted. The address is used for this receipt only and isn’t stored.',
  receiptEmailInvalid: 'Enter a valid email.',
  formatQuestion: paymentIssueName,
  formatOutcome: (name: string) => wordOf(OUTCOMES, name),
  formatAction: (name: string) => wordOf(ACTIONS, name),
  formatDone: startedIssueAction,
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
