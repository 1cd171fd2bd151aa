/** Tests which reason of a failed sign-in each error code of the Firebase identity library is mapped to. */
import {
  deriveReason,
  type GoogleReason,
  isOrdinary,
  signsOut,
} from '../../../src/web/platform/googleReasons';

const MAPPED: [string, GoogleReason][] = [
  ['account-exists-with-different-credential', 'emailHasAnotherProvider'], // [error-17]
  ['credential-already-in-use', 'credentialInUse'], // [error-18]
  ['email-already-in-use', 'emailInUse'], // [error-19]
  ['user-disabled', 'userDisabled'], // [error-20]
  ['network-request-failed', 'networkLost'], // [error-21]
  ['multi-factor-auth-required', 'secondFactorNeeded'], // [error-22]
  ['user-token-expired', 'tokenExpired'], // [error-23]
  ['popup-blocked', 'popupBlocked'], // [error-24]
  ['popup-closed-by-user', 'popupClosed'], // [error-25]
  ['cancelled-popup-request', 'popupReplaced'], // [error-26]
  ['unauthorized-domain', 'domainNotAllowed'], // [error-27]
  ['invalid-api-key', 'apiKeyInvalid'], // [error-28]
  ['user-mismatch', 'anotherUser'], // [error-29]
  ['login-blocked', 'blockedByProject'], // [error-30]
];

test('all 14 codes are mapped, each to a different reason', () => {
  expect(MAPPED).toHaveLength(14);
  expect(new Set(MAPPED.map(([, reason]) => reason)).size).toBe(14);
});

test.each(MAPPED)('%s is %s', (code, reason) => {
  expect(deriveReason({ code: `auth/${code}` })).toBe(reason);
  expect(deriveReason(Object.assign(new Error('said the library'), { code: `auth/${code}` }))).toBe(reason);
});

test.each(MAPPED)(
  'whether the reason of %s signs the user out, and whether it is an ordinary outcome',
  (_code, reason) => {
    expect(signsOut(reason)).toBe(reason === 'userDisabled' || reason === 'tokenExpired');
    expect(isOrdinary(reason)).toBe(reason === 'popupClosed' || reason === 'popupReplaced');
  },
);

test.each([
  ['auth/user-cancelled', 'popupClosed'],
  ['auth/api-key-not-valid.-please-pass-a-valid-api-key.', 'apiKeyInvalid'],
])('%s is another word for %s', (code, reason) => {
  expect(deriveReason({ code })).toBe(reason);
});

test.each([
  [{ code: 'auth/internal-error' }],
  [{ code: 'constructor' }],
  [{ code: 7 }],
  [new Error('x')],
  [null],
  ['text'],
])('anything else (%j) is unknown', (error) => {
  expect(deriveReason(error)).toBe('unknown');
  expect(signsOut('unknown')).toBe(false);
});
