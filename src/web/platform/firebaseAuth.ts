/**
 * Adapter of the Firebase SDK, in a separate chunk that `google.ts` loads. The SDK only opens the popup and returns the
 * ID token, which the server exchanges for a session. No Google session is kept in the browser. The exception is a host
 * with a token sync endpoint, which requires the SDK's own session (`getAuth`).
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

/** Subset of the SDK that the application uses. `signIn` opens the popup before its first asynchronous step. */
export interface FirebaseSignIn {
  /** Opens the popup. Rejects with the SDK's error, which has a `code`. */
  signIn(): Promise<GoogleSignIn>;
  signOut(): Promise<void>;
}

/**
 * Returns the SDK's popup resolver with early initialization. On desktops the SDK creates its hidden frame only when
 * the popup is requested. On a slow network the click would then lose its permission to open a window.
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
  // The SDK reads the endpoint only from this global variable, and only in `getAuth`.
  Object.assign(globalThis, { __FIREBASE_DEFAULTS__: { _authTokenSyncURL: authTokenSyncUrl } });
  return getAuth(initializeApp({ apiKey, authDomain, projectId }));
}

/** Starts the SDK. A relative emulator URL is resolved against `pageUrl`. */
export function openFirebase(configuration: ClientConfiguration['google'], pageUrl: string): FirebaseSignIn {
  const auth = openAuth(configuration);
  auth.languageCode = LANGUAGE;
  const { emulatorUrl } = configuration;
  if (emulatorUrl !== undefined) {
    connectAuthEmulator(auth, new URL(emulatorUrl, pageUrl).origin, { disableWarnings: true });
  }
  const provider = new GoogleAuthProvider();
  // A user with several accounts is asked each time, because «сменить пользователя» must allow choosing another
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
