/** Maps the error codes of the Firebase SDK to reasons why a Google sign-in failed. */

const REASONS = {
  'account-exists-with-different-credential': 'emailHasAnotherProvider',
  'credential-already-in-use': 'credentialInUse',
  'email-already-in-use': 'emailInUse',
  'user-disabled': 'userDisabled',
  'network-request-failed': 'networkLost',
  'multi-factor-auth-required': 'secondFactorNeeded',
  'user-token-expired': 'tokenExpired',
  'popup-blocked': 'popupBlocked',
  'popup-closed-by-user': 'popupClosed',
  'cancelled-popup-request': 'popupReplaced',
  'unauthorized-domain': 'domainNotAllowed',
  'invalid-api-key': 'apiKeyInvalid',
  'user-mismatch': 'anotherUser',
  'login-blocked': 'blockedByProject',
} as const;

export type GoogleReason = (typeof REASONS)[keyof typeof REASONS] | 'unknown';

/** Error codes of the Firebase SDK that have the same meaning as a code in `REASONS`. */
const SYNONYMS: Readonly<Record<string, keyof typeof REASONS>> = {
  'user-cancelled': 'popup-closed-by-user',
  'api-key-not-valid.-please-pass-a-valid-api-key.': 'invalid-api-key',
};

/** Reasons that are no error, because the user stopped the Google sign-in. */
const ORDINARY: ReadonlySet<GoogleReason> = new Set(['popupClosed', 'popupReplaced']);

/** Reasons that mean that the Google identity is no longer valid, so the signed-in user is signed out. */
const SIGNING_OUT: ReadonlySet<GoogleReason> = new Set(['userDisabled', 'tokenExpired']);

/** Returns the error code of the Firebase SDK without its prefix, or 'unknown' for an error without a code. */
export function readIdentityCode(error: unknown): string {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code.replace(/^auth\//, '') : 'unknown';
}

/** Returns the reason for an error of the Firebase SDK. */
export function deriveReason(error: unknown): GoogleReason {
  const code = readIdentityCode(error);
  const known = Object.entries({ ...REASONS }).find(([each]) => each === (SYNONYMS[code] ?? code));
  return known === undefined ? 'unknown' : known[1];
}

export function isOrdinary(reason: GoogleReason): boolean {
  return ORDINARY.has(reason);
}

export function signsOut(reason: GoogleReason): boolean {
  return SIGNING_OUT.has(reason);
}
