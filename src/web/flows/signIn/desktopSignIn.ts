/**
 * Signs in a user of the desktop app on `/desktopGAuth`: Google popup, registration, then a message to the native
 * shell.
 */
import { registrationApi } from '../../api/endpoints/registration';
import { selectUid } from '../../identity/selectors';
import type { Flow } from '../flow';
import { browserMarkIn } from './browserMark';
import { type GoogleNotSignedIn, openGooglePopup } from './signIn';

export type DesktopSignInOutcome =
  | { kind: 'desktopSignedIn'; email: string }
  | GoogleNotSignedIn
  /** The server did not register the user, but another attempt may succeed. */
  | { kind: 'desktopRegisterFailed' };

/**
 * Signs in with Google and sends the user's uid and email address to the native shell. The native shell receives no
 * token.
 */
export function signInForDesktop(): Flow<DesktopSignInOutcome> {
  return async (dispatch, getState, { nativeShell, storage }) => {
    const result = await dispatch(openGooglePopup());
    if (result.kind !== 'googlePerson') return result;
    const { person } = result;
    const { idToken, ...body } = person;
    const { data } = await dispatch(
      registrationApi.endpoints.registerByGoogle.initiate(
        { body: { ...body, ...browserMarkIn(storage) }, bearer: idToken },
        { track: false },
      ),
    );
    if (!data?.success) return { kind: 'desktopRegisterFailed' };
    nativeShell.gAuth({ success: true, uid: selectUid(getState()) ?? person.uid, email: person.email });
    return { kind: 'desktopSignedIn', email: person.email };
  };
}
