/** Tests the Google adapter with a fake SDK: loading, the click, error codes and signing out. */
import { waitFor } from '@testing-library/dom';
import type { FirebaseSignIn } from '../../../src/web/platform/firebaseAuth';
import { createGoogle, READY_DEADLINE_MS } from '../../../src/web/platform/google';
import type { GoogleSignIn } from '../../../src/web/platform/platform';
import { takeConsole } from '../../support/consoleSpy';

const CONFIGURATION = { enabled: true, apiKey: 'key', authDomain: 'auth.example', projectId: 'project' };
const PERSON: GoogleSignIn = {
  uid: 'g-1',
  email: 'somebody@gmail.com',
  photoURL: null,
  providerId: 'google.com',
  idToken: 'the-id-token',
};

function googleOver({
  configuration = {},
  loads = () => Promise.resolve(),
  isReady = () => Promise.resolve(),
  reloads = () => Promise.resolve(false),
}: {
  configuration?: Partial<typeof CONFIGURATION> & { authTokenSyncUrl?: string; gapiUrl?: string };
  /** Loads the chunk of the SDK. */
  loads?: () => Promise<void>;
  /** Creates the SDK's hidden iframe. */
  isReady?: () => Promise<void>;
  reloads?: () => Promise<boolean>;
} = {}) {
  const calls: string[] = [];
  let response: () => Promise<GoogleSignIn> = () => Promise.resolve(PERSON);
  const sdk: FirebaseSignIn = {
    ready: () => {
      calls.push('ready');
      return isReady();
    },
    signIn: () => {
      calls.push('signIn');
      return response();
    },
    signOut: () => {
      calls.push('signOut');
      return Promise.resolve();
    },
  };
  const google = createGoogle({ ...CONFIGURATION, ...configuration }, window, reloads, async () => {
    calls.push('load');
    await loads();
    return {
      openFirebase: () => {
        calls.push('open');
        return sdk;
      },
    };
  });
  return {
    google,
    calls,
    /** Clicks until the SDK is ready, and removes the calls of the preparation. */
    prepare: async () => {
      expect(await google.signIn()).toEqual({ kind: 'ready' });
      calls.splice(0);
    },
    responseWith: (next: () => Promise<GoogleSignIn>) => {
      response = next;
    },
    failWith: (code: string) => {
      response = () =>
        Promise.reject(Object.assign(new Error('somebody@gmail.com'), { code: `auth/${code}` }));
    },
  };
}

test('returns the signed-in user', async () => {
  const { google, prepare } = googleOver();
  await prepare();
  expect(await google.signIn()).toEqual({ kind: 'signedIn', person: PERSON });
});

test('opens the popup inside the click once it is loaded [call-22, flow-8]', async () => {
  const { google, calls } = googleOver();
  google.preload();
  await waitFor(() => expect(calls).toEqual(['load', 'open', 'ready']));
  const result = google.signIn();
  // The popup opens without an await, so the browser still counts it as part of the click.
  expect(calls).toEqual(['load', 'open', 'ready', 'signIn']);
  expect(await result).toMatchObject({ kind: 'signedIn' });
});

test('loads the SDK once, even if loading is requested repeatedly', async () => {
  const { google, calls } = googleOver();
  google.preload();
  google.preload();
  await Promise.all([google.signIn(), google.signIn()]);
  google.preload();
  await google.signIn();
  expect(calls).toEqual(['load', 'open', 'ready', 'signIn']);
});

