/** The identity library's codes (spec section 8). */
import { isOrdinary, reasonOf, signsOut, type GoogleReason } from '../../../src/web/platform/googleReasons';

const MAPPED: [string, GoogleReason][] = [
  ['account-exists-with-different-credential', 'emailHasAnotherProvider'],
  ['credential-already-in-use', 'credentialInUse'],
  ['email-already-in-use', 'emailInUse'],
  ['user-disabled', 'userDisabled'],
  ['network-request-failed', 'networkLost'],
  ['multi-factor-auth-required', 'secondFactorNeeded'],
  ['user-token-expired', 'tokenExpired'],
  ['popup-blocked', 'popupBlocked'],
  ['popup-closed-by-user', 'popupClosed'],
  ['cancelled-popup-request', 'popupReplaced'],
  ['unauthorized-domain', 'domainNotAllowed'],
  ['invalid-api-key', 'apiKeyInvalid'],
  ['user-mismatch', 'anotherUser'],
  ['login-blocked', 'blockedByProject'],
];

test('all 14 codes are mapped, each to a reason of its own', () => {
  expect(MAPPED).toHaveLength(14);
  expect(new Set(MAPPED.map(([, reason]) => reason)).size).toBe(14);
});

test.each(MAPPED)('%s is %s', (code, reason) => {
  expect(reasonOf({ code: `auth/${code}` })).toBe(reason);
  expect(reasonOf(Object.assign(new Error('said the library'), { code: `auth/${code}` }))).toBe(reason);
});

test.each(MAPPED)('whether %s signs out and whether it is ordinary', (_code, reason) => {
  expect(signsOut(reason)).toBe(reason === 'userDisabled' || reason === 'tokenExpired');
  expect(isOrdinary(reason)).toBe(reason === 'popupClosed' || reason === 'popupReplaced');
});

test.each([
  ['auth/user-cancelled', 'popupClosed'],
  ['auth/api-key-not-valid.-please-pass-a-valid-api-key.', 'apiKeyInvalid'],
])('%s is another word for %s', (code, reason) => {
  expect(reasonOf({ code })).toBe(reason);
});

test.each([
  [{ code: 'auth/internal-error' }],
  [{ code: 'constructor' }],
  [{ code: 7 }],
  [new Error('x')],
  [null],
  ['text'],
])('anything else (%j) is unknown', (error) => {
  expect(reasonOf(error)).toBe('unknown');
  expect(signsOut('unknown')).toBe(false);
});
