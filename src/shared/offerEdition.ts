/**
 * Edition of the public offer, which a consent names. Whoever changes the offer's text, or a term that
 * it names (`offerTerms.ts`), gives it a new version, date and fingerprint here.
 */
export const OFFER_EDITION = {
  version: '1.2',
  /** ISO 8601, midnight in Moscow. */
  effectiveFrom: '2026-11-22T00:00:00+03:00',
  /** Of this edition's text on its terms, by the default brand; `Offer.test.tsx` says the present one. */
  fingerprint: '2da6c492f89db8fb',
} as const;
