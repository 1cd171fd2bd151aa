/** Tests unusual and failing sign-ins, with the real server. */
import { act, screen, waitFor } from '@testing-library/react';
import { LIMITS } from '../../src/server/throttle/limits';
import { createGift } from '../../src/server/usecases/gifts/gifts';
import { EMAILS_A_DAY } from '../../src/server/usecases/signIn/emailAllowance';
import { logOut } from '../../src/web/flows/signIn/logOut';
import { takeConsole } from '../support/consoleSpy';
import { fakePlatform, type FakePlatformOptions } from '../support/fakePlatform';
import { MONTH_RUB } from '../support/offer';
import { renderApp } from '../support/renderApp';
import { startTestServer, type TestServer } from '../support/server';
import { readEmail, requestEmail, signInByEmail, signInStaffAs } from '../support/signIn';

const EMAIL = 'somebody@example.com';
const OFFICE = { staffId: null, username: 'test', ip: '127.0.0.1', requestId: 'test' };

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

function browser(options: FakePlatformOptions = {}) {
  return fakePlatform({ fetch: server.fetch, ...options });
}

async function oneTimeToken(): Promise<string> {
  const { linkToken, mailToken } = await requestEmail(server, EMAIL);
  const { body } = await server.call('redeemEmailLink', { body: { linkToken, mailToken } });
  return body.token ?? '';
}

it('/confirm signs in, is not in the history and cannot be repeated [flow-17, screen-35]', async () => {
  const token = await oneTimeToken();
  const platform = browser({ stored: { emailForSignIn: EMAIL } });
  const app = renderApp(`/confirm?token=${token}`, { platform, history: ['/'] });
  await waitFor(() => expect(app.address()).toBe('/shop'));
  expect(platform.storage.contents()).toMatchObject({ email: EMAIL, subscriptionIsActive: 'false' });
  await act(() => app.router.navigate(-1));
  expect(app.address()).toBe('/');
  app.unmount();

  const again = renderApp(`/confirm?token=${token}`, { platform: browser() });
  expect(await screen.findByText('Войти не удалось, попробуйте зарегистрироваться снова.')).toBeVisible();
  expect(again.address()).toBe('/login');
});

describe('a link that this browser did not request', () => {
  const VICTIM = 'victim@example.com';

  it('asks for a confirmation, and a signed-in customer who declines stays signed in', async () => {
    const { accessToken } = await signInByEmail(server, VICTIM);
    const stored = { email: VICTIM, uid: 'u', accessToken, subscriptionIsActive: 'true' };
    const platform = browser({ stored });
    const app = renderApp(`/confirm?token=${await oneTimeToken()}`, { platform });
    expect(await screen.findByText('Войти в этот аккаунт?')).toBeVisible();
    expect(app.address()).toBe('/switchAccount');
    expect(document.body.textContent).toContain(EMAIL);
    expect(screen.getByText(`Из аккаунта ${VICTIM} ты выйдешь.`)).toBeVisible();
    expect(platform.storage.contents()).toMatchObject(stored);
    await app.user.click(screen.getByRole('button', { name: 'Не входить' }));
    await waitFor(() => expect(app.address()).not.toBe('/switchAccount'));
    expect(platform.storage.contents()).toMatchObject({ email: VICTIM, accessToken });
    expect(platform.sessionStorage.get('foreignSignIn')).toBeNull();
  });

  it('asks staff for a confirmation too, and ends their session on the server after they agree', async () => {
    const { accessToken, refreshToken } = await signInStaffAs(server, 'support');
    const platform = browser({ stored: { accessToken, refreshToken } });
    const app = renderApp(`/confirm?token=${await oneTimeToken()}`, { platform });
    expect(await screen.findByText('Войти в этот аккаунт?')).toBeVisible();
    expect((await server.call('getStaffMe', { token: accessToken })).status).toBe(200);
    await app.user.click(screen.getByRole('button', { name: 'Войти' }));
    await waitFor(() => expect(app.address()).toBe('/shop'));
    expect(platform.storage.contents()).toMatchObject({ email: EMAIL });
    await waitFor(async () => {
      expect((await server.call('getStaffMe', { token: accessToken })).status).toBe(401);
    });
  });

  it('signs in after the confirmation, ends the previous session, and does not use the gift that is stored here', async () => {
    const { accessToken } = await signInByEmail(server, VICTIM);
    const key = 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6';
    const platform = browser({
      stored: { email: VICTIM, uid: 'u', accessToken, subscriptionIsActive: 'false', key },
    });
    const app = renderApp(`/giftConfirm?token=${await oneTimeToken()}`, { platform });
    expect(await screen.findByText(/останется ждать/)).toBeVisible();
    await app.user.click(screen.getByRole('button', { name: 'Войти' }));
    await waitFor(() => expect(app.address()).toBe('/shop'));
    expect(platform.storage.contents()).toMatchObject({ email: EMAIL, key });
    await waitFor(async () => {
      expect((await server.call('getProfile', { token: accessToken, body: {} })).status).toBe(401);
    });
  });
});

