/** The customer's card and payments; ours. */
import * as v from 'valibot';
import { calls } from './call';
import { declineReason } from './declines';
import { done, instant, maybe, rubles } from './fields';
import { accessLeft, accountNamed } from './models';

const customerPayment = v.object({
  /** The provider's number of the payment. */
  id: v.string(),
  at: instant,
  amount: rubles,
  currency: v.string(),
  /** trial, campaign, renewal: the first payment of such an order; month: a recurrent charge. */
  purpose: v.string(),
  /** What became of it: paid, returning, partlyReturned, returned, voided or declined. */
  state: v.string(),
  /** Given back so far. */
  returned: rubles,
  cardMask: maybe(v.string()),
  /** Of a declined one. */
  declineReason: maybe(declineReason),
  /** The fiscal receipt, once there is one. */
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
    summary: "The signed-in customer's payments with what became of each, newest first.",
  },

  removeCard: {
    path: 'subscriptions/removeCard',
    audience: 'customer',
    kind: 'change',
    body: v.object(accountNamed),
    response: v.object({ ...done.entries, userInfo: maybe(accessLeft) }),
    summary: 'Withdraw the stored card: nothing is charged from it any more; access lasts to its paid end.',
  },
});
