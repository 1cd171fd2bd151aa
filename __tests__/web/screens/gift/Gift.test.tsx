import '../../../../src/web/screens/gift/Gift';
import '../../../../src/web/screens/landing/Landing';
import '../../../../src/web/screens/login/Login';
import '../../../../src/web/screens/profile/Profile';
import '../../../../src/web/screens/wait/Wait';
import { screen, waitFor } from '@testing-library/react';
import { takeConsole } from '../../../support/consoleSpy';
import { EMAIL, profileResponse, storedVisitor } from '../../../support/customer';
import { fakePlatform, type FakePlatformOptions } from '../../../support/fakePlatform';
import { renderApp } from '../../../support/renderApp';
import { json, lostNetwork, rejection, scriptedApi } from '../../../support/scriptedApi';

const KEY = 'A-GIFT-KEY-OF-MINE';
const UNKNOWN = 'Такого подарка нет: он уже активирован или ключ скопирован не целиком.';

function openGift(response: object, options: FakePlatformOptions & { path?: string } = {}) {
  const { path = `/gift?key=${KEY}`, ...rest } = options;
  const server = scriptedApi();
  server.on('checkGift', response);
  server.on('emailVerification/giftSend', { success: true, mailToken: 'mb_token' });
  server.on('profile', profileResponse(0, { subscriptionStatus: 'GIFTED' }));
  const platform = fakePlatform({ fetch: server.fetch, ...rest });
  return { server, ...renderApp(path, { platform }) };
}

it('shows how long the gift lasts, marks the gift as pending and removes the key from the URL [access-5, flow-18, number-11, screen-37, screen-39]', async () => {
  const { server, platform, address, router } = openGift({ success: true, months: 18 });
  expect(await screen.findByText(/^1\sгод 6\sмесяцев$/)).toBeVisible();
  expect(screen.getByText('* подарок будет привязан к почте, с которой войдёшь')).toBeVisible();
  expect(`${address()}${router.state.location.search}`).toBe('/gift');
  expect(server.callsTo('checkGift').map(({ body }) => body)).toEqual([{ key: KEY }]);
  expect(platform.storage.contents()).toMatchObject({ key: KEY });
  expect(platform.sessionStorage.contents()).toEqual({});
});

it('is shown again after a reload, from the stored pending key', async () => {
  openGift({ months: 1 }, { path: '/gift', stored: { key: KEY } });
  expect(await screen.findByText(/^1\sмесяц$/)).toBeVisible();
});

it('is shown again if the first check never ended', async () => {
  const { platform } = openGift({ months: 1 }, { path: '/gift', storedInTab: { giftLink: KEY } });
  expect(await screen.findByText(/^1\sмесяц$/)).toBeVisible();
  expect(platform.storage.contents()).toMatchObject({ key: KEY });
});

it('asks for an email in gift mode [screen-38]', async () => {
  const { server, user, address } = openGift({ months: 3 });
  await user.type(await screen.findByRole('textbox', { name: 'Почта' }), 'stranger@example.com');
  await user.click(screen.getByRole('button', { name: '→ Войти по email ссылке' }));
  await waitFor(() => expect(address()).toBe('/wait'));
  expect(server.callsTo('emailVerification/giftSend')[0]?.body).toMatchObject({ giftKey: KEY });
});

it.each([
  ['a used or unknown key', `/gift?key=${KEY}`, () => json({ success: false, months: null })],
  ['a short key', '/gift?key=1234567890', () => json({ months: 1 })], // [number-9]
  ['an empty key', '/gift?key=', () => json({ months: 1 })],
  ['no key', '/gift', () => json({ months: 1 })],
  ['a key that a server rejects', `/gift?key=${KEY}`, () => rejection(404)],
])('sends %s home and says why [error-15, flow-19]', async (_case, path, response) => {
  takeConsole();
  const { address, platform } = openGift(response, { path });
  expect(await screen.findByText(UNKNOWN)).toBeVisible();
  expect(address()).toBe('/');
  expect(platform.storage.contents()).not.toHaveProperty('key');
  expect(platform.sessionStorage.contents()).toEqual({});
});

it('keeps another pending gift if a link is invalid', async () => {
  const { platform } = openGift({ success: false }, { stored: { key: 'ANOTHER-GIFT-KEY' } });
  expect(await screen.findByText(UNKNOWN)).toBeVisible();
  expect(platform.storage.contents()).toMatchObject({ key: 'ANOTHER-GIFT-KEY' });
});

it('keeps the key of a link that could not be checked', async () => {
  takeConsole();
  const { address, platform } = openGift(lostNetwork);
  expect(await screen.findByText(/Проверить подарок не получилось/)).toBeVisible();
  expect(address()).toBe('/');
  expect(platform.sessionStorage.contents()).toEqual({ giftLink: KEY });
});