describe.each(['/profile', '/mobileProfile', '/mobileDetach'])('a user in the query of %s', (path) => {
  const attackersAddress = `${path}?email=${EMAIL}&uid=forged&providerId=email`;

  /** Opens the two links that the attacker sends, one after another in the same browser. */
  async function followBothLinks(options: FakePlatformOptions) {
    takeConsole();
    const platform = browser(options);
    const app = renderApp(attackersAddress, { platform });
    await waitFor(() => expect(app.address()).toBe('/login'));
    const before = platform.storage.contents();
    const token = await oneTimeToken();
    await act(() => app.router.navigate(`/confirm?token=${token}`));
    await waitFor(() => expect(app.address()).toBe('/switchAccount'));
    expect(platform.storage.contents()).toEqual(before);
    return { app, platform };
  }

  it('is discarded by a new browser, which asks for a confirmation before it follows the link of that address', async () => {
    const { platform } = await followBothLinks({});
    expect(platform.storage.contents()).toEqual({});
  });

  it('does not replace the address of a pending sign-in email', async () => {
    const own = await requestEmail(server, 'victim@example.com');
    const stored = { emailForSignIn: 'victim@example.com', mailToken: own.mailToken };
    const { app, platform } = await followBothLinks({ stored });
    expect(platform.storage.contents()).toEqual(stored);
    await act(() => app.router.navigate(`/open#t=${own.linkToken}`));
    await waitFor(() => expect(app.address()).toBe('/shop'));
    expect(platform.storage.contents()).toMatchObject({ email: 'victim@example.com' });
  });

  it('does not use a gift that is stored in the browser', async () => {
    const { activationKey: key } = await createGift(server.deps, OFFICE, { months: 12 });
    takeConsole();
    const platform = browser({ stored: { key } });
    const app = renderApp(attackersAddress, { platform });
    await waitFor(() => expect(app.address()).toBe('/login'));
    const token = await oneTimeToken();
    await act(() => app.router.navigate(`/giftConfirm?token=${token}`));
    await waitFor(() => expect(app.address()).toBe('/switchAccount'));
    expect(platform.storage.contents()).toEqual({ key });
    expect((await server.call('checkGift', { body: { key } })).body).toMatchObject({ months: 12 });
  });

  it('is not accepted together with a token of another account that a native shell has stored', async () => {
    const { accessToken } = await signInByEmail(server, 'victim@example.com');
    const { platform } = await followBothLinks({ stored: { accessToken } });
    expect(platform.storage.contents()).toEqual({});
  });

  it('does not remove the staff tokens from the browser, and leads to /login', async () => {
    const { accessToken, refreshToken } = await signInStaffAs(server, 'support');
    const { platform } = await followBothLinks({ stored: { accessToken, refreshToken } });
    expect(platform.storage.contents()).toEqual({ accessToken, refreshToken });
    expect((await server.call('getStaffMe', { token: accessToken })).status).toBe(200);
  });
});

