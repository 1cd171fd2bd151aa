/** Tests every way to sign in and each of its outcomes. */
import { waitFor } from '@testing-library/react';
import type { Flow } from '../../../../src/web/flows/flow';
import { activateGift, checkGift } from '../../../../src/web/flows/signIn/activateGift';
import { ownerOfLink } from '../../../../src/web/flows/signIn/foreignSignIn';
import { openEmail, readEmailFragment, redeemCode } from '../../../../src/web/flows/signIn/openEmail';
import { requestEmailLink } from '../../../../src/web/flows/signIn/requestEmailLink';
import { confirmEmailLink, confirmGiftLink, signInWithGoogle } from '../../../../src/web/flows/signIn/signIn';
import { FLOW_TEXTS } from '../../../../src/web/texts/flows';
import { openToasts } from '../../../../src/web/toasts/toasts';
import { takeConsole } from '../../../support/consoleSpy';
import { json, lostNetwork, rejection } from '../../../support/scriptedApi';
import { CUSTOMER, shownToasts, storeOver } from '../../../support/storeOver';

const KEY = 'a-gift-key-of-length';
const EMAIL = 'somebody@example.com';

const SEND_FAILED =
  'error: К сожалению отправить проверочное письмо не удалось. Перезагрузи страницу и попробуй снова.';
const RESTORE_REJECTED = 'error: Войти не удалось, попробуйте зарегистрироваться снова.';
const RESTORE_FAILED = 'error: Ошибка при входе, попробуйте зарегистрироваться снова.';

beforeEach(() => {
  takeConsole();
});

describe('requesting an email', () => {
  it.each([
    ['no key', {}, 'emailVerification/send', null], // [call-8]
    ['a short key', { key: '1234567890' }, 'emailVerification/send', '1234567890'],
    ['a gift key', { key: '12345678901' }, 'emailVerification/giftSend', '12345678901'], // [call-9]
  ])(
    'with %s goes to its call and keeps what the answer brings [input-4]',
    async (_name, stored, path, giftKey) => {
      const { server, dispatch, identity } = storeOver({ stored });
      server.on(path, { success: true, mailToken: 'mail' });
      expect(await dispatch(requestEmailLink(EMAIL))).toEqual({ kind: 'emailLinkSent' });
      expect(server.calls).toMatchObject([
        { path, bearer: null, body: { email: EMAIL, platform: 'web', fcmToken: '', giftKey } },
      ]);
      expect(identity()).toMatchObject({ emailForSignIn: EMAIL, mailToken: 'mail' });
      expect(shownToasts()).toEqual([]);
    },
  );

  it.each([true, false])(
    'reports that the last email of the day is in the mailbox (sent now: %s)',
    async (success) => {
      const { server, dispatch, platform, identity } = storeOver({ stored: { customerBrowser: 'mark' } });
      server.on('emailVerification/send', { success, reason: 'lastOfDay' });
      expect(await dispatch(requestEmailLink(EMAIL))).toEqual({ kind: 'lastEmailInMailbox' });
      expect(server.calls).toMatchObject([{ body: { email: EMAIL, browserMark: 'mark' } }]);
      expect(platform.sessionStorage.get('lastEmailOfDay')).toBe(EMAIL);
      expect(identity()).toMatchObject({ emailForSignIn: EMAIL, mailToken: null });
      expect(shownToasts()).toEqual([]);
    },
  );

  it('says that the mail server cannot send to the address, and reports no failure', async () => {
    const { server, dispatch, platform } = storeOver({});
    server.on('emailVerification/send', { success: false, reason: 'addressUnsupported' });
    expect(await dispatch(requestEmailLink('анна@пример.рф'))).toEqual({ kind: 'emailLinkFailed' });
    expect(shownToasts()).toEqual([`error: ${FLOW_TEXTS.addressUnsupported}`]);
    expect(platform.reports).toEqual([]);
  });

  it.each([
    ['a rejection', () => json({ success: false }), null],
    ['a 429', () => rejection(429), 429],
    ['a 500', () => rejection(500), 500],
    ['a lost network', lostNetwork, 'NETWORK'],
  ])('tells and reports %s [call-26, error-5, error-6]', async (_name, script, status) => {
    const { server, dispatch, platform, identity } = storeOver({});
    server.on('emailVerification/send', script);
    expect(await dispatch(requestEmailLink(EMAIL))).toEqual({ kind: 'emailLinkFailed' });
    expect(shownToasts()).toEqual([SEND_FAILED]);
    expect(platform.reports).toEqual([{ event: 'emailLinkRequestFailed', details: { status } }]);
    expect(identity()).toMatchObject({ emailForSignIn: EMAIL, mailToken: null });
  });
});

