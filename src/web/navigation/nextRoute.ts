/**
 * Maps each flow outcome to the next path, so that all transitions are in one place. Null means that the current screen
 * stays.
 *
 * @example
 * nextRoute({ kind: 'signedIn', subscriptionIsActive: true, wayBack: null }); // '/profile'
 */
import type { CancelSubscriptionOutcome } from '../flows/account/cancelSubscription';
import type { DetachDeviceOutcome } from '../flows/account/detachDevice';
import type { EndSessionsOutcome } from '../flows/account/endSessions';
import type { RemoveCardOutcome } from '../flows/account/removeCard';
import type { PaymentOutcome } from '../flows/payment/pay';
import type { ActivateGiftOutcome, CheckGiftOutcome } from '../flows/signIn/activateGift';
import type { LogOutOutcome } from '../flows/signIn/logOut';
import type { OpenEmailOutcome, RedeemCodeOutcome } from '../flows/signIn/openEmail';
import type { RequestEmailLinkOutcome } from '../flows/signIn/requestEmailLink';
import type { ConfirmGiftOutcome, ConfirmOutcome, GoogleOutcome } from '../flows/signIn/signIn';
import type { StaffRefreshOutcome, StaffSignOutOutcome } from '../flows/staff/staffSession';
import type { StaffSignInOutcome } from '../flows/staff/staffSignIn';
import { PATHS } from './paths';

export type Outcome =
  | RequestEmailLinkOutcome
  | OpenEmailOutcome
  | RedeemCodeOutcome
  | ConfirmOutcome
  | ConfirmGiftOutcome
  | GoogleOutcome
  | ActivateGiftOutcome
  | CheckGiftOutcome
  | PaymentOutcome
  | DetachDeviceOutcome
  | CancelSubscriptionOutcome
  | RemoveCardOutcome
  | EndSessionsOutcome
  | LogOutOutcome
  | StaffSignInOutcome
  | StaffRefreshOutcome
  | StaffSignOutOutcome
  /** A staff request failed. */
  | { kind: 'staffCallFailed' };

export function nextRoute(outcome: Outcome): string | null {
  switch (outcome.kind) {
    case 'emailLinkSent':
    case 'lastEmailInMailbox':
      return PATHS.wait;
    case 'emailConfirmed':
      return confirmPath(outcome.token, outcome.giftKey);
    case 'restoreRejected':
    case 'restoreFailed':
    case 'loggedOut':
    case 'sessionLost':
    case 'signInNeeded':
      return PATHS.login;
    case 'addressChanged':
      return `${PATHS.restoreEmail}#${outcome.restoreToken}`;
    case 'registerFailed':
    case 'giftFailed':
    case 'giftCheckFailed':
    case 'detachFailed':
    case 'cancelFailed':
      return PATHS.landing;
    case 'signedIn':
      if (outcome.subscriptionIsActive) return outcome.wayBack ?? PATHS.profile;
      return isOpenWithoutAccess(outcome.wayBack) ? outcome.wayBack : PATHS.shop;
    case 'giftActivated':
    case 'paid':
    case 'cancelRejected':
      return PATHS.profile;
    case 'campaignPaid':
      return PATHS.thanks;
    case 'detached':
    case 'cancelled':
      return outcome.subscriptionIsActive ? PATHS.profile : PATHS.shop;
    case 'staffSignedIn':
    case 'staffRefreshed':
    // Navigate to the staff home page, which redirects to the page that staff came from.
    case 'staffRefreshUnanswered':
      return PATHS.staffHome;
    case 'staffRefreshFailed':
    case 'staffSignedOut':
      return PATHS.staffSignIn;
    case 'staffCallFailed':
      return PATHS.staffRefresh;
    case 'emailLinkFailed':
    case 'emailNeeded':
    case 'emailForeign':
    case 'emailInvalid':
    case 'emailCallFailed':
    case 'codeWrong':
    case 'codeSpent':
    case 'codeTooManyTries':
    case 'codeCallFailed':
    case 'googleSignInEnded':
    case 'googleReady':
    case 'googleUnreachable':
    case 'googlePopupBlocked':
    case 'giftReady':
    case 'declined':
    case 'paymentClosed':
    case 'paymentUnavailable':
    case 'paymentsPaused':
    case 'paymentsTooMany':
    case 'addressUnsupported':
    case 'paymentLate':
    case 'trialUsed':
    case 'trialLimit':
    case 'cardNeeded':
    case 'termsChanged':
    case 'staffCodeNeeded':
    case 'staffSetUpNeeded':
    case 'cardChanged':
    case 'sessionsEnded':
    case 'endFailed':
    case 'cardRemoved':
    case 'cardRemovalFailed':
    case 'notSent':
    case 'staffSignInFailed':
      return null;
  }
}

/**
 * Returns whether a customer without access returns to the page after the sign-in. The shop of the mobile app has other terms
 * than `/shop`, and the deletion of an account needs no access.
 */
function isOpenWithoutAccess(wayBack: string | null): wayBack is string {
  return wayBack === PATHS.mobileShop || wayBack === PATHS.confirmDeletion;
}

function confirmPath(token: string, giftKey: string | null): string {
  const query = new URLSearchParams(giftKey === null ? { token } : { token, key: giftKey });
  return `${giftKey === null ? PATHS.confirm : PATHS.giftConfirm}?${query.toString()}`;
}
