import '../../../../src/web/screens/mobileDetach/MobileDetach';
import { screen, waitFor } from '@testing-library/react';
import { EMAIL, profileResponse, storedCustomer } from '../../../support/customer';
import { fakePlatform } from '../../../support/fakePlatform';
import { holdFor } from '../../../support/pointer';
import { renderApp } from '../../../support/renderApp';
import { scriptedApi } from '../../../support/scriptedApi';

function openMobileDetach(count: number) {
  const server = scriptedApi();
  server.on('profile', profileResponse(count));
  server.on('session/logout', { success: true });
  const platform = fakePlatform({ fetch: server.fetch, stored: storedCustomer() });
  return { ...renderApp('/mobileDetach', { platform }), server };
}

const buyElsewhere = () => screen.queryByRole('button', { name: 'Купить на другую почту' });

it.each([
  [0, 'Свободно мест: 3 из 3', false],
  [1, 'Свободно мест: 2 из 3', false], // [screen-52]
  [2, 'Свободно мест: 1 из 3', false],
  [3, 'Свободно мест: 0 из 3', true], // [screen-53]
])('%d devices: «%s», another address offered: %s', async (count, slots, isOffered) => {
  openMobileDetach(count);
  expect(await screen.findByText((text) => text.replace(/\u00a0/g, ' ') === slots)).toBeVisible();
  expect(screen.queryAllByRole('listitem')).toHaveLength(count);
  expect(buyElsewhere() !== null).toBe(isOffered);
});

it('shows whose devices are listed', async () => {
  openMobileDetach(3);
  expect(await screen.findByTitle(EMAIL)).toBeVisible();
});

it.each([
  [{ success: true, userInfo: { subscriptionIsActive: true } }, '/profile'],
  [{ success: true, userInfo: { subscriptionIsActive: false } }, '/shop'],
  [{ success: false }, '/'],
])('detaching answered with %j leads to %s [flow-41, screen-51]', async (response, path) => {
  const { server, address } = openMobileDetach(3);
  server.on('profile/detachDevice', response);
  const laptop = await screen.findByRole('button', { name: /Ноутбук/ });
  holdFor(laptop, 1999);
  expect(server.callsTo('profile/detachDevice')).toHaveLength(0);
  holdFor(laptop, 2000);
  await waitFor(() => expect(address()).toBe(path));
  expect(server.callsTo('profile/detachDevice')).toHaveLength(1);
});

it('«Купить на другую почту» signs out and leads to a purchase with another email [screen-53]', async () => {
  const { user, address, platform, server } = openMobileDetach(3);
  await user.click(await screen.findByRole('button', { name: 'Купить на другую почту' }));
  await waitFor(() => expect(address()).toBe('/login'));
  expect(platform.storage.contents()).not.toHaveProperty('email');
  expect(platform.shellMessages).toEqual([
    { call: 'LogOut', message: { success: true, reason: 'no_reason' } },
  ]);
  expect(platform.sessionStorage.get('wayBack')).toBe('/mobileShop');
  expect(server.callsTo('profile/detachDevice')).toHaveLength(0);
});
