/**
 * A link that signs in may come from anybody: one that was sent by a stranger would sign this browser in to the
 * stranger's account. What this browser has not asked for is not done before the person agrees.
 */
import { normalizeEmail } from '../../../shared/validation';
import { callErrorOf } from '../../api/callError';
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
  /** The link may be followed. */
  | { kind: 'ownLink' }
  /** The person must be asked: the sign-in waits in the tab. */
  | { kind: 'foreignLink' }
  /** The server could not be asked. */
  | { kind: 'restoreFailed' };

/** The call is not known to a server that knows nothing of our additions. */
const UNKNOWN_CALL = [404, 405];

/** Whether this browser asked for the sign-in of a one-time token. `giftKey`: what the link itself names. */
export function ownerOfLink(token: string, giftKey: string | null): Flow<LinkOwner> {
  return async (dispatch, getState, { sessionStorage }) => {
    if (token === '') return { kind: 'ownLink' };
    // It stays until it is spent: a navigation that repeats itself asks once more.
    if (readTabValue(sessionStorage, 'ownToken') === token) return { kind: 'ownLink' };
    const { data, error } = await dispatch(
      emailVerificationApi.endpoints.previewEmailLink.initiate(
        { token },
        { forceRefetch: true, subscribe: false },
      ),
    );
    if (error) {
      const { status } = callErrorOf(error);
      if (UNKNOWN_CALL.some((known) => known === status)) return { kind: 'ownLink' };
      toast.error(FLOW_TEXTS.restoreFailed);
      return { kind: 'restoreFailed' };
    }
    // What is good for nothing signs nobody in: the rejection says so.
    if (!data?.success || !data.email) return { kind: 'ownLink' };
    const state = getState();
    const email = normalizeEmail(data.email);
    // An address from a URL query is in neither: a stranger could have chosen it.
    const known = [selectEmailForSignIn(state), selectVerifiedEmail(state)];
    if (known.some((each) => each !== null && normalizeEmail(each) === email)) return { kind: 'ownLink' };
    writeTabValue(sessionStorage, 'foreignSignIn', { token, email, giftKey });
    return { kind: 'foreignLink' };
  };
}

/**
 * The person wants the account of the link: whoever is signed in here is signed out, on the server too. A gift that
 * waits in this browser goes on waiting: it is spent for nobody.
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

/** The person wants to stay as they are. */
export function declineSignIn(): Flow<void> {
  return (_dispatch, _getState, { sessionStorage }) => {
    removeTabValue(sessionStorage, 'foreignSignIn');
    return Promise.resolve();
  };
}
