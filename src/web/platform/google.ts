/**
 * Google sign-in. The SDK is loaded when the page is idle, so that the popup opens inside the click,
 * and is not loaded at all where sign-in is switched off. Errors are only logged.
 */
import type { ClientConfiguration } from '../../shared/configuration';
import type { FirebaseSignIn } from './firebaseAuth';
import { identityCodeOf, isOrdinary, reasonOf, signsOut } from './googleReasons';
import { logFailure, logWarning } from './log';
import type { Google } from './platform';

export interface FirebaseModule {
  openFirebase: (configuration: ClientConfiguration['google'], pageUrl: string) => FirebaseSignIn;
}

/** A page that is never idle has the SDK after this long, ms. */
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
      reject(new Error('a script did not load'));
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
    // The SDK asks Google for its frames' script (`gapi`) unless the page has it: in the sandbox the
    // stand-in comes first, so nothing is ever asked of Google and the policy allows no foreign script.
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

  /** Never rejects. */
  async function signOut(): Promise<void> {
    // Only a token sync endpoint has the SDK keep a session of its own, which outlives the page.
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
      // What fails now is tried again by the click, which then says so.
      whenIdle(page, () => void load().catch(() => undefined));
    },

    async signIn() {
      if (!configuration.enabled) return { kind: 'ended', reason: 'unknown' };
      try {
        // No waiting once the SDK is there: the popup has to open inside the click.
        const sdk = opened ?? (await load());
        const person = await sdk.signIn();
        if (person.email !== '') return { kind: 'signedIn', person };
        logFailure('Google sign-in gave no email');
        return { kind: 'ended', reason: 'unknown' };
      } catch (error) {
        const reason = reasonOf(error);
        const details = { code: identityCodeOf(error), reason };
        if (isOrdinary(reason)) logWarning('Google sign-in was not finished', details);
        else logFailure('Google sign-in failed', details);
        if (signsOut(reason)) await signOut();
        return { kind: 'ended', reason };
      }
    },

    signOut,
  };
}
