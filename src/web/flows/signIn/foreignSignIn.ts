/**
 * Protects against login CSRF: a sign-in link sent by a stranger would sign this browser in to the stranger's account.
 * If this browser did not request the link, the user must confirm the sign-in first.
 */
import { isSameMailbox, toMailbox } from '../../../shared/validation';
import { toCallError } from '../../api/callError';
import { emailVerificationApi } from '../../api/endpoints/emailVerification';
import { giftKeyStored } from '../../identity/identitySlice';
import {
  selectEmailForSignIn,
  selectGiftKey,
  selectIsStaff,
  selectIsVerified,
  selectVerifiedEmail,
} from '../../identity/selectors';
import { type ForeignSignIn, readTabValue, removeTabValue, writeTabValue } from '../../tabStorage/tabStorage';
import { FLOW_TEXTS } from '../../texts/flows';
import { toast } from '../../toasts/toasts';
import type { Flow } from '../flow';
import { signOutStaff } from '../staff/staffSession';
import { logOut } from './logOut';
import { confirmEmailLink, confirmGiftLink, type ConfirmGiftOutcome, type ConfirmOutcome } from './signIn';

export type LinkOwner =
  /** This browser requested the sign-in link, so no confirmation is needed. */
  | { kind: 'ownLink' }
  /**
   * Another browser requested the sign-in link, so the user must confirm the sign-in. Until then, the sign-in is stored
   * in the tab's session storage.
   */
  | { kind: 'foreignLink' }
  /** The server could not be reached. */
  | { kind: 'restoreFailed' };

/**
 * HTTP statuses that a server without the endpoint `previewEmailLink` returns, because the server implements only the
 * specification.
 */
const UNKNOWN_CALL = [404, 405];

/**
 * Returns whether this browser requested the sign-in link of the single-use token. `giftKey` is the gift key in the
 * link.
 */
export function ownerOfLink(token: string, giftKey: string | null): Flow<LinkOwner> {
  return async (dispatch, getState, { sessionStorage }) => {
    if (token === '') return { kind: 'ownLink' };
    // The single-use token stays stored until it is used, because a repeated navigation checks the token again.
    if (readTabValue(sessionStorage, 'ownToken') === token) return { kind: 'ownLink' };
    const { data, error } = await dispatch(
      emailVerificationApi.endpoints.previewEmailLink.initiate(
        { token },
        { forceRefetch: true, subscribe: false },
      ),
    );
    if (error) {
      const { status } = toCallError(error);
      if (UNKNOWN_CALL.some((known) => known === status)) return { kind: 'ownLink' };
      toast.error(FLOW_TEXTS.restoreFailed);
      return { kind: 'restoreFailed' };
    }
    // An invalid token signs in no account, so no confirmation is needed. Redeeming the invalid token reports the
    // error.
    if (!data?.success || !data.email) return { kind: 'ownLink' };
    const state = getState();
    const email = toMailbox(data.email);
    // An email address from a URL query does not count as known, because a stranger could have chosen it.
    const known = [selectEmailForSignIn(state), selectVerifiedEmail(state)];
    if (known.some((each) => each !== null && isSameMailbox(each, email))) return { kind: 'ownLink' };
    writeTabValue(sessionStorage, 'foreignSignIn', { token, email, giftKey });
    return { kind: 'foreignLink' };
  };
}

/**
 * Accepts the sign-in to the account of the link. The current user is signed out first, also on the server. A gift key
 * stored in this browser stays stored, and is not activated for the other account.
 */
export function acceptSignIn({ token, giftKey }: ForeignSignIn): Flow<ConfirmOutcome | ConfirmGiftOutcome> {
  return async (dispatch, getState, { sessionStorage }) => {
    const waitingGift = selectGiftKey(getState());
    if (selectIsStaff(getState())) await dispatch(signOutStaff());
    else if (selectIsVerified(getState())) await dispatch(logOut());
    if (waitingGift !== null) dispatch(giftKeyStored(waitingGift));
    removeTabValue(sessionStorage, 'foreignSignIn');
    return giftKey === null ? dispatch(confirmEmailLink(token)) : dispatch(confirmGiftLink(token, giftKey));
  };
}

/** Rejects the sign-in and keeps the current session. */
export function declineSignIn(): Flow<void> {
  return (_dispatch, _getState, { sessionStorage }) => {
    removeTabValue(sessionStorage, 'foreignSignIn');
    return Promise.resolve();
  };
}
