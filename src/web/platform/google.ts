/**
 * Google sign-in with the Firebase SDK. The Firebase SDK is loaded when the page is idle, so that the click can open
 * the Google popup without delay. The Firebase SDK is not loaded if Google sign-in is disabled. Errors of the Firebase
 * SDK are only logged.
 */
import type { ClientConfiguration } from '../../shared/configuration';
import type { FirebaseSignIn } from './firebaseAuth';
import { identityCodeOf, isOrdinary, reasonOf, signsOut } from './googleReasons';
import { logFailure, logWarning } from './log';
import type { Google } from './platform';

export interface FirebaseModule {
  openFirebase: (configuration: ClientConfiguration['google'], pageUrl: string) => FirebaseSignIn;
}

/** Timeout in ms after which the Firebase SDK is loaded even if the page is never idle. */
const PRELOAD_AFTER_MS = 2000;

function whenIdle(page: Window, task: () => void): void {
  if ('requestIdleCallback' in page) page.requestIdleCallback(task, { timeout: PRELOAD_AFTER_MS });
  else setTimeout(task, 0);
}

function loadScript(page: Document, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = page.createElement('script');
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error('a script could not be loaded'));
    });
    script.src = url;
    page.head.append(script);
  });
}

export function createGoogle(
  configuration: ClientConfiguration['google'],
  page: Window,
  loadSdk: () => Promise<FirebaseModule> = () => import('./firebaseAuth'),
): Google {
  let opened: FirebaseSignIn | null = null;
  let opening: Promise<FirebaseSignIn> | null = null;

  async function open(): Promise<FirebaseSignIn> {
    // The Firebase SDK loads Google's script `gapi` for its iframes unless the page has already loaded `gapi`. The
    // sandbox loads a fake `gapi` script first, so that no request is sent to Google and the content security policy
    // need not allow Google's script.
    if (configuration.gapiUrl !== undefined) await loadScript(page.document, configuration.gapiUrl);
    const { openFirebase } = await loadSdk();
    opened = openFirebase(configuration, page.location.href);
    return opened;
  }

  function load(): Promise<FirebaseSignIn> {
    opening ??= open().catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  }

  /** Signs out of Google. The promise never rejects. */
  async function signOut(): Promise<void> {
    // The Firebase SDK keeps a session that outlives the page only if a token sync endpoint is configured.
    const keepsSession = configuration.enabled && configuration.authTokenSyncUrl !== undefined;
    if (opened === null && opening === null && !keepsSession) return;
    try {
      await (await load()).signOut();
    } catch (error) {
      logFailure('Google sign-out failed', { code: identityCodeOf(error) });
    }
  }

  return {
    preload() {
      if (!configuration.enabled || opening !== null) return;
      // Ignore a failed preload of the Firebase SDK, because the click loads the SDK again and reports a failure.
      whenIdle(page, () => void load().catch(() => undefined));
    },

    async signIn() {
      if (!configuration.enabled) return { kind: 'ended', reason: 'unknown' };
      try {
        // Do not wait if the Firebase SDK is already loaded, because browsers allow a popup only within the click
        // event.
        const sdk = opened ?? (await load());
        const person = await sdk.signIn();
        if (person.email !== '') return { kind: 'signedIn', person };
        logFailure('Google sign-in returned no email');
        return { kind: 'ended', reason: 'unknown' };
      } catch (error) {
        const reason = reasonOf(error);
        const details = { code: identityCodeOf(error), reason };
        if (isOrdinary(reason)) logWarning('Google sign-in was cancelled', details);
        else logFailure('Google sign-in failed', details);
        if (signsOut(reason)) await signOut();
        return { kind: 'ended', reason };
      }
    },

    signOut,
  };
}
