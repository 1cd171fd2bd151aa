/** Tests Google sign-in on the desktop, and errors that end a session. */
import type { AppStore } from '../../../../src/web/app/store';
import { signInForDesktop } from '../../../../src/web/flows/signIn/desktopSignIn';
import { signInWithGoogle } from '../../../../src/web/flows/signIn/signIn';
import { takeConsole } from '../../../support/consoleSpy';
import { lostNetwork, rejection } from '../../../support/scriptedApi';
import { CUSTOMER, storeOver } from '../../../support/storeOver';

const PERSON = {
  uid: 'g-1',
  email: 'somebody@gmail.com',
  photoURL: null,
  providerId: 'google.com',
  idToken: 'id-token',
};

test('registers the user, then sends only the identity to the native shell [call-25, screen-55]', async () => {
  const { server, dispatch, platform, identity } = storeOver({});
  platform.signInAt(PERSON);
  server.on('v2/register', { success: true, subscriptionIsActive: true, accessToken: 'ours', uid: 'u-1' });
  expect(await dispatch(signInForDesktop())).toEqual({ kind: 'desktopSignedIn', email: PERSON.email });
  expect(server.calls).toMatchObject([{ path: 'v2/register', bearer: 'id-token' }]);
  expect(identity()).toMatchObject({ email: PERSON.email, uid: 'u-1', accessToken: 'ours' });
  expect(platform.shellMessages).toEqual([
    { call: 'gAuth', message: { success: true, uid: 'u-1', email: PERSON.email } },
  ]);
});

test('sends Google’s uid to the native shell if the server returns no uid', async () => {
  const { server, dispatch, platform } = storeOver({});
  platform.signInAt(PERSON);
  server.on('v2/register', { success: true });
  await dispatch(signInForDesktop());
  expect(platform.shellMessages).toMatchObject([{ message: { uid: 'g-1' } }]);
});

test('stays on the screen if the popup returns no account', async () => {
  const { server, dispatch, platform } = storeOver({});
  expect(await dispatch(signInForDesktop())).toEqual({ kind: 'googleSignInEnded' });
  expect(server.calls).toEqual([]);
  expect(platform.shellMessages).toEqual([]);
});

test.each([
  ['a rejection', { success: false }],
  ['a 500', () => rejection(500)],
  ['a lost network', lostNetwork],
])('says so after %s, and may be tried again', async (_name, response) => {
  takeConsole();
  const { server, dispatch, platform } = storeOver({});
  platform.signInAt(PERSON);
  server.on('v2/register', response);
  expect(await dispatch(signInForDesktop())).toEqual({ kind: 'desktopRegisterFailed' });
  expect(platform.shellMessages).toEqual([]);
});

describe.each(['userDisabled', 'tokenExpired'] as const)('%s', (reason) => {
  test.each([
    ['/login', (store: AppStore) => store.dispatch(signInWithGoogle())],
    ['/desktopGAuth', (store: AppStore) => store.dispatch(signInForDesktop())],
  ])('signs out whoever is signed in, on %s [error-31]', async (_route, signIn) => {
    const { server, store, platform, identity } = storeOver({ stored: CUSTOMER });
    server.on('session/logout', { success: true });
    platform.signInAt(null, reason);
    expect(await signIn(store)).toEqual({ kind: 'googleSignInEnded' });
    expect(identity()).toMatchObject({ email: null, uid: null, accessToken: null });
    expect(platform.shellMessages).toMatchObject([{ call: 'LogOut' }]);
  });
});

test.each(['popupClosed', 'networkLost', 'blockedByProject', 'unknown'] as const)(
  '%s signs nobody out',
  async (reason) => {
    const { dispatch, platform, identity } = storeOver({ stored: CUSTOMER });
    platform.signInAt(null, reason);
    await dispatch(signInWithGoogle());
    expect(identity().email).toBe(CUSTOMER.email);
  },
);

describe('a sign-out by the native shell', () => {
  test('signs the user out in the page, and notifies the shell once', () => {
    const { server, platform, identity } = storeOver({ stored: CUSTOMER });
    server.on('session/logout', { success: true });
    platform.logOutInShell();
    platform.logOutInShell();
    expect(identity().email).toBeNull();
    expect(platform.shellMessages).toHaveLength(1);
  });
});
