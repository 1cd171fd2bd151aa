/**
 * Current version of the privacy policy. When the text of the policy, a kind of data or a retention period in
 * `personalData.ts` changes, update the version, the date and the fingerprint.
 */
export const PRIVACY_EDITION = {
  version: '1.3',
  /** Time from which this version of the privacy policy is valid, in ISO 8601, at midnight in Moscow. */
  effectiveFrom: '2026-11-26T00:00:00+03:00',
  /**
   * Fingerprint of the policy with the default brand and all recipients. The test `Privacy.test.tsx` prints the current
   * fingerprint.
   */
  fingerprint: '3b980c9dcdc158dd',
} as const;
