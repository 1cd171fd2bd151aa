/** Tests the effects of every navigation: the focus, the title and the history. */
import { act, screen, waitFor } from '@testing-library/react';
import { TRY_FREE } from '../support/offer';
import { renderApp } from '../support/renderApp';

it('moves the focus to the new heading and sets the title', async () => {
  const app = renderApp('/');
  await screen.findByRole('heading', { level: 1 });
  expect(document.body).toHaveFocus();
  await waitFor(() => expect(document.title).toContain('Просвет'));
  const before = document.title;
  await app.user.click(screen.getByRole('link', { name: 'Войти в аккаунт' }));
  await waitFor(() => expect(app.address()).toBe('/login'));
  const heading = await screen.findByRole('heading', { level: 1, name: 'Войти / Зарегистрироваться' });
  await waitFor(() => expect(heading).toHaveFocus());
  expect(document.title).not.toBe(before);
  await act(() => app.router.navigate(-1));
  expect(app.address()).toBe('/');
});

it.each(['/', '/yt', '/tt'])('%s shows the landing [screen-7]', async (path) => {
  renderApp(path);
  expect(await screen.findByRole('link', { name: new RegExp(TRY_FREE) })).toHaveAttribute('href', '/shop');
  expect(screen.getByRole('link', { name: /Протокол XTLS-Reality/ })).toHaveAttribute('href', '/info');
});
