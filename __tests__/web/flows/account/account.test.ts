/** Tests detaching devices, cancelling a subscription, signing out, and the events that end a session. */
import { waitFor } from '@testing-library/react';
import { profileApi } from '../../../../src/web/api/endpoints/profile';
import { shopApi } from '../../../../src/web/api/endpoints/shop';
import { cancelSubscription } from '../../../../src/web/flows/account/cancelSubscription';
import { detachDevice } from '../../../../src/web/flows/account/detachDevice';
import { subscriptionStatusChanged } from '../../../../src/web/flows/account/profileListeners';
import { removeCard } from '../../../../src/web/flows/account/removeCard';
import type { Flow } from '../../../../src/web/flows/flow';
import { logOut } from '../../../../src/web/flows/signIn/logOut';
import { selectCaller } from '../../../../src/web/identity/selectors';
import { openToasts } from '../../../../src/web/toasts/toasts';
import { type ConsoleLine, takeConsole } from '../../../support/consoleSpy';
import { MONTH_RUB } from '../../../support/offer';
import { json, lostNetwork, rejection } from '../../../support/scriptedApi';
import { CUSTOMER, shownToasts, storeOver } from '../../../support/storeOver';

const EVERYTHING = {
  ...CUSTOMER,
  photoURL: 'https://photos.example/1.png',
  expirationDate: '2026-12-28T09:00:00.000Z',
  subscriptionIsActive: 'true',
  firstPaymentActivated: 'true',
  subscriptionStatus: 'ACTIVE',
  amount: String(MONTH_RUB),
  currency: 'RUB',
  key: 'a-gift-key-of-length',
  emailForSignIn: CUSTOMER.email,
  mailToken: 'mail',
};

const PROFILE = {
  success: true,
  userInfo: {
    amount: MONTH_RUB,
    currency: 'RUB',
    expirationDate: '2026-12-28T09:00:00.000Z',
    subscriptionIsActive: true,
    subscriptionStatus: 'ACTIVE',
  },
  devices: [{ id: 1, deviceName: 'Phone', deviceId: 'd-1', isActive: true }],
  availableDevices: 2,
};

const SESSION_ENDED = 'info: Сессия закончилась. Войди ещё раз: подписка и устройства на месте.';

let lines: ConsoleLine[];
beforeEach(() => {
  lines = takeConsole();
});

type Context = ReturnType<typeof storeOver>;

/** Fetches the profile as a screen does, and stays subscribed to the profile query. */
function readProfile({ dispatch, store }: Context) {
  const caller = selectCaller(store.getState());
  if (caller === null) throw new Error('nobody is signed in');
  return dispatch(profileApi.endpoints.getProfile.initiate(caller, { forceRefetch: true }));
}

describe('a failed change', () => {
  const changes = (context: Context) =>
    context.dispatch(profileApi.endpoints.detachDevice.initiate({ ...CUSTOMER, deviceId: 'd-1' }));

  it('reports maintenance once for all failures at that time', async () => {
    const context = storeOver({ stored: EVERYTHING });
    context.server.on('profile/detachDevice', () => rejection(503, 'UNAVAILABLE', 'a-request'));
    await changes(context);
    await changes(context);
    expect(shownToasts()).toEqual([
      'warning: Технические работы: сервис скоро вернётся. Попробуй ещё раз через минуту.',
    ]);
  });

  it('shows the error code for support after an unexpected server error', async () => {
    const context = storeOver({ stored: EVERYTHING });
    context.server.on('profile/detachDevice', () => rejection(500, 'INTERNAL', '3f2a91c0-0000-4000-8000-0'));
    await changes(context);
    expect(shownToasts()).toEqual(['info: Код обращения: 3f2a91c0. Если напишешь в поддержку, назови его.']);
  });

  it('adds no message to a rejection that has its own text', async () => {
    const context = storeOver({ stored: EVERYTHING });
    context.server.on('profile/detachDevice', () => rejection(409, 'CONFLICT', 'a-request'));
    await changes(context);
    expect(shownToasts()).toEqual([]);
  });
});

