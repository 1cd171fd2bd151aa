/** Tests that developer tools show neither secrets nor personal data. */
import { connectApi } from '../../../src/web/api/endpoints/connect';
import { profileApi } from '../../../src/web/api/endpoints/profile';
import { devToolsFor } from '../../../src/web/app/devTools';
import { createStore } from '../../../src/web/app/store';
import { emailTyped, giftKeyStored, storageChanged } from '../../../src/web/identity/identitySlice';
import { fakePlatform } from '../../support/fakePlatform';
import { scriptedApi } from '../../support/scriptedApi';

const SECRETS = {
  uid: 'secret-uid',
  email: 'secret@example.com',
  photoURL: 'https://photos.example/secret.png',
  key: 'secret-gift-key',
  accessToken: 'secret-access',
  refreshToken: 'secret-refresh',
  emailForSignIn: 'secret-typed@example.com',
  mailToken: 'secret-mail',
};

it.each([
  ['sandbox', false, true],
  ['sandbox', true, true],
  ['production', true, true],
  ['production', false, false],
] as const)('in %s mode with a development build %s they are on: %s', (mode, isDevelopment, on) => {
  expect(devToolsFor(mode, isDevelopment) !== false).toBe(on);
});

it('masks the state, the cache and the keys of the cache', async () => {
  const server = scriptedApi();
  server.on('profile', {
    success: true,
    userInfo: {
      ...{ subscriptionIsActive: true, subscriptionStatus: 'ACTIVE' },
      ...{ email: SECRETS.email, phone: '+79123456789' },
    },
    devices: [{ id: 1, deviceName: 'Phone', deviceId: 'd-1', isActive: true }],
  });
  const { refreshToken: _staff, ...customer } = SECRETS;
  const store = createStore(
    fakePlatform({ fetch: server.fetch, stored: { ...customer, subscriptionStatus: 'ACTIVE' } }),
  );
  await store.dispatch(profileApi.endpoints.getProfile.initiate({ uid: SECRETS.uid, email: SECRETS.email }));
  const options = devToolsFor('sandbox', false);
  const shown = options ? options.stateSanitizer(store.getState()) : null;
  expect(JSON.stringify(shown)).not.toMatch(/secret|79123456789/i);
  expect(shown).toMatchObject({ identity: { accessToken: '•••', subscriptionStatus: 'ACTIVE' } });
  expect(JSON.stringify(shown)).toContain('Phone');
});

it('masks the link that connects a device', async () => {
  const server = scriptedApi();
  server.on('profile/connectLink', {
    success: true,
    url: 'https://prosvet.example/s/vl_secret',
    availableDevices: 2,
  });
  server.on('connectLink/state', { state: 'unused' });
  const store = createStore(fakePlatform({ fetch: server.fetch }));
  await store.dispatch(connectApi.endpoints.getConnectLink.initiate({ system: 'ios' }));
  await store.dispatch(connectApi.endpoints.getConnectLinkState.initiate({ token: 'vl_secret' }));
  const options = devToolsFor('sandbox', false);
  const shown = JSON.stringify(options ? options.stateSanitizer(store.getState()) : null);
  expect(shown).toContain('availableDevices');
  expect(shown).not.toContain('secret');
});

it('masks actions', () => {
  const options = devToolsFor('sandbox', false);
  const renderAction = (action: { type: string }) =>
    JSON.stringify(options && options.actionSanitizer(action));
  const actions = [
    emailTyped(SECRETS.email),
    giftKeyStored(SECRETS.key),
    storageChanged({ accessToken: SECRETS.accessToken, email: SECRETS.email }),
    {
      type: 'api/executeMutation/pending',
      meta: { arg: { originalArgs: { body: {}, bearer: 'secret-bearer' } } },
    },
    {
      type: 'api/executeQuery/pending',
      meta: { arg: { originalArgs: SECRETS, queryCacheKey: 'getProfile({"email":"secret@example.com"})' } },
    },
  ];
  for (const action of actions) {
    expect(renderAction(action)).toContain(action.type);
    expect(renderAction(action)).not.toMatch(/secret/i);
  }
});