describe('the account of a link', () => {
  const own = { kind: 'ownLink' };

  it('stays known until the token is used, however often it is requested', async () => {
    const { server, dispatch, platform } = storeOver({ stored: { mailToken: 'mail' } });
    server.on('emailVerification/redeem', { success: true, token: 'one-time', gift: false });
    server.on('emailVerification/preview', { success: true, email: EMAIL });
    server.on('emailVerification/restore', { success: true, email: EMAIL });
    server.on('register', { success: true, subscriptionIsActive: true });
    await dispatch(openEmail({ linkToken: 'link', giftKey: null }));
    expect(await dispatch(ownerOfLink('one-time', null))).toEqual(own);
    expect(await dispatch(ownerOfLink('one-time', null))).toEqual(own);
    await dispatch(confirmEmailLink('one-time'));
    expect(platform.sessionStorage.get('ownToken')).toBeNull();
  });
});

describe('opening the email', () => {
  it.each([
    ['#t=abc', { linkToken: 'abc', giftKey: null, leadsToConnect: false }],
    ['#t=abc&k=key', { linkToken: 'abc', giftKey: 'key', leadsToConnect: false }],
    ['#t=abc&c=1', { linkToken: 'abc', giftKey: null, leadsToConnect: true }],
    ['', null],
    ['#', null],
    ['#k=key', null],
    ['#t=', null],
  ])('reads the fragment %j', (hash, expected) => {
    expect(readEmailFragment(hash)).toEqual(expected);
  });

  it('redeems the link with the token of the requesting browser, once even if it is requested repeatedly', async () => {
    const { server, dispatch } = storeOver({ stored: { mailToken: 'mail' } });
    server.on('emailVerification/redeem', { success: true, token: 'one-time', gift: false });
    const fragment = { linkToken: 'link', giftKey: null };
    const outcomes = await Promise.all([dispatch(openEmail(fragment)), dispatch(openEmail(fragment))]);
    outcomes.push(await dispatch(openEmail(fragment)));
    for (const outcome of outcomes) {
      expect(outcome).toEqual({ kind: 'emailConfirmed', token: 'one-time', giftKey: null });
    }
    expect(server.calls).toHaveLength(1);
    expect(server.calls[0]?.body).toEqual({ linkToken: 'link', mailToken: 'mail', email: null });
  });

  it.each([
    ['the key of the link', { linkToken: 'link', giftKey: KEY }, {}],
    ['the stored key', { linkToken: 'link', giftKey: null }, { key: KEY }],
  ])('goes on to the gift with %s', async (_name, fragment, stored) => {
    const { server, dispatch } = storeOver({ stored });
    server.on('emailVerification/redeem', { success: true, token: 'one-time', gift: true });
    expect(await dispatch(openEmail(fragment))).toEqual({
      kind: 'emailConfirmed',
      token: 'one-time',
      giftKey: KEY,
    });
  });

  it('asks for the address in a browser that did not request the email', async () => {
    const { server, dispatch } = storeOver({});
    server.on('emailVerification/redeem', ({ body }) =>
      json(
        (body as { email: string | null }).email === EMAIL
          ? { success: true, token: 'one-time' }
          : { success: false, reason: 'emailNeeded' },
      ),
    );
    const fragment = { linkToken: 'link', giftKey: null };
    expect(await dispatch(openEmail(fragment))).toEqual({ kind: 'emailNeeded' });
    expect(await dispatch(openEmail(fragment, 'wrong@example.com'))).toEqual({ kind: 'emailForeign' });
    expect(await dispatch(openEmail(fragment, EMAIL))).toMatchObject({ kind: 'emailConfirmed' });
  });

  it.each([
    ['a rejection', () => json({ success: false, reason: 'invalid' }), 'emailInvalid'],
    ['a 400', () => rejection(400), 'emailInvalid'],
    ['a 500', () => rejection(500), 'emailCallFailed'],
    ['a lost network', lostNetwork, 'emailCallFailed'],
  ])('tells %s from the others', async (_name, script, kind) => {
    const { server, dispatch } = storeOver({});
    server.on('emailVerification/redeem', script);
    expect(await dispatch(openEmail({ linkToken: 'link', giftKey: null }))).toEqual({ kind });
  });

  it('may be tried again after a network failure', async () => {
    const { server, dispatch } = storeOver({});
    const fragment = { linkToken: 'link', giftKey: null };
    server.on('emailVerification/redeem', lostNetwork);
    await dispatch(openEmail(fragment));
    server.on('emailVerification/redeem', { success: true, token: 'one-time' });
    expect(await dispatch(openEmail(fragment))).toMatchObject({ kind: 'emailConfirmed' });
  });

  it.each([
    [
      { success: true, token: 'one-time' },
      { kind: 'emailConfirmed', token: 'one-time', giftKey: null },
    ],
    [
      { success: false, triesLeft: 4 },
      { kind: 'codeWrong', triesLeft: 4 },
    ],
    [{ success: false }, { kind: 'codeWrong', triesLeft: null }],
    [{ success: false, triesLeft: 0 }, { kind: 'codeSpent' }],
  ])('reads the code answer %j', async (response, outcome) => {
    const { server, dispatch } = storeOver({ stored: { mailToken: 'mail' } });
    server.on('emailVerification/code', response);
    expect(await dispatch(redeemCode('12345678'))).toEqual(outcome);
  });

  it('cannot be checked without a requested email, and can be tried again after a network failure', async () => {
    const without = storeOver({});
    expect(await without.dispatch(redeemCode('12345678'))).toEqual({ kind: 'codeSpent' });
    const { server, dispatch } = storeOver({ stored: { mailToken: 'mail' } });
    server.on('emailVerification/code', lostNetwork);
    expect(await dispatch(redeemCode('12345678'))).toMatchObject({ kind: 'codeCallFailed' });
  });
});