describe('a click before the SDK is ready', () => {
  /** Returns a promise and the functions that settle it. */
  function later() {
    let come: () => void = () => undefined;
    let fail: (error: Error) => void = () => undefined;
    const promise = new Promise<void>((resolve, reject) => {
      come = resolve;
      fail = reject;
    });
    return { promise, come, fail };
  }

  /** Steps of the preparation, each of which can take long or fail. */
  const STEPS = [
    ['the chunk of the SDK', (loads: () => Promise<void>) => googleOver({ loads })],
    ['the hidden iframe', (isReady: () => Promise<void>) => googleOver({ isReady })],
  ] as const;

  test.each(STEPS)('waits until it is, and opens no popup (%s)', async (_step, over) => {
    const { promise, come } = later();
    const { google, calls } = over(() => promise);
    const result = google.signIn();
    let hasSettled = false;
    void result.then(() => (hasSettled = true));
    await new Promise((resolve) => setTimeout(resolve));
    expect(hasSettled).toBe(false);
    come();
    expect(await result).toEqual({ kind: 'ready' });
    expect(calls).toEqual(['load', 'open', 'ready']);
    expect(await google.signIn()).toMatchObject({ kind: 'signedIn' });
  });

  test.each(STEPS)('reports a failure, and the next click tries again (%s)', async (_step, over) => {
    const said = takeConsole();
    let isOnline = false;
    const { google, calls } = over(() => (isOnline ? Promise.resolve() : Promise.reject(new Error('lost'))));
    expect(await google.signIn()).toEqual({ kind: 'unreachable' });
    expect(said).toMatchObject([{ level: 'error', message: 'Google sign-in failed' }]);
    isOnline = true;
    expect(await google.signIn()).toEqual({ kind: 'ready' });
    expect(await google.signIn()).toMatchObject({ kind: 'signedIn' });
    expect(calls.filter((call) => call === 'open')).toHaveLength(1);
  });

  describe('that takes long', () => {
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => jest.useRealTimers());

    test.each(STEPS)(
      'reports after 10 s that Google does not respond, and the click after its arrival opens the popup (%s)',
      async (_step, over) => {
        takeConsole();
        const { promise, come } = later();
        const { google, calls } = over(() => promise);
        const result = google.signIn();
        let kind = 'pending';
        void result.then((settled) => (kind = settled.kind));
        await jest.advanceTimersByTimeAsync(READY_DEADLINE_MS - 1);
        expect(kind).toBe('pending');
        await jest.advanceTimersByTimeAsync(1);
        expect(kind).toBe('unreachable');
        const second = google.signIn();
        await jest.advanceTimersByTimeAsync(READY_DEADLINE_MS);
        expect(await second).toEqual({ kind: 'unreachable' });
        come();
        await jest.advanceTimersByTimeAsync(0);
        expect(calls).toEqual(['load', 'open', 'ready']);
        expect(await google.signIn()).toMatchObject({ kind: 'signedIn' });
      },
    );

    test('and fails later is tried again, and nothing remains unhandled', async () => {
      takeConsole();
      const first = later();
      let attempts = 0;
      const { google } = googleOver({
        isReady: () => {
          attempts += 1;
          return attempts === 1 ? first.promise : Promise.resolve();
        },
      });
      const result = google.signIn();
      await jest.advanceTimersByTimeAsync(READY_DEADLINE_MS);
      expect(await result).toEqual({ kind: 'unreachable' });
      first.fail(new Error('lost'));
      await jest.advanceTimersByTimeAsync(0);
      expect(await google.signIn()).toEqual({ kind: 'ready' });
    });
  });

  test('reloads the document if the browser does not request the lost chunk again', async () => {
    takeConsole();
    const reloads = jest.fn(() => Promise.resolve(false));
    const { google } = googleOver({ loads: () => Promise.reject(new Error('chunk')), reloads });
    expect(await google.signIn()).toEqual({ kind: 'unreachable' });
    expect(reloads).not.toHaveBeenCalled();
    expect(await google.signIn()).toEqual({ kind: 'unreachable' });
    expect(reloads).toHaveBeenCalledTimes(1);
    reloads.mockResolvedValue(true);
    let hasSettled = false;
    void google.signIn().then(() => (hasSettled = true));
    await waitFor(() => expect(reloads).toHaveBeenCalledTimes(2));
    await new Promise((resolve) => setTimeout(resolve));
    expect(hasSettled).toBe(false);
  });

  test('does not reload the document if the hidden iframe fails', async () => {
    takeConsole();
    const reloads = jest.fn(() => Promise.resolve(true));
    const { google } = googleOver({ isReady: () => Promise.reject(new Error('lost')), reloads });
    await google.signIn();
    await google.signIn();
    expect(reloads).not.toHaveBeenCalled();
  });
});

test.each([
  'account-exists-with-different-credential',
  'credential-already-in-use',
  'email-already-in-use',
  'network-request-failed',
  'multi-factor-auth-required',
  'popup-blocked',
  'unauthorized-domain',
  'invalid-api-key',
  'user-mismatch',
  'login-blocked',
])('%s is logged as an error and signs nobody out [error-14, flow-9]', async (code) => {
  const said = takeConsole();
  const { google, calls, failWith, prepare } = googleOver();
  await prepare();
  failWith(code);
  const result = await google.signIn();
  expect(result.kind).toBe('ended');
  expect(said).toEqual([
    {
      level: 'error',
      message: 'Google sign-in failed',
      details: { code, reason: result.kind === 'ended' ? result.reason : '' },
    },
  ]);
  expect(JSON.stringify(said)).not.toContain('somebody');
  expect(calls).not.toContain('signOut');
});

