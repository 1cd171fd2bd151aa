import '../../../../src/web/screens/mobileProfile/MobileProfile';
import { screen, waitFor } from '@testing-library/react';
import { takeConsole } from '../../../support/consoleSpy';
import { EMAIL, profileResponse, storedCustomer } from '../../../support/customer';
import { fakePlatform } from '../../../support/fakePlatform';
import { holdFor } from '../../../support/pointer';
import { renderApp } from '../../../support/renderApp';
import { rejection, scriptedApi } from '../../../support/scriptedApi';

function openMobileProfile(path = '/mobileProfile', stored = storedCustomer()) {
  const server = scriptedApi();
  server.on('profile', profileResponse(2));
  const app = renderApp(path, { platform: fakePlatform({ fetch: server.fetch, stored }) });
  return { ...app, server };
}

it('has the devices and the way to the subscription, and nothing to download [screen-50]', async () => {
  openMobileProfile();
  expect(await screen.findByRole('region', { name: 'Список устройств 2/3' })).toBeVisible();
  expect(screen.getByText('удерживай, чтобы открепить')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Управлять подпиской' })).toHaveAccessibleDescription(
    '* удерживай кнопку чтобы выполнить',
  );
  expect(screen.queryByText('Скачать приложение')).not.toBeInTheDocument();
  expect(screen.queryByText('сменить пользователя')).not.toBeInTheDocument();
});

it('leads to /subscription after 2 s [screen-50]', async () => {
  const { address } = openMobileProfile();
  const manage = await screen.findByRole('button', { name: 'Управлять подпиской' });
  holdFor(manage, 1999);
  expect(address()).toBe('/mobileProfile');
  holdFor(manage, 2000);
  await waitFor(() => expect(address()).toBe('/subscription'));
});

it.each([
  [{ success: true, userInfo: { subscriptionIsActive: true } }, '/profile'],
  [{ success: true, userInfo: { subscriptionIsActive: false } }, '/shop'],
  [{ success: false }, '/'],
])('detaching answered with %j leads to %s [flow-35]', async (response, path) => {
  const { server, address } = openMobileProfile();
  server.on('profile/detachDevice', response);
  holdFor(await screen.findByRole('button', { name: /Ноутбук/ }), 2000);
  await waitFor(() => expect(address()).toBe(path));
});

describe('in a browser without a signed-in user', () => {
  it('reads the user from the query, and removes the query from the URL [screen-71]', async () => {
    const { address, platform } = openMobileProfile(
      `/mobileProfile?email=${encodeURIComponent(EMAIL)}&uid=uid-1&providerId=email`,
      {},
    );
    expect(await screen.findByText('Список устройств 2/3')).toBeVisible();
    expect(address()).toBe('/mobileProfile');
    await waitFor(() => expect(platform.storage.contents()).toMatchObject({ email: EMAIL, uid: 'uid-1' }));
  });

  it('goes to /login if the query names no user either [flow-29, screen-72]', async () => {
    const { address } = openMobileProfile('/mobileProfile', {});
    await waitFor(() => expect(address()).toBe('/login'));
  });

  it('goes to /login if the server does not know the user', async () => {
    takeConsole();
    const { server, address } = openMobileProfile('/mobileDetach', {
      email: EMAIL,
      uid: 'uid-1',
    });
    server.on('profile', () => rejection(401, 'UNAUTHORIZED'));
    await waitFor(() => expect(address()).toBe('/login'));
  });
});

it('goes to /shop when the subscription is known to be inactive [flow-27]', async () => {
  const { address } = openMobileProfile('/mobileProfile', storedCustomer({ subscriptionIsActive: 'false' }));
  await waitFor(() => expect(address()).toBe('/shop'));
});