describe('/confirm', () => {
  const restored = { success: true, email: EMAIL, uid: 'u-1', accessToken: 'fresh' };

  it.each([true, false])(
    'restores, registers and stores (active: %s) [access-9, call-10, call-12, flow-17, number-12, screen-35]',
    async (subscriptionIsActive) => {
      const { server, dispatch, identity } = storeOver({
        stored: { mailToken: 'mail', emailForSignIn: EMAIL },
      });
      server.on('emailVerification/restore', restored);
      server.on('register', {
        success: true,
        expirationDate: '2026-12-01T00:00:00.000Z',
        subscriptionIsActive,
        firstPaymentActivated: true,
      });
      expect(await dispatch(confirmEmailLink('one-time'))).toEqual({
        kind: 'signedIn',
        subscriptionIsActive,
        wayBack: null,
      });
      expect(server.calls).toMatchObject([
        { path: 'emailVerification/restore', bearer: null, body: { token: 'one-time', platform: 'web' } },
        {
          path: 'register',
          bearer: 'fresh',
          body: { uid: 'u-1', email: EMAIL, photoURL: null, providerId: 'email' },
        },
      ]);
      expect(identity()).toMatchObject({
        email: EMAIL,
        uid: 'u-1',
        providerId: 'email',
        accessToken: 'fresh',
        expirationDate: '2026-12-01T00:00:00.000Z',
        subscriptionIsActive,
        firstPaymentActivated: true,
        mailToken: null,
      });
    },
  );

  it('treats a subscription that is missing from the response as inactive', async () => {
    const { server, dispatch } = storeOver({});
    server.on('emailVerification/restore', restored);
    server.on('register', { success: true });
    expect(await dispatch(confirmEmailLink('one-time'))).toEqual({
      kind: 'signedIn',
      subscriptionIsActive: false,
      wayBack: null,
    });
  });

  it('works with a server that issues no tokens [access-17]', async () => {
    const { server, dispatch, identity } = storeOver({});
    server.on('emailVerification/restore', { success: true, email: EMAIL });
    server.on('register', { success: true, subscriptionIsActive: true });
    expect(await dispatch(confirmEmailLink('one-time'))).toMatchObject({ kind: 'signedIn' });
    expect(server.callsTo('register')).toMatchObject([
      { bearer: null, body: { uid: 'unknown', email: EMAIL } },
    ]);
    expect(identity()).toMatchObject({
      email: EMAIL,
      uid: null,
      accessToken: null,
      subscriptionIsActive: true,
    });
  });

  it('leads once to the page that the user requested before the sign-in', async () => {
    const { server, dispatch, platform } = storeOver({
      storedInTab: { wayBack: '/subscription?a=1', emailSentAt: '1000' },
    });
    server.on('emailVerification/restore', restored);
    server.on('register', { success: true, subscriptionIsActive: true });
    expect(await dispatch(confirmEmailLink('one-time'))).toMatchObject({ wayBack: '/subscription?a=1' });
    expect(platform.sessionStorage.contents()).toEqual({});
  });

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'never leads to the foreign address %s',
    async (wayBack) => {
      const { server, dispatch } = storeOver({ storedInTab: { wayBack } });
      server.on('emailVerification/restore', restored);
      server.on('register', { success: true, subscriptionIsActive: true });
      expect(await dispatch(confirmEmailLink('one-time'))).toMatchObject({ wayBack: null });
    },
  );

  it('uses a token once', async () => {
    const { server, dispatch } = storeOver({});
    server.on('emailVerification/restore', restored);
    server.on('register', { success: true, subscriptionIsActive: true });
    await Promise.all([dispatch(confirmEmailLink('one-time')), dispatch(confirmEmailLink('one-time'))]);
    await dispatch(confirmEmailLink('one-time'));
    expect(server.callsTo('emailVerification/restore')).toHaveLength(1);
    expect(server.callsTo('register')).toHaveLength(1);
  });

  it.each([
    ['a rejection', () => json({ success: false }), 'restoreRejected', RESTORE_REJECTED],
    ['a 400', () => rejection(400), 'restoreFailed', RESTORE_FAILED],
    ['a 500', () => rejection(500), 'restoreFailed', RESTORE_FAILED],
    ['a lost network', lostNetwork, 'restoreFailed', RESTORE_FAILED],
  ])('tells %s [error-7, error-8, flow-16]', async (_name, script, kind, text) => {
    const { server, dispatch, identity } = storeOver({});
    server.on('emailVerification/restore', script);
    expect(await dispatch(confirmEmailLink('one-time'))).toEqual({ kind });
    expect(shownToasts()).toEqual([text]);
    expect(identity().email).toBeNull();
    expect(server.callsTo('register')).toEqual([]);
  });

  it('rejects an address without a token by itself', async () => {
    const { server, dispatch } = storeOver({});
    expect(await dispatch(confirmEmailLink(''))).toEqual({ kind: 'restoreRejected' });
    expect(server.calls).toEqual([]);
    expect(shownToasts()).toEqual([RESTORE_REJECTED]);
  });

  it.each([
    ['a rejection', () => json({ success: false })],
    ['a 500', () => rejection(500)],
  ])('goes home after %s of register [error-9]', async (_name, script) => {
    const { server, dispatch } = storeOver({});
    server.on('emailVerification/restore', restored);
    server.on('register', script);
    expect(await dispatch(confirmEmailLink('one-time'))).toEqual({ kind: 'registerFailed' });
    expect(shownToasts()).toEqual(['error: Вход не завершился: что-то сломалось у нас. Попробуй ещё раз.']);
  });
});

