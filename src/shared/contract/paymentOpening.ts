/**
 * API calls that open the payment of an order, for a payment widget that shows a payment opened by the server
 * (`cardWidget.dialect` is `token`). The calls are additions to the specified API.
 */
import * as v from 'valibot';
import { calls } from './call';
import { email, filledIdentifier, maybe } from './fields';

/**
 * Reasons why no payment was opened. `unavailable` means that no payment is possible at the moment, so nothing was
 * charged. `tooMany` means that too many payments of this order were opened, so that the payer must wait up to a minute.
 * The header `Retry-After` names the pause if it is known. `outdated` means that the order cannot be paid any more, so
 * that the caller must read the offer again. `addressUnsupported` means that the mail server cannot send to the email
 * address of the subscription.
 */
const OPENING_PROBLEMS = ['unavailable', 'tooMany', 'outdated', 'addressUnsupported'] as const;

const opened = v.object({
  /** Whether a payment was opened. */
  success: v.boolean(),
  /** Single-use token with which the payment widget is opened. */
  confirmationToken: maybe(v.string()),
  problem: maybe(v.picklist(OPENING_PROBLEMS)),
});

export const paymentOpeningCalls = calls({
  openPayment: {
    path: 'shop/openPayment',
    audience: 'customer',
    kind: 'change',
    body: v.object({ orderId: filledIdentifier(64) }),
    response: opened,
    summary: "Open the payment of the customer's own order, which the customer makes in the payment widget.",
  },

  openCampaignPayment: {
    path: 'shop/openCampaignPayment',
    audience: 'public',
    kind: 'change',
    body: v.object({ orderId: filledIdentifier(64), email }),
    response: opened,
    summary: 'Open the payment of a campaign order for the email address of the subscription.',
  },
});