describe('detaching', () => {
  it.each([true, false])(
    'updates the list and the state (active: %s) [call-17, flow-34]',
    async (subscriptionIsActive) => {
      const context = storeOver({ stored: EVERYTHING });
      context.server.on('profile', PROFILE);
      await readProfile(context);
      context.server.on('profile', { ...PROFILE, devices: [], availableDevices: 3 });
      context.server.on('profile/detachDevice', {
        success: true,
        devices: [],
        availableDevices: 3,
        userInfo: { subscriptionIsActive },
      });
      expect(await context.dispatch(detachDevice('d-1'))).toEqual({ kind: 'detached', subscriptionIsActive });
      expect(shownToasts()).toEqual(['success: Устройство откреплено']);
      expect(context.server.callsTo('profile/detachDevice')).toMatchObject([
        { bearer: 'the-token', body: { uid: 'u-1', email: CUSTOMER.email, deviceId: 'd-1' } },
      ]);
      expect(context.identity().subscriptionIsActive).toBe(subscriptionIsActive);
      const { data } = await readProfile(context);
      expect(data?.devices).toEqual([]);
    },
  );

  it.each([
    ['a rejection', () => json({ success: false }), 'detachFailed'],
    ['a 500', () => rejection(500), 'detachFailed'],
    ['a lost network', lostNetwork, 'detachFailed'],
    ['a 401', () => rejection(401), 'sessionLost'],
  ])('tells %s [error-11, flow-36]', async (_name, script, kind) => {
    const { server, dispatch } = storeOver();
    server.on('profile/detachDevice', script);
    expect(await dispatch(detachDevice('d-1'))).toEqual({ kind });
    // The test expects a message, because the landing page, to which the failure leads, does not show the reason.
    const why = 'error: Открепить устройство не получилось. Попробуй ещё раз или напиши в поддержку.';
    expect(shownToasts()).toEqual([kind === 'sessionLost' ? SESSION_ENDED : why]);
  });
});

describe('cancelling', () => {
  it.each([true, false])('reports whether access lasts (%s) [call-18]', async (subscriptionIsActive) => {
    const { server, dispatch, identity } = storeOver({ stored: EVERYTHING });
    server.on('subscriptions/cancel', { success: true, userInfo: { subscriptionIsActive } });
    expect(await dispatch(cancelSubscription())).toEqual({ kind: 'cancelled', subscriptionIsActive });
    expect(shownToasts()).toEqual(['success: Подписка отменена, деньги больше не спишутся']);
    expect(server.calls).toMatchObject([{ body: { email: CUSTOMER.email, uid: 'u-1' } }]);
    expect(identity().subscriptionIsActive).toBe(subscriptionIsActive);
  });

  it.each([
    ['a rejection', () => json({ success: false }), 'cancelRejected'],
    ['a 500', () => rejection(500), 'cancelFailed'],
    ['a lost network', lostNetwork, 'cancelFailed'],
    ['a 401', () => rejection(401), 'sessionLost'],
  ])('tells %s [error-16]', async (_name, script, kind) => {
    const { server, dispatch, identity } = storeOver({ stored: EVERYTHING });
    server.on('subscriptions/cancel', script);
    expect(await dispatch(cancelSubscription())).toEqual({ kind });
    // The customer must not believe that the subscription was cancelled.
    const why = 'error: Отменить подписку не получилось. Попробуй ещё раз или напиши в поддержку.';
    expect(shownToasts()).toEqual([kind === 'sessionLost' ? SESSION_ENDED : why]);
    if (kind !== 'sessionLost') expect(identity().subscriptionIsActive).toBe(true);
  });
});

