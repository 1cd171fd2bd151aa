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

/** Subset of the Firebase SDK that the application uses. */
export interface FirebaseSignIn {
  /**
   * Resolves when `signIn` can open the popup without an asynchronous step. Rejects if Google cannot be reached. A later
   * call tries again.
   */
  ready(): Promise<void>;
  /**
   * Opens the Google popup, within the click if `ready` has resolved. The promise rejects with the error of the Firebase
   * SDK, which has a `code`.
   */
  signIn(): Promise<GoogleSignIn>;
  signOut(): Promise<void>;
}

/** Members of the Firebase SDK's popup resolver, which the SDK does not document. */
interface PopupResolver {
  /** Creates the hidden iframe. A call after a failure tries again. */
  _initialize(auth: Auth): Promise<unknown>;
}

interface ReadyResolver {
  resolver: PopupRedirectResolver;
  /** Waits for the hidden iframe, and creates it again after a failure. */
  initialize: () => Promise<unknown>;
}

/**
 * Returns the Firebase SDK's popup resolver, initialized early. On desktops, the Firebase SDK creates a hidden iframe
 * only when the Google popup is requested. On a slow network, loading this iframe would take so long that the browser
 * would no longer allow the click to open a popup.
 */
function readyResolver(): ReadyResolver {
  const Resolver: unknown = browserPopupRedirectResolver;
  let initialize: ReadyResolver['initialize'] = () => Promise.resolve();
  if (typeof Resolver !== 'function') return { resolver: browserPopupRedirectResolver, initialize };
  const resolver = class extends (Resolver as new () => PopupResolver) {
    get _shouldInitProactively() {
      return true;
    }
    override _initialize(auth: Auth) {
      initialize = () => super._initialize(auth);
      return initialize();
    }
  };
  return { resolver, initialize: () => initialize() };
}

interface OpenedAuth {
  auth: Auth;
  initialize: ReadyResolver['initialize'];
}

function openAuth(configuration: ClientConfiguration['google']): OpenedAuth {
  const { apiKey, authDomain, projectId, authTokenSyncUrl } = configuration;
  if (authTokenSyncUrl === undefined) {
    const { resolver, initialize } = readyResolver();
    const auth = initializeAuth(initializeApp({ apiKey, authDomain, projectId }), {
      persistence: inMemoryPersistence,
      popupRedirectResolver: resolver,
    });
    return { auth, initialize };
  }
  // The Firebase SDK reads the token sync endpoint only from this global variable, and only in `getAuth`.
  Object.assign(globalThis, { __FIREBASE_DEFAULTS__: { _authTokenSyncURL: authTokenSyncUrl } });
  return {
    auth: getAuth(initializeApp({ apiKey, authDomain, projectId })),
    initialize: () => Promise.resolve(),
  };
}

/** Initializes the Firebase SDK. A relative emulator URL is resolved against `pageUrl`. */
export function openFirebase(configuration: ClientConfiguration['google'], pageUrl: string): FirebaseSignIn {
  const { auth, initialize } = openAuth(configuration);
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
    async ready() {
      // The SDK ignores a failure of its own attempt to create the iframe.
      await auth.authStateReady();
      await initialize();
    },
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
