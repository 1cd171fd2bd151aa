/** Every exit of spec section 4. */
import { nextRoute, type Outcome } from '../../../src/web/navigation/nextRoute';

const CASES: [Outcome, string | null][] = [
  // Email-link form
  [{ kind: 'emailLinkSent' }, '/wait'],
  [{ kind: 'emailLinkFailed' }, null],
  // The letter
  [{ kind: 'letterConfirmed', token: 'a b&c', giftKey: null }, '/confirm?token=a+b%26c'],
  [{ kind: 'letterConfirmed', token: 't', giftKey: 'k=1' }, '/giftConfirm?token=t&key=k%3D1'],
  [{ kind: 'emailNeeded' }, null],
  [{ kind: 'emailForeign' }, null],
  [{ kind: 'letterInvalid' }, null],
  [{ kind: 'letterCallFailed' }, null],
  [{ kind: 'codeWrong', triesLeft: 1 }, null],
  [{ kind: 'codeSpent' }, null],
  [{ kind: 'codeCallFailed' }, null],
  // /confirm
  [{ kind: 'restoreRefused' }, '/login'],
  [{ kind: 'restoreFailed' }, '/login'],
  [{ kind: 'registerFailed' }, '/'],
  [{ kind: 'signedIn', subscriptionIsActive: true, wayBack: null }, '/profile'],
  [{ kind: 'signedIn', subscriptionIsActive: false, wayBack: null }, '/shop'],
  [{ kind: 'signedIn', subscriptionIsActive: true, wayBack: '/subscription' }, '/subscription'],
  [{ kind: 'signedIn', subscriptionIsActive: false, wayBack: '/subscription' }, '/shop'],
  [{ kind: 'signedIn', subscriptionIsActive: false, wayBack: '/mobileShop' }, '/mobileShop'],
  // Google
  [{ kind: 'googleSignInEnded' }, null],
  // Gifts
  [{ kind: 'giftActivated' }, '/profile'],
  [{ kind: 'giftFailed' }, '/'],
  [{ kind: 'giftReady', months: 3 }, null],
  [{ kind: 'giftCheckFailed' }, '/'],
  // Shop
  [{ kind: 'paid' }, '/profile'],
  [{ kind: 'declined', reasonCode: 5051 }, null],
  [{ kind: 'paymentClosed' }, null],
  [{ kind: 'paymentUnavailable' }, null],
  [{ kind: 'paymentLate' }, null],
  [{ kind: 'signInNeeded' }, '/login'],
  // The campaign page
  [{ kind: 'campaignPaid' }, '/thanks'],
  // Detach
  [{ kind: 'detached', subscriptionIsActive: true }, '/profile'],
  [{ kind: 'detached', subscriptionIsActive: false }, '/shop'],
  [{ kind: 'detachFailed' }, '/'],
  // Cancel
  [{ kind: 'cancelled', subscriptionIsActive: true }, '/profile'],
  [{ kind: 'cancelled', subscriptionIsActive: false }, '/shop'],
  [{ kind: 'cancelRefused' }, '/profile'],
  [{ kind: 'cancelFailed' }, '/'],
  // Session
  [{ kind: 'sessionLost' }, '/login'],
  [{ kind: 'loggedOut' }, '/login'],
  // Staff
  [{ kind: 'staffSignedIn' }, '/adept'],
  [{ kind: 'staffCodeNeeded' }, null],
  [{ kind: 'staffSetUpNeeded', provisioning: { secret: 'S', link: 'otpauth://totp/x' } }, null],
  [{ kind: 'staffSignInFailed', message: 'no', reason: { kind: 'refused' } }, null],
  [{ kind: 'staffCallFailed' }, '/refresh'],
  [{ kind: 'staffRefreshed' }, '/adept'],
  [{ kind: 'staffRefreshFailed', reason: 'ended' }, '/capitulum'],
];

it.each(CASES)('%j leads to %j', (outcome, path) => {
  expect(nextRoute(outcome)).toBe(path);
});
