/** `/desktopGAuth`: Google, then the registration, then a word to the native shell. */
import { registrationApi } from '../../api/endpoints/registration';
import { selectUid } from '../../identity/selectors';
import type { Flow } from '../flow';
import { openGooglePopup } from './signIn';

export type DesktopSignInOutcome =
  | { kind: 'desktopSignedIn'; email: string }
  /** The popup was closed or rejected; the reason is logged. */
  | { kind: 'googleSignInEnded' }
  /** The server did not register the person; another try may. */
  | { kind: 'desktopRegisterFailed' };

/** Signs in and tells the shell who it is; the shell gets no token. */
export function signInForDesktop(): Flow<DesktopSignInOutcome> {
  return async (dispatch, getState, { nativeShell }) => {
    const person = await dispatch(openGooglePopup());
    if (person === null) return { kind: 'googleSignInEnded' };
    const { idToken, ...body } = person;
    const { data } = await dispatch(
      registrationApi.endpoints.registerByGoogle.initiate({ body, bearer: idToken }, { track: false }),
    );
    if (!data?.success) return { kind: 'desktopRegisterFailed' };
    nativeShell.gAuth({ success: true, uid: selectUid(getState()) ?? person.uid, email: person.email });
    return { kind: 'desktopSignedIn', email: person.email };
  };
}
