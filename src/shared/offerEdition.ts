/**
 * Current version of the public offer. Each recorded consent to charges contains the version of the public offer. When
 * the text of the public offer or a term in `offerTerms.ts` changes, update the version, the date and the fingerprint.
 */
export const OFFER_EDITION = {
  version: '1.4',
  /** Time from which this version of the public offer is valid, in ISO 8601, at midnight in Moscow. */
  effectiveFrom: '2026-11-28T00:00:00+03:00',
  /** Fingerprint of the offer text with the default brand. The test `Offer.test.tsx` prints the current fingerprint. */
  fingerprint: '842fe1a934f3fe27',
} as const;
