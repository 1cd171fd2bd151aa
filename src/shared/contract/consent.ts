/**
 * API call that records a customer's consent to charges before a payment. The API call for recording a consent is an
 * addition to the specified API.
 */
import * as v from 'valibot';
import { calls } from './call';
import { done, filledIdentifier, filledText } from './fields';

/** Maximum length of the consent text on a page, in characters. */
export const CONSENT_WORDING_MAX = 1000;

export const consentCalls = calls({
  /**
   * Returns `success: false` if the customer has no such order, or if the page shows an outdated version of the public
   * offer. The recorded amounts and dates are taken from the stored order, not from the page.
   */
  giveConsent: {
    path: 'shop/consent',
    audience: 'customer',
    kind: 'change',
    body: v.object({
      orderId: filledIdentifier(64),
      /** Version of the public offer that the page links to. */
      offerEdition: filledText(32),
      /** Text beside the consent checkbox. Clients send it, but the server stores its own wording of the same terms. */
      wording: filledText(CONSENT_WORDING_MAX),
    }),
    response: done,
    summary:
      "Record the customer's explicit consent to the charges of an order, which cannot be paid without consent.",
  },
});
