/** Tests the Google adapter with a fake SDK: loading, the click, error codes and signing out. */
import { waitFor } from '@testing-library/dom';
import type { FirebaseSignIn } from '../../../src/web/platform/firebaseAuth';
import { createGoogle } from '../../../src/web/platform/google';
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
}: {
  configuration?: Partial<typeof CONFIGURATION> & { authTokenSyncUrl?: string; gapiUrl?: string };
  loads?: () => Promise<void>;
} = {}) {
  const calls: string[] = [];
  let response: () => Promise<GoogleSignIn> = () => Promise.resolve(PERSON);
  const sdk: FirebaseSignIn = {
    signIn: () => {
      calls.push('signIn');
      return response();
    },
    signOut: () => {
      calls.push('signOut');
      return Promise.resolve();
    },
  };
  const google = createGoogle({ ...CONFIGURATION, ...configuration }, window, async () => {
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
  const { google } = googleOver();
  expect(await google.signIn()).toEqual({ kind: 'signedIn', person: PERSON });
});

test('opens the popup inside the click once it is loaded [call-22, flow-8]', async () => {
  const { google, calls } = googleOver();
  google.preload();
  await waitFor(() => expect(calls).toEqual(['load', 'open']));
  const result = google.signIn();
  // The popup opens without an await, so the browser still counts it as part of the click.
  expect(calls).toEqual(['load', 'open', 'signIn']);
  expect(await result).toMatchObject({ kind: 'signedIn' });
});

test('loads the SDK once, even if loading is requested repeatedly', async () => {
  const { google, calls } = googleOver();
  google.preload();
  google.preload();
  await Promise.all([google.signIn(), google.signIn()]);
  expect(calls.filter((call) => call === 'load')).toHaveLength(1);
});

test('a failed load is only logged, and retried by the next click', async () => {
  const said = takeConsole();
  let isOnline = false;
  const { google } = googleOver({
    loads: () => (isOnline ? Promise.resolve() : Promise.reject(new Error('chunk'))),
  });
  expect(await google.signIn()).toEqual({ kind: 'ended', reason: 'unknown' });
  expect(said).toMatchObject([{ level: 'error', message: 'Google sign-in failed' }]);
  isOnline = true;
  expect(await google.signIn()).toMatchObject({ kind: 'signedIn' });
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
  const { google, calls, failWith } = googleOver();
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
  const { google, failWith } = googleOver();
  failWith(code);
  expect((await google.signIn()).kind).toBe('ended');
  expect(said).toMatchObject([{ level: 'warn', details: { code } }]);
});

test.each([
  ['user-disabled', 'userDisabled'],
  ['user-token-expired', 'tokenExpired'],
])('%s signs out [error-31]', async (code, reason) => {
  takeConsole();
  const { google, calls, failWith } = googleOver();
  failWith(code);
  expect(await google.signIn()).toEqual({ kind: 'ended', reason });
  expect(calls).toEqual(['load', 'open', 'signIn', 'signOut']);
});

test('an account without an email counts as no account', async () => {
  takeConsole();
  const { google, responseWith } = googleOver();
  responseWith(() => Promise.resolve({ ...PERSON, email: '' }));
  expect(await google.signIn()).toEqual({ kind: 'ended', reason: 'unknown' });
});

test('works again after a failure', async () => {
  takeConsole();
  const { google, failWith, responseWith } = googleOver();
  failWith('popup-blocked');
  await google.signIn();
  responseWith(() => Promise.resolve(PERSON));
  expect(await google.signIn()).toMatchObject({ kind: 'signedIn' });
});

describe('signing out', () => {
  test('loads nothing if the browser stores no data of Google’s SDK', async () => {
    const { google, calls } = googleOver();
    await google.signOut();
    expect(calls).toEqual([]);
  });

  test('signs out of an SDK that is already loaded', async () => {
    const { google, calls } = googleOver();
    await google.signIn();
    await google.signOut();
    expect(calls.at(-1)).toBe('signOut');
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
    expect(await result).toMatchObject({ kind: 'signedIn' });
    expect(calls).toEqual(['load', 'open', 'signIn']);
  });

  test('ends the sign-in if it does not load, and is requested again', async () => {
    takeConsole();
    const { google } = googleOver({ configuration: { gapiUrl: '/skeleton/api.js' } });
    const result = google.signIn();
    scripts()[0]?.dispatchEvent(new Event('error'));
    expect(await result).toMatchObject({ kind: 'ended' });
    expect(scripts()).toHaveLength(0);
    void google.signIn();
    expect(scripts()).toHaveLength(1);
  });
});