it('a gift key in the fragment of a link does not replace the gift that is stored in the browser', async () => {
  const key = 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6';
  const platform = browser({ stored: { key } });
  renderApp('/open#t=garbage&k=another-gift-key-of-length', { platform });
  expect(await screen.findByText('Ссылка не сработала')).toBeVisible();
  expect(platform.storage.contents()).toEqual({ key });
});

describe('after strangers have used up the sign-in emails of the day', () => {
  beforeEach(async () => {
    server = await startTestServer({ settings: { mode: 'production' }, trustedProxies: 1 });
  });

  async function requestFromStrangers(): Promise<void> {
    for (let index = 0; index < EMAILS_A_DAY; index += 1) {
      await server.fetch('/api/emailVerification/send', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `198.51.${String(index)}.1` },
        body: JSON.stringify({ email: EMAIL, platform: 'web', fcmToken: '', giftKey: null }),
      });
    }
  }

  async function requestOnLogin(platform: ReturnType<typeof browser>) {
    const app = renderApp('/login', { platform });
    await app.user.type(await screen.findByPlaceholderText('Введите email'), EMAIL);
    await app.user.click(screen.getByRole('button', { name: '→ Войти по email ссылке' }));
    await waitFor(() => expect(app.address()).toBe('/wait'));
    return app;
  }

  it('an unknown browser shows that the last email is in the mailbox, and its link signs in', async () => {
    await requestFromStrangers();
    const app = await requestOnLogin(browser());
    expect(await screen.findByRole('heading', { name: 'Последнее письмо уже в ящике' })).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
    const { linkToken } = await readEmail(server, EMAIL);
    await act(() => app.router.navigate(`/open#t=${linkToken}`));
    await app.user.type(await screen.findByRole('textbox'), `${EMAIL}{Enter}`);
    await waitFor(() => expect(app.address()).toBe('/shop'));
  });

  it('a browser that has signed in before gets a new email, also after the customer has signed out', async () => {
    const { linkToken, mailToken } = await requestEmail(server, EMAIL);
    const platform = browser({ stored: { mailToken, emailForSignIn: EMAIL } });
    const first = renderApp(`/open#t=${linkToken}`, { platform });
    await waitFor(() => expect(first.address()).toBe('/shop'));
    act(() => void first.store.dispatch(logOut()));
    first.unmount();
    server.clock.advance(LIMITS.emailsToMailbox.windowMs);
    await requestFromStrangers();
    const app = await requestOnLogin(platform);
    await app.user.type(await screen.findByRole('textbox'), (await readEmail(server, EMAIL)).code);
    await waitFor(() => expect(app.address()).toBe('/shop'));
  });
});

it.each(['/confirm', '/confirm?token=', '/confirm?token=garbage', '/giftConfirm?token=garbage&key=x'])(
  '%s shows an error and goes to /login [error-7, flow-16]',
  async (path) => {
    const app = renderApp(path, { platform: browser() });
    expect(await screen.findByText('Войти не удалось, попробуйте зарегистрироваться снова.')).toBeVisible();
    expect(app.address()).toBe('/login');
  },
);

it('/confirm shows a different error if the network is lost [error-8]', async () => {
  takeConsole();
  const app = renderApp('/confirm?token=x', { platform: fakePlatform() });
  expect(await screen.findByText('Ошибка при входе, попробуйте зарегистрироваться снова.')).toBeVisible();
  expect(app.address()).toBe('/login');
});

it('an email opened in another browser asks for the address and does not use up the link', async () => {
  const { linkToken, mailToken } = await requestEmail(server, EMAIL);
  const elsewhere = renderApp(`/open#t=${linkToken}`, { platform: browser() });
  expect(await screen.findByRole('textbox')).toBeVisible();
  expect(elsewhere.address()).toBe('/open');
  elsewhere.unmount();

  const here = renderApp(`/open#t=${linkToken}`, { platform: browser({ stored: { mailToken } }) });
  await waitFor(() => expect(here.address()).toBe('/shop'));
});

