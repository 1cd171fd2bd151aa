import '../../../../src/web/screens/connect/Connect';
import '../../../../src/web/screens/openEmail/OpenEmail';
import '../../../../src/web/screens/shop/Shop';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { takeConsole } from '../../../support/consoleSpy';
import { fakePlatform } from '../../../support/fakePlatform';
import { renderApp } from '../../../support/renderApp';
import { json, lostNetwork, scriptedApi } from '../../../support/scriptedApi';

const EMAIL = 'stranger@example.com';
let emailsOpened = 0;

/** Creates a new sign-in link for each test, because the sign-in flow remembers the result of a link. */
function openLink(result: object, { giftKey, path }: { giftKey?: string; path?: string } = {}) {
  const server = scriptedApi();
  server.on('emailVerification/redeem', result);
  server.on('emailVerification/restore', { success: true, email: EMAIL, uid: 'u1', accessToken: 'ca_token' });
  server.on('register', { success: true, subscriptionIsActive: false, firstPaymentActivated: false });
  server.on('activateGift', { success: true, subExpirationDateTime: '2027-01-01T00:00:00.000Z' });
  emailsOpened += 1;
  const linkToken = `el_${String(emailsOpened)}`;
  const fragment = new URLSearchParams({ t: linkToken, ...(giftKey === undefined ? {} : { k: giftKey }) });
  const platform = fakePlatform({ fetch: server.fetch, stored: { mailToken: 'mb_token' } });
  const app = renderApp(path ?? `/open#${fragment.toString()}`, { platform, history: ['/login'] });
  return { ...app, server, linkToken };
}

/** Opens a sign-in link again in a browser that is already signed in. */
function openUsedLinkSignedIn() {
  const server = scriptedApi();
  server.on('emailVerification/redeem', { success: false });
  emailsOpened += 1;
  const stored = { uid: 'u1', email: EMAIL, accessToken: 'ca_token' };
  return renderApp(`/open#t=el_${String(emailsOpened)}`, {
    platform: fakePlatform({ fetch: server.fetch, stored }),
  });
}

const redeemed = { success: true, token: 'rs_token' };

it('redeems the secret in the browser that requested the email, and continues to the next page', async () => {
  const { server, linkToken, address } = openLink(redeemed);
  await waitFor(() => expect(address()).toBe('/shop'));
  expect(server.callsTo('emailVerification/redeem').map(({ body }) => body)).toEqual([
    { linkToken, mailToken: 'mb_token', email: null },
  ]);
});