describe('a change in a broken network', () => {
  const cancelledProfile = {
    ...PROFILE,
    devices: [],
    userInfo: { ...PROFILE.userInfo, subscriptionStatus: 'CANCELED', cardMask: null },
  };

  it('whose response was lost is resolved by a query, which waits for the network', async () => {
    const { server, dispatch, platform } = storeOver({ stored: EVERYTHING });
    server.on('subscriptions/cancel', (call, count) => {
      platform.setOnline(false);
      return lostNetwork(call, count);
    });
    server.on('profile', (call, count) =>
      platform.connection.isOnline() ? json(cancelledProfile) : lostNetwork(call, count),
    );
    const outcome = dispatch(cancelSubscription());
    await waitFor(() => expect(server.callsTo('profile')).toHaveLength(3));
    expect(openToasts().map(({ text }) => text)).toEqual(['Связь прервалась. Узнаём, отменена ли подписка']);
    platform.setOnline(true);
    expect(await outcome).toEqual({ kind: 'cancelled', subscriptionIsActive: true });
    expect(shownToasts()).toEqual(['success: Подписка отменена, деньги больше не спишутся']);
    expect(server.callsTo('subscriptions/cancel')).toHaveLength(1);
  });

  it('is reported as failed if the server says that nothing changed', async () => {
    const { server, dispatch } = storeOver({ stored: EVERYTHING });
    server.on('subscriptions/cancel', lostNetwork);
    server.on('profile/detachDevice', lostNetwork);
    server.on('profile', PROFILE);
    expect(await dispatch(cancelSubscription())).toEqual({ kind: 'cancelFailed' });
    expect(await dispatch(detachDevice('d-1'))).toEqual({ kind: 'detachFailed' });
  });

  it('is recognised as done if the profile shows the change', async () => {
    const { server, dispatch } = storeOver({ stored: EVERYTHING });
    server.on('profile/detachDevice', lostNetwork);
    server.on('subscriptions/removeCard', lostNetwork);
    server.on('profile', cancelledProfile);
    expect(await dispatch(detachDevice('d-1'))).toEqual({ kind: 'detached', subscriptionIsActive: true });
    expect(await dispatch(removeCard())).toEqual({ kind: 'cardRemoved' });
  });

  it('does not leave the screen if nothing was sent', async () => {
    const { server, dispatch, platform } = storeOver({ stored: EVERYTHING });
    platform.setOnline(false);
    for (const path of ['subscriptions/cancel', 'profile/detachDevice', 'subscriptions/removeCard']) {
      server.on(path, lostNetwork);
    }
    for (const change of [cancelSubscription(), detachDevice('d-1'), removeCard()]) {
      expect(await dispatch(change as Flow<{ kind: string }>)).toEqual({ kind: 'notSent' });
    }
    const why = 'warning: Нет связи: ничего не отправлено. Попробуй ещё раз, когда интернет появится.';
    expect(shownToasts()).toEqual([why, why, why]);
    expect(server.callsTo('profile')).toEqual([]);
  });
});

describe('signing out', () => {
  it.each([
    ['a good network', () => json({ success: true })],
    ['a lost network', lostNetwork],
    ['a server error', () => rejection(500)],
  ])('removes all data of the person with %s [call-23, flow-31, flow-33]', async (_name, script) => {
    const context = storeOver({
      stored: EVERYTHING,
      storedInTab: { wayBack: '/subscription', paymentCheck: 'o-1' },
    });
    context.server.on('profile', PROFILE);
    context.server.on('session/logout', script);
    const subscription = readProfile(context);
    await subscription;
    subscription.unsubscribe();
    expect(await context.dispatch(logOut())).toEqual({ kind: 'loggedOut' });
    expect(context.platform.storage.contents()).toEqual({});
    expect(context.platform.sessionStorage.contents()).toEqual({});
    expect(JSON.stringify(context.store.getState())).not.toMatch(/somebody|u-1|Phone|the-token/);
    expect(context.platform.shellMessages).toEqual([
      { call: 'LogOut', message: { success: true, reason: 'no_reason' } },
    ]);
    await waitFor(() =>
      expect(context.server.callsTo('session/logout')).toMatchObject([{ bearer: 'the-token' }]),
    );
  });

  it('sends no request if no token is stored', async () => {
    const { email } = CUSTOMER;
    const { server, dispatch } = storeOver({ stored: { email } });
    await dispatch(logOut());
    expect(server.calls).toEqual([]);
  });
});

