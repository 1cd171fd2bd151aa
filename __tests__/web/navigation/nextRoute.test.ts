/** Tests the route to which each outcome of a flow leads. */
import { nextRoute, type Outcome } from '../../../src/web/navigation/nextRoute';

const CASES: [Outcome, string | null][] = [
  // Email-link form
  [{ kind: 'emailLinkSent' }, '/wait'], // [flow-7, number-13, screen-34]
  [{ kind: 'emailLinkFailed' }, null],
  // The email
  [{ kind: 'emailConfirmed', token: 'a b&c', giftKey: null }, '/confirm?token=a+b%26c'],
  [{ kind: 'emailConfirmed', token: 't', giftKey: 'k=1' }, '/giftConfirm?token=t&key=k%3D1'],
  [{ kind: 'emailNeeded' }, null],
  [{ kind: 'emailForeign' }, null],
  [{ kind: 'emailInvalid' }, null],
  [{ kind: 'emailCallFailed' }, null],
  [{ kind: 'codeWrong', triesLeft: 1 }, null],
  [{ kind: 'codeSpent' }, null],
  [{ kind: 'codeCallFailed', failure: { status: 'NETWORK', message: 'lost' } }, null],
  // /confirm
  [{ kind: 'restoreRejected' }, '/login'], // [flow-16]
  [{ kind: 'restoreFailed' }, '/login'], // [flow-16]
  [{ kind: 'registerFailed' }, '/'], // [error-9, flow-15]
  [{ kind: 'signedIn', subscriptionIsActive: true, wayBack: null }, '/profile'], // [flow-14, flow-17]
  [{ kind: 'signedIn', subscriptionIsActive: false, wayBack: null }, '/shop'], // [flow-14]
  [{ kind: 'signedIn', subscriptionIsActive: true, wayBack: '/subscription' }, '/subscription'],
  [{ kind: 'signedIn', subscriptionIsActive: false, wayBack: '/subscription' }, '/shop'],
  [{ kind: 'signedIn', subscriptionIsActive: false, wayBack: '/mobileShop' }, '/mobileShop'],
  [
    { kind: 'signedIn', subscriptionIsActive: false, wayBack: '/account/delete/confirm' },
    '/account/delete/confirm',
  ],
  // Google
  [{ kind: 'googleSignInEnded' }, null],
  [{ kind: 'googleReady' }, null],
  [{ kind: 'googleUnreachable' }, null],
  [{ kind: 'googlePopupBlocked' }, null],
  // Gifts
  [{ kind: 'giftActivated' }, '/profile'], // [flow-11, flow-20]
  [{ kind: 'giftFailed' }, '/'], // [error-10, flow-12, flow-21]
  [{ kind: 'giftReady', months: 3 }, null],
  [{ kind: 'giftCheckFailed' }, '/'], // [error-15, flow-19]
  // Shop
  [{ kind: 'paid' }, '/profile'], // [flow-23]
  [{ kind: 'declined', reason: 'noMoney' }, null],
  [{ kind: 'paymentClosed' }, null],
  [{ kind: 'paymentUnavailable' }, null],
  [{ kind: 'paymentsPaused' }, null],
  [{ kind: 'paymentsTooMany' }, null],
  [{ kind: 'addressUnsupported' }, null],
  [{ kind: 'paymentLate' }, null],
  [{ kind: 'signInNeeded' }, '/login'],
  // The campaign page
  [{ kind: 'campaignPaid' }, '/thanks'], // [screen-48]
  // Detach
  [{ kind: 'detached', subscriptionIsActive: true }, '/profile'], // [flow-35]
  [{ kind: 'detached', subscriptionIsActive: false }, '/shop'], // [flow-35]
  [{ kind: 'detachFailed' }, '/'], // [error-11, flow-36]
  // Cancel
  [{ kind: 'cancelled', subscriptionIsActive: true }, '/profile'], // [flow-37]
  [{ kind: 'cancelled', subscriptionIsActive: false }, '/shop'], // [flow-38]
  [{ kind: 'cancelRejected' }, '/profile'], // [flow-39]
  [{ kind: 'cancelFailed' }, '/'], // [flow-40]
  // Session
  [{ kind: 'sessionLost' }, '/login'],
  [{ kind: 'loggedOut' }, '/login'], // [flow-32]
  // Staff
  [{ kind: 'staffSignedIn' }, '/adept'], // [flow-45]
  [{ kind: 'staffCodeNeeded' }, null],
  [{ kind: 'staffSetUpNeeded', provisioning: { secret: 'S', link: 'otpauth://totp/x' } }, null],
  [{ kind: 'staffSignInFailed', message: 'no', reason: { kind: 'rejected' } }, null],
  [{ kind: 'staffCallFailed' }, '/refresh'], // [flow-46]
  [{ kind: 'staffRefreshed' }, '/adept'], // [screen-79]
  [{ kind: 'staffRefreshFailed', reason: 'ended' }, '/capitulum'], // [flow-53, screen-80]
  [{ kind: 'staffRefreshUnanswered' }, '/adept'],
];

it.each(CASES)('%j leads to %j', (outcome, path) => {
  expect(nextRoute(outcome)).toBe(path);
});
