/**
 * Current version of the public offer. Each recorded consent to charges contains the version of the public offer. When
 * the text of the public offer or a term in `offerTerms.ts` changes, update the version, the date and the fingerprint.
 */
export const OFFER_EDITION = {
  version: '1.3',
  /** Time from which this version of the public offer is valid, in ISO 8601, at midnight in Moscow. */
  effectiveFrom: '2026-11-25T00:00:00+03:00',
  /** Fingerprint of the offer text with the default brand. The test `Offer.test.tsx` prints the current fingerprint. */
  fingerprint: '6f9cc9e18e537541',
} as const;
