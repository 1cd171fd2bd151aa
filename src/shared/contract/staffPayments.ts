/** Ours: a customer's payments as staff see them, for the refund dialog and the user's page. */
import * as v from 'valibot';
import { STAFF_COMMENT_MAX } from '../constants';
import { calls } from './call';
import { decline } from './declines';
import { done, instant, maybe, rowId, rowIdInQuery, rubles, shortText } from './fields';

/** Why staff give money back. */
export const REFUND_REASONS = [
  'changedMind',
  'doesNotWork',
  'unexpectedCharge',
  'duplicate',
  'other',
] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

/** A refund that staff decided. Amounts in rubles. */
const staffRefund = v.object({
  amount: rubles,
  reason: v.string(),
  comment: maybe(v.string()),
  /** Username of who decided it. */
  by: v.string(),
  decidedAt: instant,
  /** decided: on its way; returned; rejected: the provider will not do it. */
  state: v.string(),
  /** Why, when rejected. */
  rejection: maybe(v.string()),
});

const staffPayment = v.object({
  transactionId: v.string(),
  at: instant,
  amount: rubles,
  currency: maybe(v.string()),
  /** first or recurrent. */
  role: v.string(),
  /** trial, renewal or campaign. */
  orderKind: maybe(v.string()),
  /** paid, returning, partlyReturned, returned, voided or declined. */
  state: v.string(),
  returnedAmount: maybe(rubles),
  cardMask: maybe(v.string()),
  decline: maybe(decline),
  receiptUrl: maybe(v.string()),
  refund: maybe(staffRefund),
  /** The time that it bought, as far as it was not taken back. */
  boughtFrom: maybe(instant),
  boughtUntil: maybe(instant),
  /** Of a CANCELED subscription: what falls on its unused days, and the access that is left then. */
  unused: maybe(v.object({ amount: rubles, accessUntil: maybe(instant) })),
  /** What giving it back now would do; absent when that is not possible. */
  refundable: maybe(
    v.object({
      /** At most; 0: only the access ends (a free trial). */
      amount: rubles,
      /** End of what access is left then (a gift); null: it ends at once. */
      accessUntil: maybe(instant),
    }),
  ),
});
export type StaffPayment = v.InferOutput<typeof staffPayment>;

export const staffPaymentsCalls = calls({
  getUserPayments: {
    path: 'panel/users/payments',
    audience: 'staff:readCustomers',
    kind: 'read',
    query: v.object({ userId: rowIdInQuery }),
    response: v.object({
      payments: v.array(staffPayment),
      /** End of the access that the customer has now. */
      accessUntil: maybe(instant),
      /** The charge that a refund would cancel. */
      nextChargeAt: maybe(instant),
      nextChargeAmount: maybe(rubles),
    }),
    summary: "A customer's payments, newest first, with what giving each back would do.",
  },

  stopRenewal: {
    path: 'panel/users/stopRenewal',
    audience: 'staff:refund',
    kind: 'change',
    body: v.object({ userId: rowId, comment: v.pipe(shortText(STAFF_COMMENT_MAX), v.trim()) }),
    response: done,
    summary: 'Stop the renewal of an ACTIVE subscription; the access lasts to its paid end.',
  },
});
