/** Texts of /adept/money. */
import type { MoneyAction, MoneyOutcome, MoneyQuestion } from '../../../shared/moneyToExplain';

const QUESTIONS: Readonly<Record<MoneyQuestion, string>> = {
  wrongAmount: 'Wrong amount',
  foreignOrder: "Another customer's order",
  unknownOrder: 'Unknown order',
  unknownAccount: 'Unknown payer',
  payerUnknown: 'Paid without an email',
  refundRefused: 'Refund refused',
  commandStuck: 'Provider does not answer',
};

const OUTCOMES: Readonly<Record<MoneyOutcome, string>> = {
  returned: 'Given back',
  done: 'Done',
  explained: 'Explained',
};

const ACTIONS: Readonly<Record<MoneyAction, string>> = {
  retry: 'Try again',
  refund: 'Give the money back',
  explained: 'Explained: nothing is left to do',
};

const DONE: Readonly<Record<MoneyAction, string>> = {
  retry: 'It is tried again',
  refund: 'The money is on its way back',
  explained: 'Explained',
};

const wordOf = (words: Readonly<Record<string, string>>, name: string): string => words[name] ?? name;

export const STAFF_MONEY_TEXTS = {
  title: 'Money to explain',
  lead: 'Payments that were taken and not accepted, refunds that the card provider refuses, and commands that it has not carried out for hours.',
  table: 'Money to explain',
  loadFailed: 'The list could not be read.',
  forbidden: 'Only senior staff see it.',
  empty: 'Every ruble is explained.',
  when: 'When',
  question: 'What',
  amount: 'Amount',
  customer: 'Customer',
  payment: 'Payment',
  reason: 'Why',
  state: 'State',
  open: 'Open',
  shown: 'Show',
  onlyOpen: 'open',
  all: 'all',
  decide: 'Decide',
  decideLabel: (question: string, transactionId: string | null) =>
    transactionId === null ? `Decide: ${question}` : `Decide: ${question}, payment ${transactionId}`,
  what: 'What to do',
  note: 'Note',
  noteHint: 'Kept in the audit log; needed when nothing is left to do.',
  noteMissing: 'Say why nothing is left to do.',
  submit: 'Do it',
  questionOf: (name: string) => wordOf(QUESTIONS, name),
  outcomeOf: (name: string) => wordOf(OUTCOMES, name),
  actionOf: (name: string) => wordOf(ACTIONS, name),
  doneOf: (name: string) => wordOf(DONE, name),
  chargeback: {
    open: 'Record a chargeback',
    title: 'Chargeback',
    lead: "The payer's bank took a payment back, and the provider's office wrote so. The access that the payment bought ends now, and nothing is charged any more.",
    transactionId: 'Payment number',
    transactionIdHint: "As in the office's letter.",
    transactionIdMissing: 'Enter the number of the payment.',
    amount: 'Amount, RUB',
    amountInvalid: 'Enter what the bank took, in rubles.',
    note: 'Where it is known from',
    noteMissing: 'Say where it is known from.',
    submit: 'Record it',
    done: 'Recorded: access and charges have ended',
  },
  lastAction: (action: string, by: string | null) =>
    by === null ? wordOf(ACTIONS, action) : `${wordOf(ACTIONS, action)} (${by})`,
} as const;
