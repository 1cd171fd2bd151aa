/**
 * The Firebase SDK, in a chunk of its own that `google.ts` loads. The SDK only shows the popup and
 * hands over the ID token, which the server exchanges for a session of ours: so nothing of Google's
 * is kept in the browser, unless the host has a token sync endpoint, which needs the SDK's own
 * session (`getAuth`).
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

/** What is used of the SDK. `signIn` opens the popup before it first waits for anything. */
export interface FirebaseSignIn {
  /** Rejects with the SDK's error, which has a `code`. */
  signIn(): Promise<GoogleSignIn>;
  signOut(): Promise<void>;
}

/**
 * The SDK's resolver, ready before it is needed. On desktops the SDK opens its hidden frame only
 * when the popup is asked for, and a slow network then costs the click its right to open a window.
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
  // The SDK takes the endpoint from nowhere else, and only `getAuth` looks at it.
  Object.assign(globalThis, { __FIREBASE_DEFAULTS__: { _authTokenSyncURL: authTokenSyncUrl } });
  return getAuth(initializeApp({ apiKey, authDomain, projectId }));
}

/** Starts the SDK; `pageUrl` is what a relative emulator address is relative to. */
export function openFirebase(configuration: ClientConfiguration['google'], pageUrl: string): FirebaseSignIn {
  const auth = openAuth(configuration);
  auth.languageCode = LANGUAGE;
  const { emulatorUrl } = configuration;
  if (emulatorUrl !== undefined) {
    connectAuthEmulator(auth, new URL(emulatorUrl, pageUrl).origin, { disableWarnings: true });
  }
  const provider = new GoogleAuthProvider();
  // Whoever has several accounts is asked each time: «сменить пользователя» must be able to.
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