it('the code of the email signs in on /wait', async () => {
  const { code, mailToken } = await requestEmail(server, EMAIL);
  const app = renderApp('/wait', { platform: browser({ stored: { mailToken, emailForSignIn: EMAIL } }) });
  await app.user.type(await screen.findByRole('textbox'), code);
  await waitFor(() => expect(app.address()).toBe('/shop'));
});

it.each(['/profile', '/subscription', '/mobileProfile', '/mobileDetach'])(
  '%s sends visitors to /login, and a later sign-in does not return to it [access-18, screen-72]',
  async (path) => {
    const platform = browser();
    const app = renderApp(path, { platform, history: ['/'] });
    await waitFor(() => expect(app.address()).toBe('/login'));
    expect(platform.sessionStorage.contents()).toEqual({});
    await act(() => app.router.navigate(-1));
    expect(app.address()).toBe('/');
  },
);

it('a revoked session leads to /login with an explanation and the way back, but shows no account data', async () => {
  takeConsole();
  const customer = await signInByEmail(server, EMAIL);
  await server.call('logOut', { body: {}, token: customer.accessToken });
  const platform = browser({ stored: { ...customer, subscriptionIsActive: 'true' } });
  const app = renderApp('/subscription', { platform });
  await waitFor(() => expect(app.address()).toBe('/login'));
  expect(platform.storage.contents()).toEqual({ emailForSignIn: EMAIL });
  expect(platform.sessionStorage.contents()).toEqual({ wayBack: '/subscription' });
  expect(await screen.findByText(/^Сессия закончилась/)).toBeVisible();
});

it('the query of /profile alone does not sign in, so the page leads to /login [screen-71]', async () => {
  takeConsole();
  await signInByEmail(server, EMAIL);
  const platform = browser();
  const app = renderApp(`/profile?email=${EMAIL}&uid=forged&photoURL=https://x.example/p.png&a=1`, {
    platform,
  });
  await waitFor(() => expect(app.address()).toBe('/login'));
  expect(platform.storage.contents()).toEqual({});
});

it('the query of /profile never replaces the signed-in customer', async () => {
  const customer = await signInByEmail(server, EMAIL);
  const platform = browser({ stored: { ...customer, subscriptionIsActive: 'true' } });
  const app = renderApp('/profile?email=other@example.com&uid=forged', { platform });
  await waitFor(() => expect(app.address()).not.toContain('email'));
  await waitFor(() => expect(app.address()).toBe('/shop'));
  expect(platform.storage.contents()).toMatchObject({ email: EMAIL, uid: customer.uid });
});

it('signing out in another tab signs this tab out too', async () => {
  const customer = await signInByEmail(server, EMAIL);
  const platform = browser({ stored: { ...customer } });
  const app = renderApp('/subscription', { platform });
  await screen.findByRole('heading', { level: 1 });
  expect(app.address()).toBe('/subscription');
  act(() => platform.storage.clearElsewhere());
  await waitFor(() => expect(app.address()).toBe('/login'));
  expect(platform.sessionStorage.contents()).toEqual({});
});

it('shows the shop to a visitor, and the profile to a customer who has bought [access-6]', async () => {
  const stranger = renderApp('/shop', { platform: browser() });
  expect((await screen.findAllByText(new RegExp(String(MONTH_RUB)))).length).toBeGreaterThan(0);
  expect(stranger.address()).toBe('/shop');
  stranger.unmount();
  const bought = renderApp('/shop', { platform: browser({ stored: { subscriptionIsActive: 'true' } }) });
  await waitFor(() => expect(bought.address()).toBe('/login'));
});

it.each([
  ['/adept', '/capitulum'],
  ['/refresh', '/capitulum'],
])('%s sends visitors to %s', async (path, to) => {
  const app = renderApp(path, { platform: browser() });
  await waitFor(() => expect(app.address()).toBe(to));
});

it('an unknown path shows an error page', async () => {
  renderApp('/no/such/page', { platform: browser() });
  expect(await screen.findByText('Такой страницы нет')).toBeVisible();
});
