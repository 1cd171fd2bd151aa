/**
 * Adapter of the Firebase SDK, in a separate chunk that `google.ts` loads. The Firebase SDK only opens the Google popup
 * and returns the ID token, which the server exchanges for a session. No Google session is kept in the browser, except
 * on a host with a token sync endpoint, which requires the session of the Firebase SDK (`getAuth`).
 */
import { initializeApp } from 'firebase/app';
import {
  type Auth,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  getAuth,
  GoogleAuthProvider,
  initializeAuth,
  inMemoryPersistence,
  type PopupRedirectResolver,
  signInWithPopup,
  signOut,
} from 'firebase/auth';
import type { ClientConfiguration } from '../../shared/configuration';
import type { GoogleSignIn } from './platform';

const LANGUAGE = 'ru';

/**
 * Subset of the Firebase SDK that the application uses. `signIn` opens the popup before its first asynchronous step.
 */
export interface FirebaseSignIn {
  /** Opens the Google popup. The promise rejects with the error of the Firebase SDK, which has a `code`. */
  signIn(): Promise<GoogleSignIn>;
  signOut(): Promise<void>;
}

/**
 * Returns the Firebase SDK's popup resolver, initialized early. On desktops, the Firebase SDK creates a hidden iframe
 * only when the Google popup is requested. On a slow network, loading this iframe would take so long that the browser
 * would no longer allow the click to open a popup.
 */
function readyResolver(): PopupRedirectResolver {
  const Resolver: unknown = browserPopupRedirectResolver;
  if (typeof Resolver !== 'function') return browserPopupRedirectResolver;
  return class extends (Resolver as new () => object) {
    get _shouldInitProactively() {
      return true;
    }
  };
}

function openAuth(configuration: ClientConfiguration['google']): Auth {
  const { apiKey, authDomain, projectId, authTokenSyncUrl } = configuration;
  if (authTokenSyncUrl === undefined) {
    return initializeAuth(initializeApp({ apiKey, authDomain, projectId }), {
      persistence: inMemoryPersistence,
      popupRedirectResolver: readyResolver(),
    });
  }
  // The Firebase SDK reads the token sync endpoint only from this global variable, and only in `getAuth`.
  Object.assign(globalThis, { __FIREBASE_DEFAULTS__: { _authTokenSyncURL: authTokenSyncUrl } });
  return getAuth(initializeApp({ apiKey, authDomain, projectId }));
}

/** Initializes the Firebase SDK. A relative emulator URL is resolved against `pageUrl`. */
export function openFirebase(configuration: ClientConfiguration['google'], pageUrl: string): FirebaseSignIn {
  const auth = openAuth(configuration);
  auth.languageCode = LANGUAGE;
  const { emulatorUrl } = configuration;
  if (emulatorUrl !== undefined) {
    connectAuthEmulator(auth, new URL(emulatorUrl, pageUrl).origin, { disableWarnings: true });
  }
  const provider = new GoogleAuthProvider();
  // Google asks a user with several accounts each time, because «сменить пользователя» must allow the choice of another
  // account.
  provider.setCustomParameters({ prompt: 'select_account' });

  return {
    async signIn() {
      const { user } = await signInWithPopup(auth, provider);
      return {
        uid: user.uid,
        email: user.email ?? '',
        photoURL: user.photoURL,
        providerId: provider.providerId,
        idToken: await user.getIdToken(),
      };
    },
    signOut: () => signOut(auth),
  };
}
