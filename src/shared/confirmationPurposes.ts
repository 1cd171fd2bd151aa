/** Purposes of the codes that confirm a change of an account. */

/** What a code confirms. A code of one purpose confirms nothing else. */
export const CONFIRMATION_PURPOSES = [
  'exportData',
  'deleteAccount',
  /** Proof of the present address before it is changed. */
  'changeEmail',
  /** Proof of the new address. */
  'newEmail',
  /** Proof of the former address, which takes the change back. */
  'restoreEmail',
] as const;
export type ConfirmationPurpose = (typeof CONFIRMATION_PURPOSES)[number];