test.each(['popup-closed-by-user', 'cancelled-popup-request'])('%s is no error [error-14]', async (code) => {
  const said = takeConsole();
  const { google, failWith, prepare } = googleOver();
  await prepare();
  failWith(code);
  expect((await google.signIn()).kind).toBe('ended');
  expect(said).toMatchObject([{ level: 'warn', details: { code } }]);
});

test.each([
  ['user-disabled', 'userDisabled'],
  ['user-token-expired', 'tokenExpired'],
])('%s signs out [error-31]', async (code, reason) => {
  takeConsole();
  const { google, calls, failWith, prepare } = googleOver();
  await prepare();
  failWith(code);
  expect(await google.signIn()).toEqual({ kind: 'ended', reason });
  expect(calls).toEqual(['signIn', 'signOut']);
});

test('an account without an email counts as no account', async () => {
  takeConsole();
  const { google, responseWith, prepare } = googleOver();
  await prepare();
  responseWith(() => Promise.resolve({ ...PERSON, email: '' }));
  expect(await google.signIn()).toEqual({ kind: 'ended', reason: 'unknown' });
});

test('works again after a failure', async () => {
  takeConsole();
  const { google, failWith, responseWith, prepare } = googleOver();
  await prepare();
  failWith('popup-blocked');
  expect(await google.signIn()).toEqual({ kind: 'ended', reason: 'popupBlocked' });
  responseWith(() => Promise.resolve(PERSON));
  expect(await google.signIn()).toMatchObject({ kind: 'signedIn' });
});

describe('signing out', () => {
  test('loads nothing if the browser stores no data of Google’s SDK', async () => {
    const { google, calls } = googleOver();
    await google.signOut();
    expect(calls).toEqual([]);
  });

  test('signs out of an SDK that has opened a popup', async () => {
    const { google, calls, prepare } = googleOver();
    await prepare();
    await google.signIn();
    await google.signOut();
    await google.signOut();
    expect(calls).toEqual(['signIn', 'signOut']);
  });

  test('does not wait for an SDK that has opened no popup yet', async () => {
    const { google, calls } = googleOver({ isReady: () => new Promise(() => undefined) });
    google.preload();
    await waitFor(() => expect(calls).toEqual(['load', 'open', 'ready']));
    await google.signOut();
    expect(calls).toEqual(['load', 'open', 'ready']);
  });

  test('ends the session that a token sync endpoint keeps across reloads', async () => {
    const { google, calls } = googleOver({ configuration: { authTokenSyncUrl: '/token-sync' } });
    await google.signOut();
    expect(calls).toEqual(['load', 'open', 'signOut']);
  });

  test('never fails', async () => {
    const said = takeConsole();
    const { google } = googleOver({
      configuration: { authTokenSyncUrl: '/token-sync' },
      loads: () => Promise.reject(new Error('chunk')),
    });
    await expect(google.signOut()).resolves.toBeUndefined();
    expect(said).toMatchObject([{ message: 'Google sign-out failed' }]);
  });
});

test('loads nothing and signs no user in if Google sign-in is switched off', async () => {
  const { google, calls } = googleOver({ configuration: { enabled: false } });
  google.preload();
  expect(await google.signIn()).toEqual({ kind: 'ended', reason: 'unknown' });
  await google.signOut();
  expect(calls).toEqual([]);
});

describe('the sandbox fake of Google’s script', () => {
  const scripts = () => [...document.querySelectorAll<HTMLScriptElement>('script[src$="/api.js"]')];
  afterEach(() => scripts().forEach((script) => script.remove()));

  test('is loaded before the SDK', async () => {
    const { google, calls } = googleOver({ configuration: { gapiUrl: '/skeleton/api.js' } });
    const result = google.signIn();
    expect(calls).toEqual([]);
    expect(scripts()).toHaveLength(1);
    scripts()[0]?.dispatchEvent(new Event('load'));
    expect(await result).toEqual({ kind: 'ready' });
    expect(calls).toEqual(['load', 'open', 'ready']);
  });

  test('reports its failure, and is requested again by the next click', async () => {
    takeConsole();
    const { google } = googleOver({ configuration: { gapiUrl: '/skeleton/api.js' } });
    const result = google.signIn();
    scripts()[0]?.dispatchEvent(new Event('error'));
    expect(await result).toEqual({ kind: 'unreachable' });
    expect(scripts()).toHaveLength(0);
    void google.signIn();
    expect(scripts()).toHaveLength(1);
  });
});
