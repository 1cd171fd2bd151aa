/** Tests that a status text is shown between two screens, however long the next screen takes to load. */
import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { App } from '../../../src/web/app/App';
import { createStore } from '../../../src/web/app/store';
import { Guarded } from '../../../src/web/routes/Guarded';
import type { GuardName } from '../../../src/web/routes/guards';
import { fakePlatform } from '../../support/fakePlatform';
import { renderApp } from '../../support/renderApp';
import { scriptedApi } from '../../support/scriptedApi';

const EMAIL = 'somebody@example.com';
const never = () => new Promise<never>(() => undefined);

it.each<[string, GuardName, Record<string, string>]>([
  ['Открываем вход', 'subscriber', {}],
  ['Открываем подписку', 'subscriber', { email: EMAIL, subscriptionIsActive: 'false' }],
  ['Открываем личный кабинет', 'shopper', { email: EMAIL, subscriptionIsActive: 'true' }],
])('says «%s» where a guard leads away', async (words, guard, stored) => {
  const platform = fakePlatform({ stored });
  const away = ['/login', '/shop', '/profile'].map((path) => ({ path, lazy: never }));
  const router = createMemoryRouter([
    {
      path: '/',
      element: (
        <Guarded guard={guard}>
          <p>A secret</p>
        </Guarded>
      ),
    },
    ...away,
  ]);
  render(
    <App platform={platform} store={createStore(platform)}>
      <RouterProvider router={router} />
    </App>,
  );
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.queryByText('A secret')).not.toBeInTheDocument();
});

it.each([
  ['Входим в аккаунт', '/confirm?token=one-time'],
  ['Активируем подарок', '/giftConfirm?token=one-time&key=0123456789ABCDEF'],
])('says «%s» during the calls of %s', async (words, path) => {
  const server = scriptedApi();
  server.on('emailVerification/restore', never);
  const { address } = renderApp(path, { platform: fakePlatform({ fetch: server.fetch }) });
  expect((await screen.findAllByText(words)).at(-1)).toBeVisible();
  expect(address()).toBe(path);
});
