/** Tests sign-in links that this browser did not request: the account preview, and accepting or declining it. */
import { waitFor } from '@testing-library/react';
import { acceptSignIn, declineSignIn, ownerOfLink } from '../../../../src/web/flows/signIn/foreignSignIn';
import { takeConsole } from '../../../support/consoleSpy';
import { json, lostNetwork, rejection } from '../../../support/scriptedApi';
import { CUSTOMER, shownToasts, storeOver } from '../../../support/storeOver';

const EMAIL = 'koschei@example.com';
const KEY = 'a-gift-key-of-length';
const STAFF = { accessToken: 'staff-access', refreshToken: 'staff-refresh' };
const FOREIGN = { token: 'one-time', email: EMAIL, giftKey: null };

const OWN = { kind: 'ownLink' };
const IS_FOREIGN = { kind: 'foreignLink' };

beforeEach(() => {
  takeConsole();
});

describe('a link', () => {
  it('without a token needs no confirmation', async () => {
    const { server, dispatch } = storeOver({});
    expect(await dispatch(ownerOfLink('', null))).toEqual(OWN);
    expect(server.calls).toEqual([]);
  });

  it('with the token of an email requested by this tab needs no confirmation', async () => {
    const { server, dispatch } = storeOver({ storedInTab: { ownToken: 'one-time' } });
    expect(await dispatch(ownerOfLink('one-time', null))).toEqual(OWN);
    expect(server.calls).toEqual([]);
  });

  it.each([
    ['the address that waits for an email', { emailForSignIn: 'Koschei@Example.com' }],
    ['the customer who is signed in', { ...CUSTOMER, email: 'Koschei@Example.com' }],
  ])('for %s is its own, however the address is written', async (_name, stored) => {
    const { server, dispatch, platform } = storeOver({ stored });
    server.on('emailVerification/preview', { success: true, email: ' KOSCHEI@example.com' });
    expect(await dispatch(ownerOfLink('one-time', null))).toEqual(OWN);
    expect(platform.sessionStorage.get('foreignSignIn')).toBeNull();
  });

  it.each<[string, Record<string, string>, Record<string, string>?]>([
    ['nobody', {}],
    ['another customer', CUSTOMER],
    ['the same address, named by a URL', { email: EMAIL }],
    ['the token of another email', {}, { ownToken: 'another' }],
  ])(
    'opened in a browser with %s waits in the tab for the answer',
    async (_name, stored, storedInTab = {}) => {
      const { server, dispatch, platform } = storeOver({ stored, storedInTab });
      server.on('emailVerification/preview', { success: true, email: EMAIL });
      expect(await dispatch(ownerOfLink('one-time', KEY))).toEqual(IS_FOREIGN);
      expect(JSON.parse(platform.sessionStorage.get('foreignSignIn') ?? 'null')).toEqual({
        ...FOREIGN,
        giftKey: KEY,
      });
      expect(server.calls).toMatchObject([
        { path: 'emailVerification/preview', body: { token: 'one-time' } },
      ]);
    },
  );

  it.each([
    ['a token that signs nobody in', () => json({ success: false })],
    ['an answer without an address', () => json({ success: true })],
    ['a server without this call (404)', () => rejection(404)],
    ['a server without this call (405)', () => rejection(405)],
  ])('with %s is followed: the sign-in itself says what is wrong', async (_name, script) => {
    const { server, dispatch, platform } = storeOver({});
    server.on('emailVerification/preview', script);
    expect(await dispatch(ownerOfLink('one-time', null))).toEqual(OWN);
    expect(shownToasts()).toEqual([]);
    expect(platform.sessionStorage.get('foreignSignIn')).toBeNull();
  });

  it.each([
    ['a 400', () => rejection(400)],
    ['a 500', () => rejection(500)],
    ['a lost network', lostNetwork],
  ])('is not followed after %s, and may be opened again', async (_name, script) => {
    const { server, dispatch, platform } = storeOver({});
    server.on('emailVerification/preview', script);
    expect(await dispatch(ownerOfLink('one-time', null))).toEqual({ kind: 'restoreFailed' });
    expect(shownToasts()).toEqual(['error: Ошибка при входе, попробуйте зарегистрироваться снова.']);
    expect(platform.sessionStorage.get('foreignSignIn')).toBeNull();
    server.on('emailVerification/preview', { success: true, email: EMAIL });
    expect(await dispatch(ownerOfLink('one-time', null))).toEqual(IS_FOREIGN);
  });

  it('needs a new confirmation each time, because its token may have been used meanwhile', async () => {
    const { server, dispatch } = storeOver({});
    server.on('emailVerification/preview', { success: true, email: EMAIL });
    expect(await dispatch(ownerOfLink('one-time', null))).toEqual(IS_FOREIGN);
    server.on('emailVerification/preview', { success: false });
    expect(await dispatch(ownerOfLink('one-time', null))).toEqual(OWN);
  });
});

