/**
 * Edition of the public offer, which a consent names. Whoever changes the offer's text gives it a
 * new version and date here.
 */
export const OFFER_EDITION = {
  version: '1.1',
  /** ISO 8601, midnight in Moscow. */
  effectiveFrom: '2026-11-21T00:00:00+03:00',
} as const;
