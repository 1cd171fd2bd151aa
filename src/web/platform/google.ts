/**
 * Google sign-in with the Firebase SDK. The Firebase SDK is loaded as soon as the page is interactive, because browsers
 * allow a popup only within the click. A click before the SDK is ready opens no popup. The Firebase SDK is not loaded if
 * Google sign-in is disabled. Errors of the Firebase SDK are logged.
 */
import type { ClientConfiguration } from '../../shared/configuration';
import { ChunkLost, loadChunk } from './chunks';
import type { FirebaseSignIn } from './firebaseAuth';
import { deriveReason, isOrdinary, readIdentityCode, signsOut } from './googleReasons';
import { logFailure, logWarning } from './log';
import type { Google, GoogleResult, PageDocument } from './platform';
import { whenIdle } from './whenIdle';

export interface FirebaseModule {
  openFirebase: (configuration: ClientConfiguration['google'], pageUrl: string) => FirebaseSignIn;
}

/** Timeout in ms after which the Firebase SDK is loaded even if the page is never idle, for example because of animations. */
const PRELOAD_AFTER_MS = 100;

/** Maximum time in ms for which a click waits for the Firebase SDK. */
export const READY_DEADLINE_MS = 10_000;

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

/** Resolves or rejects as `task`, but rejects after `READY_DEADLINE_MS`. */
async function withinDeadline(task: Promise<unknown>): Promise<void> {
  let deadline: ReturnType<typeof setTimeout> | undefined;
  const isOver = new Promise<never>((_resolve, reject) => {
    deadline = setTimeout(() => reject(new Error('Google did not respond in time')), READY_DEADLINE_MS);
  });
  try {
    await Promise.race([task, isOver]);
  } finally {
    clearTimeout(deadline);
  }
}

/**
 * Creates the adapter. If the chunk of the Firebase SDK was lost, and the browser does not request it again, the next
 * click reloads the document by `reload`.
 */
export function createGoogle(
  configuration: ClientConfiguration['google'],
  page: Window,
  reload: PageDocument['reload'],
  loadSdk: () => Promise<FirebaseModule> = () => import('./firebaseAuth'),
): Google {
  /** The Firebase SDK, which may not be able to open a popup yet. */
  let sdk: Promise<FirebaseSignIn> | null = null;
  /** The Firebase SDK when it can open a popup within the click. */
  let readySdk: FirebaseSignIn | null = null;
  let preparing: Promise<void> | null = null;
  /** Whether a click has found the chunk of the Firebase SDK lost. Some browsers never request such a chunk again. */
  let hasLostChunk = false;
  /** Whether the Firebase SDK may hold a Google session in memory. */
  let mayHoldSession = false;

  async function open(): Promise<FirebaseSignIn> {
    // The Firebase SDK loads Google's script `gapi` for its iframes unless the page has already loaded `gapi`. The
    // sandbox loads a fake `gapi` script first, so that no request is sent to Google and the content security policy
    // need not allow Google's script.
    if (configuration.gapiUrl !== undefined) await loadScript(page.document, configuration.gapiUrl);
    const { openFirebase } = await loadChunk(loadSdk);
    return openFirebase(configuration, page.location.href);
  }

  function load(): Promise<FirebaseSignIn> {
    sdk ??= open().catch((error: unknown) => {
      sdk = null;
      throw error;
    });
    return sdk;
  }

  async function makeReady(): Promise<void> {
    const loaded = await load();
    await loaded.ready();
    readySdk = loaded;
  }

  function prepare(): Promise<void> {
    preparing ??= makeReady().finally(() => {
      preparing = null;
    });
    return preparing;
  }

  /** Prepares the Firebase SDK after a click that came too early. The click itself opens no popup. */
  async function prepareAfterClick(): Promise<GoogleResult> {
    try {
      await withinDeadline(prepare());
      return { kind: 'ready' };
    } catch (error) {
      if (error instanceof ChunkLost) {
        // The click stays pending until the new document replaces this one.
        if (hasLostChunk && (await reload())) await new Promise(() => undefined);
        hasLostChunk = true;
      }
      logFailure('Google sign-in failed', { code: readIdentityCode(error), reason: 'unreachable' });
      return { kind: 'unreachable' };
    }
  }

  /** Signs out of Google. The promise never rejects. */
  async function signOut(): Promise<void> {
    // The Firebase SDK keeps a session that outlives the page only if a token sync endpoint is configured.
    const keepsSession = configuration.enabled && configuration.authTokenSyncUrl !== undefined;
    if (!mayHoldSession && !keepsSession) return;
    try {
      await (await load()).signOut();
      mayHoldSession = false;
    } catch (error) {
      logFailure('Google sign-out failed', { code: readIdentityCode(error) });
    }
  }

  return {
    preload() {
      if (!configuration.enabled || readySdk !== null || preparing !== null) return;
      // Ignore a failed preload of the Firebase SDK, because the click prepares the SDK again and reports a failure.
      whenIdle(
        page,
        () => {
          if (readySdk === null) prepare().catch(() => undefined);
        },
        PRELOAD_AFTER_MS,
      );
    },

    async signIn() {
      if (!configuration.enabled) return { kind: 'ended', reason: 'unknown' };
      if (readySdk === null) return prepareAfterClick();
      try {
        mayHoldSession = true;
        // The popup opens before the first `await`, because browsers allow a popup only within the click event.
        const person = await readySdk.signIn();
        if (person.email !== '') return { kind: 'signedIn', person };
        logFailure('Google sign-in returned no email');
        return { kind: 'ended', reason: 'unknown' };
      } catch (error) {
        const reason = deriveReason(error);
        const details = { code: readIdentityCode(error), reason };
        if (isOrdinary(reason)) logWarning('Google sign-in was cancelled', details);
        else logFailure('Google sign-in failed', details);
        if (signsOut(reason)) await signOut();
        return { kind: 'ended', reason };
      }
    },

    signOut,
  };
}