describe('for a signed-in customer', () => {
  const activate = () => screen.findByRole('button', { name: 'Активировать подарок' });

  it('is activated by one press [flow-20]', async () => {
    const { server, user, address, platform } = openGift({ months: 3 }, { stored: storedVisitor() });
    const response = server.hold('activateGift');
    await user.dblClick(await activate());
    response({ success: true, subExpirationDateTime: '2027-02-21T09:00:00.000Z' });
    await waitFor(() => expect(address()).toBe('/profile'));
    expect(await screen.findByText('Подарок активирован!')).toBeVisible();
    expect(await screen.findByText('подарочная подписка')).toBeVisible();
    expect(server.callsTo('activateGift')).toMatchObject([
      { bearer: 'customer-token', body: { email: EMAIL, key: KEY } },
    ]);
    expect(platform.storage.contents()).not.toHaveProperty('key');
  });

  it('leads to the landing page if another customer activated the gift first [flow-21]', async () => {
    const { server, user, address } = openGift({ months: 3 }, { stored: storedVisitor() });
    server.on('activateGift', { success: false });
    await user.click(await activate());
    await waitFor(() => expect(address()).toBe('/'));
    expect(await screen.findByText(UNKNOWN)).toBeVisible();
  });

  it('asks to sign in again if the session has ended, and keeps the key', async () => {
    takeConsole();
    const { server, user, address, platform } = openGift({ months: 3 }, { stored: storedVisitor() });
    server.on('activateGift', () => rejection(401, 'INVALID_TOKEN'));
    await user.click(await activate());
    await waitFor(() => expect(address()).toBe('/login'));
    expect(platform.storage.contents()).toMatchObject({ key: KEY });
  });

  it('can also be sent to another email address', async () => {
    const { user } = openGift({ months: 3 }, { stored: storedVisitor() });
    await activate();
    await user.click(screen.getByRole('button', { name: 'Войти с другой почтой' }));
    expect(screen.getByRole('textbox', { name: 'Почта' })).toBeVisible();
  });

  it('is not offered to an identity without a token', async () => {
    openGift({ months: 3 }, { stored: { email: EMAIL } });
    expect(await screen.findByRole('textbox', { name: 'Почта' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Активировать подарок' })).not.toBeInTheDocument();
  });
});

it('/giftConfirm keeps the key of the email when there is no network for the activation', async () => {
  takeConsole();
  const { server, platform, address } = openGift(
    { months: 3 },
    { path: `/giftConfirm?token=one-time&key=${KEY}` },
  );
  server.on('emailVerification/restore', () => {
    platform.setOnline(false);
    return json({ success: true, email: EMAIL, uid: 'u-1', accessToken: 'fresh' });
  });
  server.on('activateGift', lostNetwork);
  expect(await screen.findByText(/Активировать подарок не получилось/)).toBeVisible();
  expect(address()).toBe('/');
  expect(platform.storage.contents()).toMatchObject({ key: KEY, email: EMAIL, accessToken: 'fresh' });
});

describe('a link whose key cannot be read', () => {
  const DAMAGED = ' «7WQ2-NXK4…TDZ9-щ» ';

  it('leads from its toast to the field of /login, with the text of the link and the cause below it', async () => {
    const { user, address, platform } = openGift(
      { success: false },
      { path: `/gift?key=${encodeURIComponent(DAMAGED)}` },
    );
    await user.click(await screen.findByRole('button', { name: 'Исправить ключ' }));
    const field = await screen.findByRole('textbox', { name: 'Подарочный ключ' });
    expect(address()).toBe('/login');
    expect(field).toHaveValue(DAMAGED);
    expect(field).toHaveFocus();
    await waitFor(() =>
      expect(field).toHaveAccessibleDescription(/в нём есть знаки, которых в ключах не бывает/),
    );
    expect(platform.sessionStorage.contents()).toEqual({});
  });

  it('says that a short key is incomplete, in the toast and below the field', async () => {
    const { user } = openGift({ success: false }, { path: '/gift?key=7WQ2' });
    expect(await screen.findByText(UNKNOWN)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Исправить ключ' }));
    const field = await screen.findByRole('textbox', { name: 'Подарочный ключ' });
    expect(field).toHaveValue('7WQ2');
    await waitFor(() =>
      expect(field).toHaveAccessibleDescription('Ключ длиннее 10 символов: вставь его целиком.'),
    );
  });

  it('offers no field if the link contains no text', async () => {
    openGift({ success: false }, { path: '/gift?key=%E2%80%8B' });
    expect(await screen.findByText(UNKNOWN)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Исправить ключ' })).toBeNull();
  });
});

it('reads the key of a link as phones and chats change it', async () => {
  const key = '7WQ2NXK4TDZ9A1BC3EFGHJMPRS';
  const changed = '\u200b7WQ2NXK4\u2013TDZ9A1BC\u00a03EFGHJMPRS.»';
  const { server } = openGift(
    { success: true, months: 1 },
    { path: `/gift?key=${encodeURIComponent(changed)}` },
  );
  expect(await screen.findByText(/^1\sмесяц$/)).toBeVisible();
  expect(server.callsTo('checkGift').map(({ body }) => body)).toEqual([{ key }]);
});
