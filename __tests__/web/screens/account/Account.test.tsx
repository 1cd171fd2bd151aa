import '../../../../src/web/screens/account/Account';
import '../../../../src/web/screens/profile/Profile';
import '../../../../src/web/screens/subscription/Subscription';
import { screen, within } from '@testing-library/react';
import { ACCOUNT_ROWS } from '../../../../src/web/screens/account/accountRows';
import { profileResponse, storedCustomer, storedVisitor } from '../../../support/customer';
import { fakePlatform } from '../../../support/fakePlatform';
import { renderApp } from '../../../support/renderApp';
import { scriptedApi } from '../../../support/scriptedApi';

function open(path: string, stored = storedCustomer()) {
  const server = scriptedApi();
  server.on('profile', profileResponse(0));
  server.on('subscriptions/payments', { success: true, payments: [] });
  return renderApp(path, { platform: fakePlatform({ fetch: server.fetch, stored }) });
}

it('links to each page of the account, with one line of text', async () => {
  open('/account');
  const list = await screen.findByRole('list', { name: 'Страницы аккаунта' });
  const links = within(list).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(ACCOUNT_ROWS.map(({ path }) => path));
  for (const [row, { title, text }] of ACCOUNT_ROWS.entries())
    expect(links[row]).toHaveTextContent(`${title}${text}`.replaceAll('\u00a0', ' '));
});

it('lists each page once', () => {
  expect(new Set(ACCOUNT_ROWS.map(({ path }) => path)).size).toBe(ACCOUNT_ROWS.length);
});

it('opens for customers without an active subscription', async () => {
  const { address } = open('/account', storedVisitor());
  expect(await screen.findByRole('heading', { level: 1, name: 'Аккаунт' })).toBeVisible();
  expect(address()).toBe('/account');
});

it('redirects visitors who are not signed in to the sign-in', async () => {
  const { address } = open('/account', {});
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Войти / Зарегистрироваться');
  expect(address()).toBe('/login');
});

it.each(['/profile', '/subscription'])('is linked below everything else on %s', async (path) => {
  open(path);
  expect(await screen.findByRole('link', { name: 'Аккаунт и данные' })).toHaveAttribute('href', '/account');
  const links = within(screen.getByRole('main')).getAllByRole('link');
  expect(links.at(-1)).toHaveAttribute('href', '/account');
});
