/**
 * API calls for a customer's payments as shown to staff, in the refund dialog and on the customer page. The API calls
 * for a customer's payments are additions to the specified API.
 */
import * as v from 'valibot';
import { STAFF_COMMENT_MAX } from '../constants';
import { calls } from './call';
import { decline, declineReason } from './declines';
import { done, instant, maybe, rowId, rowIdInQuery, rubles, writtenText } from './fields';

/** Reasons why staff refund a payment. */
export const REFUND_REASONS = [
  'changedMind',
  'doesNotWork',
  'unexpectedCharge',
  'duplicate',
  'other',
] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

/** Refund by staff. Amounts are in rubles. */
const staffRefund = v.object({
  amount: rubles,
  reason: v.string(),
  comment: maybe(v.string()),
  /** Username of the staff member who requested the refund. */
  by: v.string(),
  decidedAt: instant,
  /**
   * State of the refund: `decided` if the refund is pending, `returned` if it was paid back, or `rejected` if the card
   * provider rejected it.
   */
  state: v.string(),
  /** Reason of the card provider for rejecting the refund. */
  rejection: maybe(v.string()),
});

const staffPayment = v.object({
  transactionId: v.string(),
  at: instant,
  amount: rubles,
  currency: maybe(v.string()),
  /** Role of the payment: `first` or `recurrent`. */
  role: v.string(),
  /** Kind of the order: `trial`, `renewal` or `campaign`. */
  orderKind: maybe(v.string()),
  /** State of the payment: `paid`, `returning`, `partlyReturned`, `returned`, `voided` or `declined`. */
  state: v.string(),
  returnedAmount: maybe(rubles),
  cardMask: maybe(v.string()),
  /** Name of the payment's card provider, if staff need it: several are configured, or it no longer gets new orders. */
  provider: maybe(v.string()),
  decline: maybe(decline),
  receiptUrl: maybe(v.string()),
  refund: maybe(staffRefund),
  /** Start and end of the access period that the payment bought, without the part of the period that was refunded. */
  boughtFrom: maybe(instant),
  boughtUntil: maybe(instant),
  /** Refundable amount for the unused days of a CANCELED subscription, and the end of the access after this refund. */
  unused: maybe(v.object({ amount: rubles, accessUntil: maybe(instant) })),
  /** Effect of a full refund at the current time, omitted if a refund is not possible. */
  refundable: maybe(
    v.object({
      /** Maximum refund in rubles. An amount of 0 means that the trial was free, so a refund only ends the access. */
      amount: rubles,
      /**
       * End of the access that remains after the refund, for example because of a gift. Null if the refund ends the
       * access immediately.
       */
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
      /** End of the customer's current access. */
      accessUntil: maybe(instant),
      /** Time and amount of the next charge, which a refund cancels. */
      nextChargeAt: maybe(instant),
      nextChargeAmount: maybe(rubles),
      /** End of the paid or granted time, also if it has passed. Null if the customer never had access. */
      paidUntil: maybe(instant),
      /** Time at which VPN access ends, including the grace period of an overdue charge. Null without access. */
      worksUntil: maybe(instant),
      /** Failure of the charge that is due. Null if no due charge has failed. */
      failedCharge: maybe(
        v.object({
          reason: declineReason,
          /** Whether the card provider retries the charge. */
          willRetry: v.boolean(),
          /** Time of the next attempt, or null if the card provider reported none. */
          retryAt: maybe(instant),
        }),
      ),
    }),
    summary: "List a customer's payments with the effect of refunding each payment, newest first.",
  },

  stopRenewal: {
    path: 'panel/users/stopRenewal',
    audience: 'staff:refund',
    kind: 'change',
    body: v.object({ userId: rowId, comment: writtenText(STAFF_COMMENT_MAX) }),
    response: done,
    summary: 'Stop the renewal of an ACTIVE subscription. Access lasts until the end of the paid period.',
  },
});
