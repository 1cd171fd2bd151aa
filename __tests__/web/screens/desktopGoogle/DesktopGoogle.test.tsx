import '../../../../src/web/screens/desktopGoogle/DesktopGoogle';
import { screen, waitFor } from '@testing-library/react';
import { DEFAULT_CLIENT_CONFIGURATION } from '../../../../src/shared/configuration';
import type { GoogleResult } from '../../../../src/web/platform/platform';
import { takeConsole } from '../../../support/consoleSpy';
import { type FakePlatform, fakePlatform } from '../../../support/fakePlatform';
import { renderApp } from '../../../support/renderApp';
import { rejection, scriptedApi } from '../../../support/scriptedApi';

const google = { ...DEFAULT_CLIENT_CONFIGURATION.google, enabled: true };
const PERSON = {
  uid: 'g-1',
  email: 'somebody@gmail.com',
  photoURL: null,
  providerId: 'google.com',
  idToken: 'id-token',
};

const button = () => screen.findByRole('button', { name: '→ Войти через Google' });

function open(change: (platform: FakePlatform) => void = () => undefined) {
  const server = scriptedApi();
  const platform = fakePlatform({ fetch: server.fetch, configuration: { google } });
  change(platform);
  return { server, ...renderApp('/desktopGAuth', { platform }) };
}

test('signs in, notifies the native shell and sends the user back to the app [screen-55]', async () => {
  const { user, platform, server, address } = open();
  platform.signInAt(PERSON);
  server.on('v2/register', { success: true, subscriptionIsActive: true, accessToken: 'ours', uid: 'u-1' });
  await user.click(await button());
  expect(await screen.findByText('Аккаунт подключён. Можно вернуться в приложение.')).toBeVisible();
  expect(screen.getByText('somebody@gmail.com')).toBeVisible();
  expect(platform.shellMessages.map(({ call }) => call)).toEqual(['gAuth']);
  expect(address()).toBe('/desktopGAuth');
});

test('shows the loading dots meanwhile, and the button with a message when the popup is closed', async () => {
  const { user, platform } = open();
  let close: (result: GoogleResult) => void = () => undefined;
  platform.google.signIn = () => new Promise((resolve) => (close = resolve));
  await user.click(await button());
  expect(screen.getByRole('button', { name: 'Открываем окно Google' })).toHaveAttribute('aria-busy', 'true');
  close({ kind: 'ended', reason: 'popupClosed' });
  expect(await button()).toBeVisible();
  expect(screen.getByText('Войти через Google не получилось. Попробуй ещё раз.')).toBeVisible();
});

test.each([
  ['ready', 'Готово. Нажми ещё раз'],
  ['unreachable', 'Google не отвечает. Войди по почте'],
] as const)('reports that a click came too early, and that Google is %s', async (kind, message) => {
  const { user, platform } = open();
  platform.google.signIn = () => Promise.resolve({ kind });
  await user.click(await button());
  expect(await screen.findByText(message)).toHaveAttribute('role', 'status');
  expect(await button()).toBeVisible();
});

test('offers another attempt if the server fails', async () => {
  takeConsole();
  const { user, platform, server } = open();
  platform.signInAt(PERSON);
  server.on('v2/register', () => rejection(500));
  await user.click(await button());
  expect(await screen.findByRole('alert')).toHaveTextContent('Войти не получилось');
  server.on('v2/register', { success: true });
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByText(/Можно вернуться в приложение/)).toBeVisible();
});

test('leads to the sign-in by email if Google sign-in is switched off', async () => {
  open((platform) => {
    platform.configuration = { ...platform.configuration, google: { ...google, enabled: false } };
  });
  expect(await screen.findByRole('link', { name: 'Войти по почте' })).toHaveAttribute('href', '/login');
});

test.each([
  ['tiktok', 'android', 'TikTok'],
  ['telegram', 'ios', 'Telegram'],
] as const)('leads out of %s on %s', async (app, system, name) => {
  const { user, platform } = open((each) => {
    each.embeddedBrowser = { app, system };
  });
  // The screen is about Google only, so the hint cannot be closed.
  expect(screen.queryByRole('button', { name: 'Закрыть подсказку' })).not.toBeInTheDocument();
  expect(await screen.findByText(new RegExp(`внутри ${name}`))).toBeVisible();
  expect(screen.queryByRole('button', { name: /Google/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Скопировать ссылку' }));
  expect(platform.copied).toEqual([window.location.href]);
  await waitFor(() => expect(screen.getByText('Ссылка скопирована')).toBeVisible());
});
