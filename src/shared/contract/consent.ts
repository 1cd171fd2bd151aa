/** What a customer agrees to before a payment; ours. */
import * as v from 'valibot';
import { calls } from './call';
import { done, filledText } from './fields';

/** Longest sentence that a page may show as its terms, characters. */
export const CONSENT_WORDING_MAX = 1000;

export const consentCalls = calls({
  /**
   * Success false: no such order of this customer, or the page names an offer that is not in force
   * any more. Amounts and dates are those of the order, whatever the page showed.
   */
  giveConsent: {
    path: 'shop/consent',
    audience: 'customer',
    kind: 'change',
    body: v.object({
      orderId: filledText(64),
      /** Version of the public offer that the page links to. */
      offerEdition: filledText(32),
      /** The sentence that stood beside the tick. */
      wording: filledText(CONSENT_WORDING_MAX),
    }),
    response: done,
    summary:
      "Records the customer's explicit consent to the charges of an order; without one it cannot be paid.",
  },
});
