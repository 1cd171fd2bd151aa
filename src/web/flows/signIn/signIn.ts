/** Sign-in flows that end with a registration: email link, gift link and Google. */
import { EMAIL_LINK_PLATFORM } from '../../../shared/constants';
import { isGiftKey } from '../../../shared/validation';
import { emailVerificationApi } from '../../api/endpoints/emailVerification';
import { registrationApi } from '../../api/endpoints/registration';
import {
  selectCaller,
  selectGiftKey,
  selectIsSignedIn,
  selectPhotoUrl,
  selectProviderId,
} from '../../identity/selectors';
import { type GoogleReason, signsOut } from '../../platform/googleReasons';
import type { GoogleSignIn, KeyValueStorage } from '../../platform/platform';
import { removeTabValue, takeTabValue } from '../../tabStorage/tabStorage';
import { FLOW_TEXTS } from '../../texts/flows';
import { GIFT_TOASTS } from '../../texts/gift';
import { toast } from '../../toasts/toasts';
import type { Flow } from '../flow';
import { oncePerKey } from '../singleFlight';
import { activateGift, type ActivateGiftOutcome } from './activateGift';
import { type AddressChanged, addressChangedIn } from './addressChanged';
import { browserMarkIn } from './browserMark';
import { logOut } from './logOut';

interface SignedIn {
  kind: 'signedIn';
  subscriptionIsActive: boolean;
  /** Path that the user wanted to open before the sign-in, or null. */
  wayBack: string | null;
}

type RestoreOutcome =
  | { kind: 'restored' }
  /** The sign-in token was already used, has expired, belongs to another server, or is malformed. */
  | { kind: 'restoreRejected' }
  | AddressChanged
  /** The request to restore the sign-in failed. */
  | { kind: 'restoreFailed' };

export type ConfirmOutcome =
  | SignedIn
  | Exclude<RestoreOutcome, { kind: 'restored' }>
  | { kind: 'registerFailed' };

export type ConfirmGiftOutcome = Exclude<RestoreOutcome, { kind: 'restored' }> | ActivateGiftOutcome;

/** Outcome of a click on the Google button without a sign-in. The reason is logged. */
export type GoogleNotSignedIn =
  /** The Google popup was closed or rejected. */
  | { kind: 'googleSignInEnded' }
  /** The click opened no popup, because the Firebase SDK was not ready. It is ready now. */
  | { kind: 'googleReady' }
  | { kind: 'googleUnreachable' }
  /** The browser did not allow the popup. */
  | { kind: 'googlePopupBlocked' };

export type GoogleOutcome =
  | GoogleNotSignedIn
  | SignedIn
  | AddressChanged
  | ActivateGiftOutcome
  | { kind: 'registerFailed' };

const confirmations = oncePerKey<ConfirmOutcome>(({ kind }) => kind !== 'restoreFailed');
const giftConfirmations = oncePerKey<ConfirmGiftOutcome>(({ kind }) => kind !== 'restoreFailed');

/**
 * Restores the sign-in from the single-use token, then registers the customer. The route `/confirm` uses this flow.
 * Each token is used only once.
 */
export function confirmEmailLink(token: string): Flow<ConfirmOutcome> {
  return confirmations(token, async (dispatch) => {
    const restored = await dispatch(restoreSignIn(token));
    return restored.kind === 'restored' ? dispatch(registerByEmail()) : restored;
  });
}

/**
 * Restores the sign-in from the single-use token, then activates the gift of `key`. The route `/giftConfirm` uses this
 * flow. Each token is used only once.
 */
export function confirmGiftLink(token: string, key: string): Flow<ConfirmGiftOutcome> {
  return giftConfirmations(`${token} ${key}`, async (dispatch) => {
    const restored = await dispatch(restoreSignIn(token));
    if (restored.kind !== 'restored') return restored;
    if (isGiftKey(key)) return dispatch(activateGift(key));
    toast.error(GIFT_TOASTS.unknown);
    return { kind: 'giftFailed' };
  });
}

