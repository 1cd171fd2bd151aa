/** Tests on which pages the hint for in-app browsers appears, and what it is about. */
import '../../../../src/web/screens/info/Info';
import '../../../../src/web/screens/landing/Landing';
import '../../../../src/web/screens/login/Login';
import { act, screen } from '@testing-library/react';
import { DEFAULT_CLIENT_CONFIGURATION } from '../../../../src/shared/configuration';
import { logOut } from '../../../../src/web/flows/signIn/logOut';
import { fakePlatform } from '../../../support/fakePlatform';
import { renderApp } from '../../../support/renderApp';

const CLOSE = 'Закрыть подсказку';

function openIn(app: 'telegram' | null, path: string, isGoogleEnabled = true, isInShell = false) {
  const google = { ...DEFAULT_CLIENT_CONFIGURATION.google, enabled: isGoogleEnabled };
  const platform = fakePlatform({ configuration: { google } });
  platform.embeddedBrowser = app === null ? null : { app, system: 'ios' };
  platform.nativeShell.isPresent = () => isInShell;
  return renderApp(path, { platform });
}

test.each([
  ['/', 'В браузере работает всё'],
  ['/yt', 'В браузере работает всё'],
  ['/tt', 'В браузере работает всё'],
  ['/login', 'Google здесь не откроется'],
])('%s: %s', async (path, title) => {
  openIn('telegram', path);
  expect(await screen.findByRole('complementary', { name: title })).toBeVisible();
  expect(screen.getByText(/^Страница открыта внутри Telegram/)).toBeVisible();
});

test('/login does not mention a Google button that it does not have', async () => {
  openIn('telegram', '/login', false);
  expect(await screen.findByText('В браузере работает всё')).toBeVisible();
  expect(screen.queryByText(/Через Google можно/)).not.toBeInTheDocument();
});

test.each([
  ['a page that works everywhere', 'telegram', '/info', 'Протокол XTLS-Reality'],
  ['a browser', null, '/login', 'Войти / Зарегистрироваться'],
] as const)('%s has no hint', async (_case, app, path, title) => {
  openIn(app, path);
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(title);
  await new Promise((resolve) => setTimeout(resolve));
  expect(screen.queryByRole('button', { name: CLOSE })).not.toBeInTheDocument();
});

test('a closed hint stays closed on other pages and after a sign-out', async () => {
  const { user, store, router, platform } = openIn('telegram', '/');
  await user.click(await screen.findByRole('button', { name: CLOSE }));
  await store.dispatch(logOut());
  await act(() => router.navigate('/login'));
  expect(await screen.findByText('Через Google можно войти в обычном браузере')).toBeVisible();
  expect(screen.queryByRole('button', { name: CLOSE })).not.toBeInTheDocument();
  expect(platform.sessionStorage.contents()).toMatchObject({ hintClosed: 'yes' });
});

test('a hint can be closed if the browser stores nothing', async () => {
  const { user, router, platform } = openIn('telegram', '/');
  platform.sessionStorage.set = () => undefined;
  await user.click(await screen.findByRole('button', { name: CLOSE }));
  await act(() => router.navigate('/login'));
  expect(await screen.findByText('Через Google можно войти в обычном браузере')).toBeVisible();
  expect(screen.queryByRole('button', { name: CLOSE })).not.toBeInTheDocument();
});

test.each(['/', '/login'])('%s has no hint in the native shell', async (path) => {
  openIn('telegram', path, true, true);
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  await new Promise((resolve) => setTimeout(resolve));
  expect(screen.queryByRole('button', { name: CLOSE })).not.toBeInTheDocument();
});
