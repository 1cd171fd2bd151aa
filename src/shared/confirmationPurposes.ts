/** Purposes of the codes that confirm a change of an account. */

/** Purposes of a confirmation code. A confirmation code is rejected for any other purpose than its own. */
export const CONFIRMATION_PURPOSES = [
  'exportData',
  'deleteAccount',
  /** Verifies that the customer owns the current email address, before the address is changed. */
  'changeEmail',
  /** Verifies that the customer owns the new email address. */
  'newEmail',
  /** Verifies that the customer owns the previous email address, and reverts the change to the new address. */
  'restoreEmail',
] as const;
export type ConfirmationPurpose = (typeof CONFIRMATION_PURPOSES)[number];
