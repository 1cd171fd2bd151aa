import '../../../../src/web/screens/landing/Landing';
import { screen, within } from '@testing-library/react';
import { DEFAULT_BRAND } from '../../../../src/shared/brand';
import { fakePlatform } from '../../../support/fakePlatform';
import { MONTH_RUB, TRY_FREE } from '../../../support/offer';
import { renderApp } from '../../../support/renderApp';

const link = (name: string) => screen.findByRole('link', { name });

it.each(['/', '/yt', '/tt'])('%s shows the offer [access-1, screen-7, screen-9]', async (path) => {
  renderApp(path);
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
    'Интернет без ограничений, просто и быстро',
  );
  expect(screen.getByText(`${MONTH_RUB} ₽`)).toBeVisible();
  expect(screen.getByText('Без ограничений скорости')).toBeVisible();
  expect(screen.getByText('Без лимитов трафика в ГБ')).toBeVisible();
});

it.each([
  [TRY_FREE, '/shop'], // [screen-10]
  ['Протокол XTLS-Reality. Что это?', '/info'], // [screen-11]
  ['Войти в аккаунт', '/login'], // [screen-13]
  ['Публичная оферта', '/offer'],
])('«%s» leads to %s', async (name, path) => {
  renderApp('/');
  expect(await link(name)).toHaveAttribute('href', path);
});

it('offers all five downloads with the configured links [screen-12]', async () => {
  const brand = {
    ...DEFAULT_BRAND,
    androidStoreUrl: 'https://store.example/android',
    androidApkUrl: 'https://files.example/app.apk',
    iosStoreUrl: 'https://store.example/ios',
    macosStoreUrl: 'https://store.example/macos',
    windowsInstallerUrl: 'https://files.example/setup.exe',
  };
  renderApp('/', { platform: fakePlatform({ configuration: { brand } }) });
  const block = within(await screen.findByRole('region', { name: 'Скачать приложение' }));
  expect(block.getAllByRole('link').map((each) => [each.textContent, each.getAttribute('href')])).toEqual([
    ['Android', brand.androidStoreUrl],
    ['или .apk', brand.androidApkUrl],
    ['iOS', brand.iosStoreUrl],
    ['для macOS', brand.macosStoreUrl],
    ['Windows', brand.windowsInstallerUrl],
  ]);
});

it('leads a signed-out visitor to the sign-in [screen-13, screen-27]', async () => {
  const { user, address } = renderApp('/');
  await user.click(await link('Войти в аккаунт'));
  expect(await screen.findByRole('heading', { name: 'Войти / Зарегистрироваться' })).toBeVisible();
  expect(address()).toBe('/login');
});
