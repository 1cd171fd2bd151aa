/**
 * Current edition of the public offer. A consent to charges records this edition. When the text of the offer or a term
 * in `offerTerms.ts` changes, the edition must get a new version, date and fingerprint.
 */
export const OFFER_EDITION = {
  version: '1.3',
  /** First moment of validity, in ISO 8601, at midnight in Moscow. */
  effectiveFrom: '2026-11-25T00:00:00+03:00',
  /** Fingerprint of the offer text with the default brand. The test `Offer.test.tsx` prints the current fingerprint. */
  fingerprint: '6f9cc9e18e537541',
} as const;