it.each<[string, () => Flow<unknown>]>([
  ['an email', () => confirmEmailLink('one-time')],
  ['a gift link', () => confirmGiftLink('one-time', KEY)],
  ['Google', signInWithGoogle],
])(
  'a repeated sign-in by %s leaves nothing in the cache of answers, which may hold tokens',
  async (_name, signIn) => {
    const { server, dispatch, platform, store } = storeOver();
    platform.signInAt({
      uid: 'g-1',
      email: EMAIL,
      photoURL: null,
      providerId: 'google.com',
      idToken: 'id-token',
    });
    const response = { success: true, email: EMAIL, uid: 'u-1', accessToken: 'fresh' };
    server.on('emailVerification/restore', response);
    server.on('register', { ...response, subscriptionIsActive: true });
    server.on('v2/register', { ...response, subscriptionIsActive: true });
    server.on('activateGift', { ...response, subExpirationDateTime: '2027-01-01T00:00:00.000Z' });
    await dispatch(signIn());
    expect(server.calls).not.toEqual([]);
    expect(store.getState().api.mutations).toEqual({});
  },
);

describe('gifts', () => {
  it('activates the gift for the signed-in user and deletes the key [access-11, call-14, screen-36]', async () => {
    const { server, dispatch, identity } = storeOver({ stored: { key: KEY } });
    server.on('emailVerification/restore', { success: true, email: EMAIL, uid: 'u-1', accessToken: 'fresh' });
    server.on('activateGift', { success: true, subExpirationDateTime: '2027-01-01T00:00:00.000Z' });
    expect(await dispatch(confirmGiftLink('one-time', KEY))).toEqual({ kind: 'giftActivated' });
    expect(server.callsTo('activateGift')).toMatchObject([
      { bearer: 'fresh', body: { uid: 'u-1', email: EMAIL, photoURL: null, providerId: 'email', key: KEY } },
    ]);
    expect(identity()).toMatchObject({
      key: null,
      email: EMAIL,
      accessToken: 'fresh',
      expirationDate: '2027-01-01T00:00:00.000Z',
      subscriptionIsActive: true,
      firstPaymentActivated: false,
    });
  });

  it.each([
    ['a rejection', () => json({ success: false }), null],
    ['a 409', () => rejection(409), null],
    ['a 429', () => rejection(429), KEY],
    ['a 500', () => rejection(500), KEY],
    ['no network', lostNetwork, KEY],
  ])('after %s the stored key is %s [error-10, flow-21]', async (name, script, key) => {
    const { server, dispatch, identity, platform } = storeOver({ stored: { ...CUSTOMER, key: KEY } });
    if (name === 'no network') platform.setOnline(false);
    server.on('activateGift', script);
    expect(await dispatch(activateGift(KEY))).toEqual({ kind: 'giftFailed' });
    expect(identity().key).toBe(key);
    expect(identity().email).toBe(EMAIL);
  });

  it('with a key of ten characters activates nothing, although the sign-in succeeds', async () => {
    const { server, dispatch, identity } = storeOver({});
    server.on('emailVerification/restore', { success: true, email: EMAIL, uid: 'u-1', accessToken: 'fresh' });
    expect(await dispatch(confirmGiftLink('one-time', '0123456789'))).toEqual({ kind: 'giftFailed' });
    expect(shownToasts()).toEqual([
      'error: Такого подарка нет: он уже активирован или ключ скопирован не целиком.',
    ]);
    expect(server.callsTo('activateGift')).toEqual([]);
    expect(identity().email).toBe(EMAIL);
  });

  it('whose response was lost is requested again when the network is restored', async () => {
    const { server, dispatch, identity, platform } = storeOver({ stored: { ...CUSTOMER, key: KEY } });
    server.on('activateGift', (call, count) => {
      if (count === 1) platform.setOnline(false);
      return platform.connection.isOnline()
        ? json({ success: true, subExpirationDateTime: '2027-01-01T00:00:00.000Z' })
        : lostNetwork(call, count);
    });
    const outcome = dispatch(activateGift(KEY));
    await waitFor(() =>
      expect(openToasts().map(({ text }) => text)).toEqual([
        'Связь прервалась. Узнаём, активирован ли подарок',
      ]),
    );
    platform.setOnline(true);
    expect(await outcome).toEqual({ kind: 'giftActivated' });
    expect(identity()).toMatchObject({ key: null, expirationDate: '2027-01-01T00:00:00.000Z' });
    for (const { body } of server.callsTo('activateGift')) expect(body).toMatchObject({ key: KEY });
  });

  it('marks a valid key as pending [flow-18]', async () => {
    const { server, dispatch, identity } = storeOver({});
    server.on('checkGift', { months: 12 });
    expect(await dispatch(checkGift(KEY))).toEqual({ kind: 'giftReady', months: 12 });
    expect(identity().key).toBe(KEY);
  });

  it.each([
    ['an unknown key', KEY, () => json({ success: false, months: null })],
    ['a 404', KEY, () => rejection(404)],
    ['a short key', '1234567890', () => json({ months: 1 })],
  ])('rejects %s [flow-19]', async (_name, key, script) => {
    const { server, dispatch, identity } = storeOver({});
    server.on('checkGift', script);
    expect(await dispatch(checkGift(key))).toEqual({ kind: 'giftCheckFailed' });
    expect(identity().key).toBeNull();
  });
});