/** Opens the Google popup, then activates the stored gift or registers the customer. */
export function signInWithGoogle(): Flow<GoogleOutcome> {
  return async (dispatch, getState, platform) => {
    const result = await dispatch(openGooglePopup());
    if (result.kind !== 'googlePerson') return result;
    const { idToken, ...body } = result.person;
    const giftKey = selectGiftKey(getState());
    if (isGiftKey(giftKey)) return dispatch(activateGift(giftKey, { body, bearer: idToken }));
    const { data } = await dispatch(
      registrationApi.endpoints.registerByGoogle.initiate(
        { body: { ...body, ...browserMarkIn(platform.storage) }, bearer: idToken },
        { track: false },
      ),
    );
    if (!data?.success) return addressChangedIn(data) ?? registerFailed();
    return signedIn(data.subscriptionIsActive, platform.sessionStorage);
  };
}

/**
 * Opens the Google popup without registering the customer. If Google reports a disabled user or an expired token, the
 * current user is signed out.
 */
export function openGooglePopup(): Flow<GoogleNotSignedIn | { kind: 'googlePerson'; person: GoogleSignIn }> {
  return async (dispatch, getState, platform) => {
    const result = await platform.google.signIn();
    switch (result.kind) {
      case 'signedIn':
        return { kind: 'googlePerson', person: result.person };
      case 'ready':
        return { kind: 'googleReady' };
      case 'unreachable':
        return { kind: 'googleUnreachable' };
      case 'ended':
        if (signsOut(result.reason) && selectIsSignedIn(getState())) await dispatch(logOut());
        return { kind: ENDED[result.reason] ?? 'googleSignInEnded' };
    }
  };
}

/** Outcomes for the reasons that the button reports. */
const ENDED: Partial<Record<GoogleReason, GoogleNotSignedIn['kind']>> = {
  popupBlocked: 'googlePopupBlocked',
  networkLost: 'googleUnreachable',
};

function restoreSignIn(token: string): Flow<RestoreOutcome> {
  return async (dispatch, _getState, { sessionStorage, storage }) => {
    const { data, error } =
      token === ''
        ? { data: { success: false } }
        : await dispatch(
            emailVerificationApi.endpoints.restoreEmailLink.initiate(
              { token, platform: EMAIL_LINK_PLATFORM, ...browserMarkIn(storage) },
              { track: false },
            ),
          );
    if (error) {
      toast.error(FLOW_TEXTS.restoreFailed);
      return { kind: 'restoreFailed' };
    }
    removeTabValue(sessionStorage, 'ownToken');
    const changed = addressChangedIn(data);
    if (changed !== null) return changed;
    if (!data.success) {
      toast.error(FLOW_TEXTS.restoreRejected);
      return { kind: 'restoreRejected' };
    }
    return { kind: 'restored' };
  };
}

function registerByEmail(): Flow<SignedIn | { kind: 'registerFailed' }> {
  return async (dispatch, getState, { sessionStorage }) => {
    const state = getState();
    const { data } = await dispatch(
      registrationApi.endpoints.registerByEmail.initiate(
        {
          ...selectCaller(state),
          photoURL: selectPhotoUrl(state),
          providerId: selectProviderId(state),
        },
        { track: false },
      ),
    );
    return data?.success ? signedIn(data.subscriptionIsActive, sessionStorage) : registerFailed();
  };
}

function registerFailed(): { kind: 'registerFailed' } {
  toast.error(FLOW_TEXTS.registerFailed);
  return { kind: 'registerFailed' };
}

function signedIn(isActive: boolean | null | undefined, storage: KeyValueStorage): SignedIn {
  removeTabValue(storage, 'emailSentAt');
  return {
    kind: 'signedIn',
    subscriptionIsActive: isActive ?? false,
    wayBack: takeTabValue(storage, 'wayBack'),
  };
}
