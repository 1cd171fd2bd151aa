/** Tests the main path in jsdom: the whole SPA with the real server in this process. */
import { screen, waitFor } from '@testing-library/react';
import { findAccountByEmail } from '../../src/server/store/accounts';
import { attachDevice } from '../../src/server/usecases/customer/devices';
import type { Order } from '../../src/shared/contract/shop';
import { type FakePlatform, fakePlatform } from '../support/fakePlatform';
import { MONTH_RUB, TRY_FREE } from '../support/offer';
import { payOrder } from '../support/payments';
import { pointer } from '../support/pointer';
import { renderApp, type RenderedApp } from '../support/renderApp';
import { startTestServer, type TestServer } from '../support/server';
import { readEmail } from '../support/signIn';

const EMAIL = 'stranger@example.com';

let server: TestServer;
let platform: FakePlatform;
beforeEach(async () => {
  server = await startTestServer();
  platform = fakePlatform({ fetch: server.fetch });
});

/** Unmounts the page and renders it again at the same URL, as a reload does. */
function reload(app: RenderedApp): RenderedApp {
  const address = app.address();
  app.unmount();
  return renderApp(address, { platform });
}

async function hold(button: HTMLElement, isDone: () => void): Promise<void> {
  pointer.down(button);
  await waitFor(isDone);
}

async function attach(deviceName: string): Promise<void> {
  const account = await findAccountByEmail(server.db, EMAIL);
  const outcome = await attachDevice(server.db, server.clock, {
    accountId: account!.id,
    deviceId: `id-of-${deviceName}`,
    deviceName,
    platform: 'android',
  });
  expect(outcome.kind).toBe('attached');
}

it('leads a new customer from the landing page to a subscription and to the sign-out', async () => {
  let app = renderApp('/', { platform });
  await app.user.click(await screen.findByRole('link', { name: 'Войти в аккаунт' }));
  const email = await screen.findByPlaceholderText('Введите email');
  await app.user.type(email, 'nonsense');
  await app.user.click(screen.getByRole('button', { name: '→ Войти по email ссылке' }));
  expect(screen.getByText('* почта введена с ошибкой', { exact: false })).toBeVisible();
  expect(server.mailbox.emails).toEqual([]);
  await app.user.clear(email);
  await app.user.type(email, EMAIL);
  await app.user.click(screen.getByRole('button', { name: '→ Войти по email ссылке' }));
  expect(await screen.findByText(EMAIL)).toBeVisible();
  expect(app.address()).toBe('/wait');
  app = reload(app);
  expect(await screen.findByText(EMAIL)).toBeVisible();
  app.unmount();

  // The sign-in link of the email opens in another tab of the same browser.
  const { linkToken } = await readEmail(server, EMAIL);
  app = renderApp(`/open#t=${linkToken}`, { platform });
  await waitFor(() => expect(app.address()).toBe('/shop'));
  expect(platform.storage.contents()).toMatchObject({
    email: EMAIL,
    providerId: 'email',
    subscriptionIsActive: 'false',
    firstPaymentActivated: 'false',
  });
  app = reload(app);
  expect(app.address()).toBe('/shop');

  platform.payWith(async (order: Order) => {
    await payOrder(server, order);
    return { kind: 'completed', transactionId: '1' };
  });
  await app.user.click(await screen.findByRole('checkbox', { name: /Соглашаюсь на эти списания/ }));
  await app.user.click(await screen.findByRole('button', { name: new RegExp(TRY_FREE) }));
  await waitFor(() => expect(app.address()).toBe('/profile'));
  expect(await screen.findByText('подписка активна')).toBeVisible();
  expect(platform.sessionStorage.contents()).toEqual({});

  await attach('Телефон');
  await attach('Планшет');
  app = reload(app);
  expect(await screen.findByText(/Список устройств 2\/3/)).toBeVisible();
  expect(screen.getByText('подписка активна')).toBeVisible();
  await hold(screen.getByRole('button', { name: /Планшет/ }), () =>
    expect(screen.getByText(/Список устройств 1\/3/)).toBeVisible(),
  );
  expect(app.address()).toBe('/profile');

  await hold(screen.getByRole('button', { name: 'Управлять подпиской' }), () =>
    expect(app.address()).toBe('/subscription'),
  );
  expect(await screen.findByText(new RegExp(String(MONTH_RUB)))).toBeVisible();
  app = reload(app);
  const cancel = await screen.findByRole('button', { name: 'Отменить подписку' });
  await hold(cancel, () => expect(app.address()).toBe('/profile'));
  expect(await screen.findByText('подписка отменена')).toBeVisible();
  expect(platform.storage.contents()).toMatchObject({
    subscriptionStatus: 'CANCELED',
    subscriptionIsActive: 'true',
  });

  await app.user.click(screen.getByText('сменить пользователя'));
  await waitFor(() => expect(app.address()).toBe('/login'));
  // After the sign-out, only the mark of a known browser stays in the browser's storage. This mark identifies no customer
  // and gives no access.
  expect(Object.keys(platform.storage.contents())).toEqual(['customerBrowser']);
  expect(platform.shellMessages).toEqual([
    { call: 'pay', message: { success: true } },
    { call: 'LogOut', message: { success: true, reason: 'no_reason' } },
  ]);
  // Timeout of the test, which exercises the whole product.
}, 120_000);
