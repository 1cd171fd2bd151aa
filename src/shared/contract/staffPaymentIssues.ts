/** Money to explain: what was taken and not accepted, and what the card provider does not do. */
import * as v from 'valibot';
import { PAYMENT_ISSUE_NOTE_MAX, TRANSACTION_ID_TYPED_MAX } from '../constants';
import { PAYMENT_ISSUE_ACTIONS } from '../paymentIssues';
import { calls } from './call';
import { done, instant, maybe, rowId, rubles, shortText, typedRubles } from './fields';

/** Names of questions, actions and outcomes: `shared/paymentIssues.ts`. */
const paymentIssue = v.object({
  id: v.number(),
  question: v.string(),
  /** Of the payment; else when it was noticed. */
  at: instant,
  /** Rubles; null: no single payment is meant. */
  amount: maybe(rubles),
  currency: maybe(v.string()),
  transactionId: maybe(v.string()),
  orderId: maybe(v.string()),
  /** The customer; null: nobody we know. */
  userId: maybe(v.number()),
  email: maybe(v.string()),
  /** How the card provider calls the payer. */
  payerId: maybe(v.string()),
  /** Why, in our words or the provider's. */
  reason: v.string(),
  /** What staff may do about it now. */
  actions: v.array(v.picklist(PAYMENT_ISSUE_ACTIONS)),
  /** What they did last, and what they wrote. */
  action: maybe(v.string()),
  note: maybe(v.string()),
  by: maybe(v.string()),
  actedAt: maybe(instant),
  /** How it ended; null while it is open. */
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
      /** The settled ones as well. */
      all: v.optional(v.boolean(), false),
      /** `next` of the page before. */
      before: maybe(rowId),
    }),
    response: v.object({ content: v.array(paymentIssue), next: maybe(v.number()) }),
    summary: 'Money that is not explained yet, newest first, with what can be done about each.',
  },

  countPaymentIssues: {
    path: 'panel/paymentIssues/count',
    audience: 'staff:refund',
    kind: 'read',
    body: v.object({}),
    response: v.object({ open: v.number() }),
    summary: 'How much money is not explained yet.',
  },

  resolvePaymentIssue: {
    path: 'panel/paymentIssues/act',
    audience: 'staff:refund',
    kind: 'change',
    body: v.object({
      id: rowId,
      action: v.picklist(PAYMENT_ISSUE_ACTIONS),
      /** Required to explain. */
      note: v.pipe(shortText(PAYMENT_ISSUE_NOTE_MAX), v.trim()),
    }),
    response: done,
    summary: 'Try a command again, give a payment back, or say why nothing is left to do.',
  },

  recordChargeback: {
    path: 'panel/paymentIssues/chargeback',
    audience: 'staff:refund',
    kind: 'change',
    body: v.object({
      /** As the card provider's office numbers it. */
      transactionId: v.pipe(shortText(TRANSACTION_ID_TYPED_MAX), v.trim(), v.minLength(1)),
      /** What the bank took, rubles. */
      amount: typedRubles,
      /** Where it is known from. */
      note: v.pipe(shortText(PAYMENT_ISSUE_NOTE_MAX), v.trim(), v.minLength(1)),
    }),
    response: v.object({ ...done.entries, userId: v.optional(v.number()) }),
    summary: "The payer's bank took a payment back: the access that it bought ends, and so do the charges.",
  },
});