describe('a user who agrees', () => {
  const signInAt = ({ server }: ReturnType<typeof storeOver>) => {
    server.on('emailVerification/restore', { success: true, email: EMAIL, uid: 'u-2', accessToken: 'fresh' });
    server.on('register', { success: true, subscriptionIsActive: false });
    server.on('activateGift', { success: true, subExpirationDateTime: '2027-01-01T00:00:00.000Z' });
    server.on('session/logout', { success: true });
    server.on('auth/logout', { success: true });
  };

  async function agree(stored: Record<string, string>, giftKey: string | null = null) {
    const browser = storeOver({
      stored,
      storedInTab: { foreignSignIn: JSON.stringify(FOREIGN), staffName: 'agent', wayBack: '/subscription' },
    });
    signInAt(browser);
    const outcome = await browser.dispatch(acceptSignIn({ ...FOREIGN, giftKey }));
    return { ...browser, outcome };
  }

  it('is signed in, and the question disappears', async () => {
    const { outcome, identity, platform } = await agree({});
    expect(outcome).toMatchObject({ kind: 'signedIn' });
    expect(identity()).toMatchObject({ email: EMAIL, accessToken: 'fresh' });
    expect(platform.sessionStorage.get('foreignSignIn')).toBeNull();
  });

  it("is signed out of the former account on the server too, and the tab's data is deleted", async () => {
    const { outcome, server, identity } = await agree(CUSTOMER);
    expect(outcome).toMatchObject({ kind: 'signedIn', wayBack: null });
    await waitFor(() =>
      expect(server.callsTo('session/logout')).toMatchObject([{ bearer: CUSTOMER.accessToken }]),
    );
    expect(identity()).toMatchObject({ email: EMAIL, accessToken: 'fresh' });
  });

  it('as a staff member ends the staff session only', async () => {
    const { server, identity, platform } = await agree(STAFF);
    await waitFor(() =>
      expect(server.callsTo('auth/logout')).toMatchObject([{ body: { refreshToken: STAFF.refreshToken } }]),
    );
    expect(server.callsTo('session/logout')).toEqual([]);
    expect(identity()).toMatchObject({ email: EMAIL, accessToken: 'fresh', refreshToken: null });
    expect(platform.sessionStorage.get('staffName')).toBeNull();
  });

  it('without a former account ends no session', async () => {
    const { server, platform } = await agree({});
    expect(platform.shellMessages).toEqual([]);
    expect(server.calls.map(({ path }) => path)).toEqual(['emailVerification/restore', 'register']);
  });

  it.each([
    ['nobody', {}],
    ['a customer', CUSTOMER],
    ['a member of staff', STAFF],
  ])('keeps the gift that waits in the browser of %s', async (_name, stored) => {
    const { identity, server } = await agree({ ...stored, key: KEY });
    expect(identity()).toMatchObject({ email: EMAIL, key: KEY });
    expect(server.callsTo('activateGift')).toEqual([]);
  });

  it('to a gift link activates the gift of the link', async () => {
    const { outcome, server } = await agree({ key: 'another-gift-that-waits' }, KEY);
    expect(outcome).toEqual({ kind: 'giftActivated' });
    expect(server.callsTo('activateGift')).toMatchObject([{ body: { email: EMAIL, key: KEY } }]);
    expect(server.callsTo('register')).toEqual([]);
  });
});

it('a user who declines stays signed in as before, and the question disappears', async () => {
  const { dispatch, server, identity, platform } = storeOver({
    stored: CUSTOMER,
    storedInTab: { foreignSignIn: JSON.stringify(FOREIGN) },
  });
  await expect(dispatch(declineSignIn())).resolves.toBeUndefined();
  expect(platform.sessionStorage.contents()).toEqual({});
  expect(identity()).toMatchObject(CUSTOMER);
  expect(server.calls).toEqual([]);
});
