/** The main path in jsdom: the whole SPA against the real server in this process. */
import { screen, waitFor } from '@testing-library/react';
import { fakePlatform } from '../support/fakePlatform';
import { renderApp } from '../support/renderApp';
import { startTestServer, type TestServer } from '../support/server';
import { readLetter } from '../support/signIn';

const EMAIL = 'stranger@example.com';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

it('signs a stranger in by the letter', async () => {
  const platform = fakePlatform({ fetch: server.fetch });
  const first = renderApp('/', { platform });
  await first.user.click(await screen.findByRole('link', { name: 'Войти в аккаунт' }));
  await first.user.type(await screen.findByPlaceholderText('Введите email'), EMAIL);
  await first.user.click(screen.getByRole('button', { name: '→ Войти по email ссылке' }));
  await waitFor(() => expect(first.address()).toBe('/wait'));
  first.unmount();

  const { linkToken } = await readLetter(server, EMAIL);
  const opened = renderApp(`/open#t=${linkToken}`, { platform });
  await waitFor(() => expect(opened.address()).toBe('/shop'));
  expect(platform.storage.contents()).toMatchObject({
    email: EMAIL,
    providerId: 'email',
    subscriptionIsActive: 'false',
    firstPaymentActivated: 'false',
  });
});