describe('the end of a session', () => {
  it('follows from a 401 of a customer request: the cache is cleared, and the email is kept for the next sign-in', async () => {
    const context = storeOver({ stored: EVERYTHING });
    context.server.on('profile', PROFILE);
    const subscription = readProfile(context);
    await subscription;
    subscription.unsubscribe();
    context.server.on('profile', () => rejection(401));
    await readProfile(context);
    expect(context.identity()).toMatchObject({
      email: null,
      uid: null,
      accessToken: null,
      subscriptionIsActive: null,
      emailForSignIn: CUSTOMER.email,
    });
    expect(JSON.stringify(context.store.getState().api.queries)).not.toContain('Phone');
  });

  it.each([
    ['a 500', () => rejection(500)],
    ['a 403', () => rejection(403)],
    ['a lost network', lostNetwork],
  ])('is never %s', async (_name, script) => {
    const context = storeOver({ stored: EVERYTHING });
    context.server.on('shop/getShop', script);
    await context.dispatch(shopApi.endpoints.getShop.initiate({ email: CUSTOMER.email }));
    expect(context.identity()).toMatchObject({ email: CUSTOMER.email, accessToken: 'the-token' });
  });

  it('does not follow from a 401 for a request with an older token', async () => {
    const context = storeOver();
    let result: (response: Response) => void = () => undefined;
    context.server.on('profile', () => new Promise<Response>((resolve) => (result = resolve)));
    const late = readProfile(context);
    await waitFor(() => expect(context.server.calls).toHaveLength(1));
    context.platform.storage.changeElsewhere('accessToken', 'newer');
    result(rejection(401));
    await late;
    expect(context.identity()).toMatchObject({ email: CUSTOMER.email, accessToken: 'newer' });
  });

  it('in another tab clears the cache here', async () => {
    const context = storeOver();
    context.server.on('profile', PROFILE);
    const subscription = readProfile(context);
    await subscription;
    subscription.unsubscribe();
    context.platform.storage.clearElsewhere();
    expect(context.store.getState().api.queries).toEqual({});
  });
});

describe('a profile fetch', () => {
  it('refreshes the status and shows a message [flow-30]', async () => {
    const context = storeOver({ stored: { ...EVERYTHING, subscriptionStatus: 'NOT_ACTIVE' } });
    const seen: unknown[] = [];
    context.store.subscribe(() => seen.push(context.identity().subscriptionStatus));
    context.server.on('profile', PROFILE);
    await readProfile(context);
    expect(context.identity()).toMatchObject({
      subscriptionStatus: 'ACTIVE',
      amount: MONTH_RUB,
      currency: 'RUB',
    });
    expect(seen).toContain('ACTIVE');
    expect(subscriptionStatusChanged.type).toBe('identity/subscriptionStatusChanged');
  });

  it('with success false is only a warning [error-12]', async () => {
    const context = storeOver({ stored: EVERYTHING });
    context.server.on('profile', { success: false, message: 'no' });
    await readProfile(context);
    expect(lines).toEqual([{ level: 'warn', message: 'Profile fetch failed', details: {} }]);
    expect(context.platform.reports).toEqual([]);
    expect(context.identity().subscriptionStatus).toBe('ACTIVE');
  });

  it('that fails is logged and reported [call-27, error-13]', async () => {
    const context = storeOver({ stored: EVERYTHING });
    context.server.on('profile', () => rejection(409));
    await readProfile(context);
    expect(lines.map(({ message }) => message)).toContain('Profile fetch failed');
    expect(context.platform.reports).toEqual([{ event: 'profileFetchFailed', details: { status: 409 } }]);
  });

  it('of another account changes nothing', async () => {
    const context = storeOver({ stored: EVERYTHING });
    context.server.on('profile', {
      ...PROFILE,
      userInfo: { ...PROFILE.userInfo, subscriptionStatus: 'EXPIRED' },
    });
    await context.dispatch(
      profileApi.endpoints.getProfile.initiate({ uid: 'u-2', email: 'other@example.com' }),
    );
    expect(context.identity().subscriptionStatus).toBe('ACTIVE');
  });
});
