/**
 * API calls for payment issues. A payment issue is a payment that was charged but not accepted, or a command that the
 * card provider does not execute.
 */
import * as v from 'valibot';
import { PAYMENT_ISSUE_NOTE_MAX, TRANSACTION_ID_TYPED_MAX } from '../constants';
import { PAYMENT_ISSUE_ACTIONS } from '../paymentIssues';
import { calls } from './call';
import {
  done,
  email,
  filledIdentifier,
  instant,
  maybe,
  rowId,
  rubles,
  typedRubles,
  writtenText,
} from './fields';

/** Payment issue. `shared/paymentIssues.ts` lists the values of `question`, `actions`, `action` and `outcome`. */
const paymentIssue = v.object({
  id: v.number(),
  question: v.string(),
  /** Time of the payment, or the time when the issue was detected if the issue concerns no payment. */
  at: instant,
  /** Amount in rubles. Null if the issue concerns no single payment. */
  amount: maybe(rubles),
  currency: maybe(v.string()),
  transactionId: maybe(v.string()),
  /** Name of the payment's card provider, if staff need it: several are configured, or it no longer gets new orders. */
  provider: maybe(v.string()),
  orderId: maybe(v.string()),
  /** Id of the customer. Null if the payer has no account. */
  userId: maybe(v.number()),
  email: maybe(v.string()),
  /** Id of the payer at the card provider. */
  payerId: maybe(v.string()),
  /** Cause of the payment issue, as text of this server or of the card provider. */
  reason: v.string(),
  /** When the customer's account was deleted. A retried refund may then need an address for its receipt. */
  accountDeletedAt: maybe(instant),
  /** Actions that staff may currently take on the payment issue. */
  actions: v.array(v.picklist(PAYMENT_ISSUE_ACTIONS)),
  /** Last action that staff took on the payment issue, with its note. */
  action: maybe(v.string()),
  note: maybe(v.string()),
  by: maybe(v.string()),
  actedAt: maybe(instant),
  /** Outcome of the payment issue, or null if the issue is open. */
  outcome: maybe(v.string()),
  settledAt: maybe(instant),
});
export type StaffPaymentIssuesQuestion = v.InferOutput<typeof paymentIssue>;

export const staffPaymentIssuesCalls = calls({
  listPaymentIssues: {
    path: 'panel/paymentIssues/list',
    audience: 'staff:refund',
    kind: 'read',
    body: v.object({
      /** Whether to include settled payment issues. */
      all: v.optional(v.boolean(), false),
      /** Value of `next` from the previous page of the list, omitted for the first page. */
      before: maybe(rowId),
    }),
    response: v.object({ content: v.array(paymentIssue), next: maybe(v.number()) }),
    summary: 'List the open payment issues with their possible actions, newest first.',
  },

  countPaymentIssues: {
    path: 'panel/paymentIssues/count',
    audience: 'staff:refund',
    kind: 'read',
    body: v.object({}),
    response: v.object({ open: v.number() }),
    summary: 'Count the open payment issues.',
  },

  resolvePaymentIssue: {
    path: 'panel/paymentIssues/act',
    audience: 'staff:refund',
    kind: 'change',
    body: v.object({
      id: rowId,
      action: v.picklist(PAYMENT_ISSUE_ACTIONS),
      /** Note about the action. The note is required for the action `explained`. */
      note: writtenText(PAYMENT_ISSUE_NOTE_MAX),
      /** Address for the receipt of this one refund, for a deleted account. It is used and not stored. */
      receiptEmail: v.optional(email),
    }),
    response: done,
    summary: 'Retry a command, refund a payment, or close a payment issue with a note.',
  },

  recordChargeback: {
    path: 'panel/paymentIssues/chargeback',
    audience: 'staff:refund',
    kind: 'change',
    body: v.object({
      /** Transaction id of the payment, as shown in the card provider's dashboard. */
      transactionId: filledIdentifier(TRANSACTION_ID_TYPED_MAX),
      /** Amount of the chargeback in rubles. */
      amount: typedRubles,
      /** Source of the information about the chargeback. */
      note: v.pipe(writtenText(PAYMENT_ISSUE_NOTE_MAX), v.nonEmpty()),
    }),
    response: v.object({ ...done.entries, userId: v.optional(v.number()) }),
    summary:
      "Record a chargeback by the payer's bank. The access that the payment bought ends, and no more charges are made.",
  },
});