describe('Google', () => {
  const person = {
    uid: 'g-1',
    email: EMAIL,
    photoURL: 'https://photos.example/1.png',
    providerId: 'google.com',
    idToken: 'id-token',
  };

  it('stays on the screen if the popup returns no account [flow-9]', async () => {
    const { server, dispatch } = storeOver({});
    expect(await dispatch(signInWithGoogle())).toEqual({ kind: 'googleSignInEnded' });
    expect(server.calls).toEqual([]);
  });

  it.each([
    ['popupBlocked', 'googlePopupBlocked'],
    ['networkLost', 'googleUnreachable'],
    ['popupClosed', 'googleSignInEnded'],
    ['unknown', 'googleSignInEnded'],
  ] as const)('a popup that ends with %s results in %s', async (reason, kind) => {
    const { server, dispatch, platform } = storeOver({});
    platform.signInAt(null, reason);
    expect(await dispatch(signInWithGoogle())).toEqual({ kind });
    expect(server.calls).toEqual([]);
  });

  it.each([
    ['ready', 'googleReady'],
    ['unreachable', 'googleUnreachable'],
  ] as const)('a click that came too early results in %s', async (result, kind) => {
    const { server, dispatch, platform } = storeOver({});
    platform.google.signIn = () => Promise.resolve({ kind: result });
    expect(await dispatch(signInWithGoogle())).toEqual({ kind });
    expect(server.calls).toEqual([]);
  });

  it("registers with Google's token and stores the product's own token [access-10, call-11, flow-13]", async () => {
    const { server, dispatch, platform, identity } = storeOver({
      stored: { accessToken: 'old', refreshToken: 'staff' },
    });
    platform.signInAt(person);
    server.on('v2/register', { success: true, subscriptionIsActive: false, accessToken: 'ours', uid: 'u-1' });
    expect(await dispatch(signInWithGoogle())).toMatchObject({
      kind: 'signedIn',
      subscriptionIsActive: false,
    });
    const { idToken: _idToken, ...body } = person;
    expect(server.calls).toMatchObject([{ path: 'v2/register', bearer: 'id-token', body }]);
    expect(identity()).toMatchObject({
      uid: 'u-1',
      email: EMAIL,
      photoURL: person.photoURL,
      providerId: 'google.com',
      accessToken: 'ours',
      refreshToken: null,
      subscriptionIsActive: false,
    });
  });

  it('activates a stored gift instead [flow-10, flow-11]', async () => {
    const { server, dispatch, platform, identity } = storeOver({ stored: { key: KEY } });
    platform.signInAt(person);
    server.on('activateGift', {
      success: true,
      subExpirationDateTime: '2027-01-01T00:00:00.000Z',
      accessToken: 'ours',
      uid: 'u-1',
    });
    expect(await dispatch(signInWithGoogle())).toEqual({ kind: 'giftActivated' });
    expect(server.calls).toMatchObject([{ path: 'activateGift', bearer: 'id-token', body: { key: KEY } }]);
    expect(identity()).toMatchObject({
      key: null,
      email: EMAIL,
      accessToken: 'ours',
      expirationDate: '2027-01-01T00:00:00.000Z',
      subscriptionIsActive: true,
      firstPaymentActivated: false,
    });
  });

  it('leads to the landing page if the stored key is not a gift, deletes the key and does not sign the user in [flow-12]', async () => {
    const { server, dispatch, platform, identity } = storeOver({ stored: { key: KEY } });
    platform.signInAt(person);
    server.on('activateGift', { success: false });
    expect(await dispatch(signInWithGoogle())).toEqual({ kind: 'giftFailed' });
    expect(server.callsTo('v2/register')).toEqual([]);
    expect(identity()).toMatchObject({ key: null, email: null });
  });

  it('registers the user if the stored key is too short for a gift [flow-10]', async () => {
    const { server, dispatch, platform } = storeOver({ stored: { key: '1234567890' } });
    platform.signInAt(person);
    server.on('v2/register', { success: true, subscriptionIsActive: true });
    expect(await dispatch(signInWithGoogle())).toMatchObject({ kind: 'signedIn' });
    expect(server.callsTo('activateGift')).toEqual([]);
  });

  it('leads to the landing page if the registration fails, and does not sign the user in [flow-15]', async () => {
    const { server, dispatch, platform, identity } = storeOver({});
    platform.signInAt(person);
    server.on('v2/register', () => rejection(401));
    expect(await dispatch(signInWithGoogle())).toEqual({ kind: 'registerFailed' });
    expect(identity().email).toBeNull();
  });
});
