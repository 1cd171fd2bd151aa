/** Why a Google sign-in ended without a person: the identity library's codes as our words. */

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

/** Codes that say the same in other words. */
const SYNONYMS: Readonly<Record<string, keyof typeof REASONS>> = {
  'user-cancelled': 'popup-closed-by-user',
  'api-key-not-valid.-please-pass-a-valid-api-key.': 'invalid-api-key',
};

/** The person changed their mind: nothing is wrong. */
const ORDINARY: ReadonlySet<GoogleReason> = new Set(['popupClosed', 'popupReplaced']);

/** The identity is no longer good: whoever is signed in with it is signed out. */
const SIGNING_OUT: ReadonlySet<GoogleReason> = new Set(['userDisabled', 'tokenExpired']);

/** The library's code without its prefix; 'unknown' for an error that has none. */
export function identityCodeOf(error: unknown): string {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code.replace(/^auth\//, '') : 'unknown';
}

/** The reason behind an error of the library. */
export function reasonOf(error: unknown): GoogleReason {
  const code = identityCodeOf(error);
  const known = Object.entries({ ...REASONS }).find(([each]) => each === (SYNONYMS[code] ?? code));
  return known === undefined ? 'unknown' : known[1];
}

export function isOrdinary(reason: GoogleReason): boolean {
  return ORDINARY.has(reason);
}

export function signsOut(reason: GoogleReason): boolean {
  return SIGNING_OUT.has(reason);
}