it('removes the secret from the URL at once', async () => {
  let result: (response: Response) => void = () => undefined;
  const { address, linkToken } = openLink(() => new Promise<Response>((resolve) => (result = resolve)));
  expect(await screen.findByText('Проверяем ссылку')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Вход по ссылке');
  expect(address()).toBe('/open');
  expect(document.body).not.toHaveTextContent(linkToken);
  result(json({ success: false }));
  expect(await screen.findByRole('heading', { name: 'Ссылка не сработала' })).toBeVisible();
});

it.each(['/open', '/open#', '/open#t=', '/open#t=el_cut'])(
  'offers the field for the code if a mail gateway has cut the link to %s',
  async (path) => {
    const { server, user, address } = openLink({ success: false }, { path });
    expect(await screen.findByRole('heading', { name: 'Ссылка не сработала' })).toBeVisible();
    server.on('emailVerification/code', { success: true, token: 'rs_token' });
    await user.type(screen.getByLabelText('Или введи код из письма'), '12345678');
    await waitFor(() => expect(address()).toBe('/shop'));
  },
);

it('offers no field for the code in a browser that has not requested an email', async () => {
  renderApp('/open', { platform: fakePlatform({ fetch: scriptedApi().fetch }) });
  expect(await screen.findByRole('heading', { name: 'Ссылка не сработала' })).toBeVisible();
  expect(screen.queryByLabelText('Или введи код из письма')).toBeNull();
});

it('offers the key of the link for an application, without using the link up', async () => {
  const { server, linkToken, platform } = openLink({ success: false, reason: 'emailNeeded' });
  expect(await screen.findByRole('heading', { name: 'Входишь в приложении?' })).toBeVisible();
  expect(screen.getByText(linkToken)).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Скопировать ключ' }));
  await waitFor(() => expect(platform.copied).toEqual([linkToken]));
  expect(server.callsTo('emailVerification/redeem')).toHaveLength(1);
});

it('opens another email whose link is put into the same tab', async () => {
  const { router, server, linkToken, address } = openLink({ success: false });
  expect(await screen.findByRole('heading', { name: 'Ссылка не сработала' })).toBeVisible();
  server.on('emailVerification/redeem', redeemed);
  await act(() => router.navigate(`/open#t=${linkToken}-newer`));
  await waitFor(() => expect(address()).toBe('/shop'));
  expect(server.callsTo('emailVerification/redeem')).toHaveLength(2);
});

it('is omitted from the history: navigating back does not open the email again', async () => {
  const { router, address, server } = openLink(redeemed);
  await waitFor(() => expect(address()).toBe('/shop'));
  await act(() => router.navigate(-1));
  await waitFor(() => expect(address()).toBe('/login'));
  expect(server.callsTo('emailVerification/redeem')).toHaveLength(1);
});

it('activates the gift of a gift’s email [screen-36]', async () => {
  const { server } = openLink({ ...redeemed, gift: true }, { giftKey: 'a-gift-key-of-mine' });
  await waitFor(() => expect(server.callsTo('activateGift')).toHaveLength(1));
  expect(server.callsTo('activateGift')[0]?.body).toMatchObject({ key: 'a-gift-key-of-mine' });
});

it('asks for the address in another browser, and accepts only the right address', async () => {
  const { user, server, address } = openLink({ success: false, reason: 'emailNeeded' });
  const field = await screen.findByRole('textbox', { name: 'Почта' });
  await user.type(field, 'stranger@{Enter}');
  expect(screen.getByText('* почта введена с ошибкой')).toBeVisible();
  expect(server.callsTo('emailVerification/redeem')).toHaveLength(1);

  await user.clear(field);
  await user.type(field, 'foreign@example.com{Enter}');
  expect(await screen.findByText(/ссылка отправлена на другой адрес/)).toBeVisible();

  server.on('emailVerification/redeem', redeemed);
  await user.clear(field);
  expect(screen.queryByText(/ссылка отправлена на другой адрес/)).not.toBeInTheDocument();
  await user.type(field, `${EMAIL}{Enter}`);
  await waitFor(() => expect(address()).toBe('/shop'));
  expect(server.callsTo('emailVerification/redeem').map(({ body }) => body)).toMatchObject([
    { email: null },
    { email: 'foreign@example.com' },
    { email: EMAIL },
  ]);
});

it.each([
  ['a used link', { success: false }, undefined],
  ['an address without a secret', redeemed, '/open'],
  ['an empty secret', redeemed, '/open#t='],
])('shows that %s does not work, and offers another email', async (_case, result, path) => {
  const { server } = openLink(result, path === undefined ? {} : { path });
  expect(await screen.findByRole('heading', { name: 'Ссылка не сработала' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Получить новое письмо' })).toHaveAttribute('href', '/login');
  expect(server.callsTo('emailVerification/restore')).toEqual([]);
});

it('redirects a signed-in customer to the account', async () => {
  openUsedLinkSignedIn();
  expect(await screen.findByRole('heading', { name: 'Ссылка не сработала' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Открыть личный кабинет' })).toHaveAttribute('href', '/profile');
  expect(screen.getByRole('link', { name: 'Получить новое письмо' })).toHaveAttribute('href', '/login');
});

it('can be tried again if the server was unreachable', async () => {
  takeConsole();
  const { user, server, address } = openLink(lostNetwork);
  expect(await screen.findByRole('alert')).toHaveTextContent('Не получилось проверить ссылку');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Вход по ссылке');
  server.on('emailVerification/redeem', redeemed);
  await user.click(screen.getByRole('button', { name: 'Попробовать ещё раз' }));
  await waitFor(() => expect(address()).toBe('/shop'));
});

it('leads to /connect from an email that offers to connect a device', async () => {
  const server = scriptedApi();
  server.on('emailVerification/redeem', redeemed);
  server.on('emailVerification/restore', { success: true, email: EMAIL, uid: 'u1', accessToken: 'ca_token' });
  server.on('register', { success: true, subscriptionIsActive: true, firstPaymentActivated: true });
  emailsOpened += 1;
  const { address } = renderApp(`/open#t=el_${String(emailsOpened)}&c=1`, {
    platform: fakePlatform({
      fetch: server.fetch,
      stored: { mailToken: 'mb_token' },
      configuration: { connect: {} },
    }),
  });
  await waitFor(() => expect(address()).toBe('/connect'));
});
