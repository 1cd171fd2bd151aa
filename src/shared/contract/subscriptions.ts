/**
 * API calls for the customer's payments and stored card. The API calls for payments and the stored card are additions
 * to the specified API.
 */
import * as v from 'valibot';
import { calls } from './call';
import { declineReason } from './declines';
import { done, instant, maybe, rubles } from './fields';
import { accessLeft, accountNamed } from './models';

const customerPayment = v.object({
  /** Payment id of the card provider. */
  id: v.string(),
  at: instant,
  amount: rubles,
  currency: v.string(),
  /**
   * Purpose of the payment. `trial`, `campaign` and `renewal` are the first payments of such orders, and `month` is a
   * recurring charge.
   */
  purpose: v.string(),
  /** State of the payment: `paid`, `returning`, `partlyReturned`, `returned`, `voided` or `declined`. */
  state: v.string(),
  /** Amount refunded so far, in rubles. */
  returned: rubles,
  cardMask: maybe(v.string()),
  /** Reason why the payment was declined, present only for a declined payment. */
  declineReason: maybe(declineReason),
  /** URL of the fiscal receipt. The URL is omitted until the receipt exists. */
  receiptUrl: maybe(v.string()),
});
export type CustomerPayment = v.InferOutput<typeof customerPayment>;

export const subscriptionsCalls = calls({
  listPayments: {
    path: 'subscriptions/payments',
    audience: 'customer',
    kind: 'read',
    body: v.object(accountNamed),
    response: v.object({
      success: v.boolean(),
      payments: v.optional(v.nullable(v.array(customerPayment)), []),
    }),
    summary: "List the signed-in customer's payments with the state of each payment, newest first.",
  },

  removeCard: {
    path: 'subscriptions/removeCard',
    audience: 'customer',
    kind: 'change',
    body: v.object(accountNamed),
    response: v.object({ ...done.entries, userInfo: maybe(accessLeft) }),
    summary:
      'Remove the stored card, so that no more charges are made. Access lasts until the end of the paid period.',
  },
});
