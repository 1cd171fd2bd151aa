import '../../../../src/web/screens/login/Login';
import '../../../../src/web/screens/wait/Wait';
import { screen, waitFor } from '@testing-library/react';
import { DEFAULT_CLIENT_CONFIGURATION } from '../../../../src/shared/configuration';
import type { GoogleResult } from '../../../../src/web/platform/platform';
import { takeConsole } from '../../../support/consoleSpy';
import { fakePlatform, type FakePlatformOptions } from '../../../support/fakePlatform';
import { renderApp } from '../../../support/renderApp';
import { json, lostNetwork, rejection, scriptedApi } from '../../../support/scriptedApi';

const ERROR = '* почта введена с ошибкой ';
const FAILED = 'К сожалению отправить проверочное письмо не удалось. Перезагрузи страницу и попробуй снова.';
const SENT = { success: true, mailToken: 'mb_token' };

async function openLogin(result: object = SENT, options: FakePlatformOptions = {}) {
  const server = scriptedApi();
  server.on('emailVerification/send', result);
  server.on('emailVerification/giftSend', result);
  server.on('checkGift', { success: true, months: 3 });
  const platform = fakePlatform({ fetch: server.fetch, ...options });
  const app = renderApp('/login', { platform });
  const email = await screen.findByRole('textbox', { name: 'Почта' });
  return { ...app, server, email, submit: screen.getByRole('button', { name: '→ Войти по email ссылке' }) };
}

/** Returns the element with the exact error text, including the trailing space of the text. */
const errorText = () => screen.queryByText(ERROR, { normalizer: (text) => text });
const giftKey = () => screen.getByRole('textbox', { name: 'Подарочный ключ' });

describe('the email-link form', () => {
  it('asks for an email and goes to /wait [access-7, flow-7, number-12, screen-31, screen-34, screen-56, screen-57, screen-59]', async () => {
    const { user, email, submit, server, platform, address } = await openLogin();
    expect(email).toHaveAttribute('placeholder', 'Введите email');
    await user.type(email, ' stranger@example.com ');
    await user.click(submit);
    expect(await screen.findByText('stranger@example.com')).toBeVisible();
    expect(address()).toBe('/wait');
    expect(server.calls.map(({ path, body }) => ({ path, body }))).toEqual([
      {
        path: 'emailVerification/send',
        body: { email: 'stranger@example.com', platform: 'web', fcmToken: '', giftKey: null },
      },
    ]);
    expect(platform.storage.contents()).toMatchObject({
      emailForSignIn: 'stranger@example.com',
      mailToken: 'mb_token',
    });
  });

  it.each([
    [false, 1],
    [true, 0],
  ])('says whether the browser forgets the sign-in (storage kept: %s)', async (keepsSignIn, times) => {
    await openLogin(SENT, { keepsSignIn });
    expect(screen.queryAllByText(/Этот браузер не запоминает вход/)).toHaveLength(times);
  });

  it('takes an address whose domain the browser has encoded, and shows it as it was typed', async () => {
    const { user, email, submit, server, address } = await openLogin();
    await user.type(email, 'user@xn--e1afmkfd.xn--p1ai');
    await user.click(submit);
    expect(await screen.findByText('user@пример.рф')).toBeVisible();
    expect(address()).toBe('/wait');
    expect(server.calls[0]?.body).toMatchObject({ email: 'user@пример.рф' });
  });

  it('requests and shows the email for the visible address of a pasted text', async () => {
    const { user, email, submit, server, platform, address } = await openLogin();
    await user.click(email);
    await user.paste('\u200bstran\u00adger@example.com\u00a0\u2069');
    await user.click(submit);
    expect(await screen.findByText('stranger@example.com')).toBeVisible();
    expect(address()).toBe('/wait');
    expect(server.calls[0]?.body).toMatchObject({ email: 'stranger@example.com' });
    expect(platform.storage.contents()).toMatchObject({ emailForSignIn: 'stranger@example.com' });
  });

  it('sets the label of the Enter key on touch keyboards', async () => {
    const { email } = await openLogin();
    expect(email).toHaveAttribute('enterkeyhint', 'send');
    expect(giftKey()).toHaveAttribute('enterkeyhint', 'done');
    expect(giftKey()).toHaveAttribute('autocapitalize', 'none');
  });

  it('sends on Enter', async () => {
    const { user, email, address } = await openLogin();
    await user.type(email, 'stranger@example.com{Enter}');
    await waitFor(() => expect(address()).toBe('/wait'));
  });

  it.each(['', 'stranger', 'stranger@example', 'stranger@example.c', '@example.com', 'a b@example.com'])(
    'sends nothing for «%s» and says so [error-4, flow-3, input-3, screen-58]',
    async (text) => {
      const { user, email, submit, server } = await openLogin();
      if (text !== '') await user.type(email, text);
      await user.click(submit);
      expect(errorText()).toBeVisible();
      expect(email).toBeInvalid();
      expect(email).toHaveAccessibleDescription(ERROR.trim());
      expect(email).toHaveFocus();
      expect(server.calls).toEqual([]);
    },
  );

  it('hides the error as soon as the address is valid, not before [flow-4]', async () => {
    const { user, email, submit } = await openLogin();
    await user.type(email, 'stranger@example');
    await user.click(submit);
    await user.type(email, '.c');
    expect(errorText()).toBeVisible();
    await user.type(email, 'om');
    expect(errorText()).not.toBeInTheDocument();
    expect(email).toBeValid();
  });

  it('shows no error while the address is typed for the first time [flow-1]', async () => {
    const { user, email } = await openLogin();
    await user.type(email, 'stran');
    await user.tab();
    expect(errorText()).not.toBeInTheDocument();
  });

  it('is disabled and busy while the request is pending, and sends the request once [flow-5]', async () => {
    let result: (response: Response) => void = () => undefined;
    const { user, email, submit, server, address } = await openLogin(
      () => new Promise<Response>((resolve) => (result = resolve)),
    );
    await user.type(email, 'stranger@example.com');
    await user.dblClick(submit);
    expect(email).toBeDisabled();
    expect(submit).toHaveAttribute('aria-busy', 'true');
    expect(submit).toHaveAccessibleName('Отправляем письмо');
    await waitFor(() => expect(server.calls).toHaveLength(1));
    result(json(SENT));
    await waitFor(() => expect(address()).toBe('/wait'));
    expect(server.calls).toHaveLength(1);
  });

  it.each([
    ['an answer without success', { success: false }],
    ['a rejection', () => rejection(500)],
    ['a lost network', lostNetwork],
  ])(
    'stays disabled after %s, with the toast and a way to reload [error-5, flow-6]',
    async (_case, result) => {
      takeConsole();
      const { user, email, submit, platform, address } = await openLogin(result);
      await user.type(email, 'stranger@example.com');
      await user.click(submit);
      expect(await screen.findByText(FAILED)).toBeVisible();
      expect(email).toBeDisabled();
      expect(email).toHaveValue('stranger@example.com');
      expect(submit).toBeDisabled();
      expect(screen.getByRole('link', { name: 'Перезагрузить страницу' })).toHaveAttribute('href', '/login');
      expect(address()).toBe('/login');
      expect(platform.reports.map(({ event }) => event)).toEqual(['emailLinkRequestFailed']);
      expect(JSON.stringify(platform.reports)).not.toContain('stranger');
    },
  );

  it('is prefilled with the address that was typed before', async () => {
    const { email } = await openLogin(SENT, { stored: { emailForSignIn: 'stranger@example.com' } });
    expect(email).toHaveValue('stranger@example.com');
  });
});

describe('the gift key', () => {
  it('is stored from the 11th character on, and the form explains what will happen [input-4, screen-28]', async () => {
    const { user, platform } = await openLogin();
    await user.type(giftKey(), '1234567890');
    expect(platform.storage.contents()).not.toHaveProperty('key');
    expect(screen.queryByText(/Ключ принят/)).not.toBeInTheDocument();
    await user.type(giftKey(), '1');
    expect(await screen.findByText(/Ключ принят. Подарок включится после входа/)).toBeVisible();
    expect(platform.storage.contents()).toMatchObject({ key: '12345678901' });
  });

  it('shows that a short key is incomplete, but only on blur', async () => {
    const { user } = await openLogin();
    await user.type(giftKey(), '1234567890');
    expect(giftKey()).toBeValid();
    await user.tab();
    expect(screen.getByText('Ключ длиннее 10 символов: вставь его целиком.')).toBeVisible();
    expect(giftKey()).toBeInvalid();
  });

  it('is removed from the storage when its text is deleted', async () => {
    const { user, platform } = await openLogin(SENT, { stored: { key: 'a-gift-key-of-mine' } });
    expect(giftKey()).toHaveValue('a-gift-key-of-mine');
    await user.clear(giftKey());
    await waitFor(() => expect(platform.storage.contents()).not.toHaveProperty('key'));
    expect(screen.queryByText(/Ключ принят/)).not.toBeInTheDocument();
  });

  it('is found in a pasted gift link [number-11]', async () => {
    const { user, platform } = await openLogin();
    await user.click(giftKey());
    await user.paste(' https://prosvet.example/gift?key=a-gift-key-of-mine ');
    expect(platform.storage.contents()).toMatchObject({ key: 'a-gift-key-of-mine' });
  });

  it('turns the email into a gift email', async () => {
    const { user, email, submit, server } = await openLogin();
    await user.type(giftKey(), 'a-gift-key-of-mine');
    await user.type(email, 'stranger@example.com');
    await user.click(submit);
    await waitFor(() => expect(server.callsTo('emailVerification/giftSend')).toHaveLength(1));
    expect(server.callsTo('emailVerification/giftSend')[0]?.body).toMatchObject({
      giftKey: 'a-gift-key-of-mine',
    });
  });

  it('is checked on blur: shows how long the gift lasts', async () => {
    const { user, server } = await openLogin();
    server.on('checkGift', { success: true, months: 24 });
    await user.type(giftKey(), 'a-gift-key-of-mine');
    expect(server.callsTo('checkGift')).toEqual([]);
    await user.tab();
    expect(await screen.findByText(/^Подарок: 2\sгода\. Включится после входа/)).toBeVisible();
    expect(server.callsTo('checkGift')).toHaveLength(1);
  });

  it('is checked by Enter, which requires no email', async () => {
    const { user, server, email, address } = await openLogin();
    server.on('checkGift', { success: true, months: 24 });
    await user.type(email, 'stranger@example.com');
    await user.type(giftKey(), 'a-gift-key-of-mine{Enter}');
    expect(await screen.findByText(/^Подарок: 2\sгода\. Включится после входа/)).toBeVisible();
    await user.clear(giftKey());
    await user.type(giftKey(), 'short{Enter}');
    expect(screen.getByText('Ключ длиннее 10 символов: вставь его целиком.')).toBeVisible();
    expect(server.calls.map(({ path }) => path)).toEqual(['checkGift']);
    expect(address()).toBe('/login');
  });

  it('that is invalid is rejected and does not turn the email into a gift email', async () => {
    const { user, server, email, submit, platform } = await openLogin();
    server.on('checkGift', { success: false, months: null });
    await user.type(giftKey(), 'a-gift-key-of-mine');
    await user.tab();
    expect(await screen.findByText(/^Такого подарка нет/)).toBeVisible();
    expect(giftKey()).toBeInvalid();
    await waitFor(() => expect(platform.storage.contents()).not.toHaveProperty('key'));
    await user.type(email, 'stranger@example.com');
    await user.click(submit);
    await waitFor(() => expect(server.callsTo('emailVerification/send')).toHaveLength(1));
    expect(server.callsTo('emailVerification/giftSend')).toEqual([]);
  });

  it('that was used meanwhile is deleted when its email is rejected', async () => {
    const { user, server, email, submit, platform } = await openLogin(
      { success: false },
      { stored: { key: 'a-gift-key-of-mine' } },
    );
    server.on('checkGift', { success: true, months: 1 });
    await user.type(email, 'stranger@example.com');
    server.on('checkGift', { success: false });
    await user.click(submit);
    expect(await screen.findByText(FAILED)).toBeVisible();
    await waitFor(() => expect(platform.storage.contents()).not.toHaveProperty('key'));
  });
});

describe('Google', () => {
  const google = { ...DEFAULT_CLIENT_CONFIGURATION.google, enabled: true };
  const person = {
    uid: 'google-uid',
    email: 'stranger@gmail.com',
    photoURL: 'https://photos.example/1',
    providerId: 'google.com',
    idToken: 'id-token',
  };
  const button = () => screen.getByRole('button', { name: '→ Войти через Google' });

  it('is not offered unless it is configured [screen-30]', async () => {
    await openLogin();
    expect(screen.queryByRole('button', { name: /Google/ })).not.toBeInTheDocument();
    expect(screen.getByText('* подписка будет привязана к этой почте')).toBeVisible();
  });

  it('shows the loading dots, and the button again when the popup is closed [screen-29]', async () => {
    const { user, platform, address } = await openLogin(SENT, { configuration: { google } });
    let close: (result: GoogleResult) => void = () => undefined;
    platform.google.signIn = () => new Promise((resolve) => (close = resolve));
    await user.click(button());
    expect(screen.getByRole('button', { name: 'Открываем окно Google' })).toHaveAttribute(
      'aria-busy',
      'true',
    );
    close({ kind: 'ended', reason: 'popupClosed' });
    await waitFor(() => expect(button()).toBeVisible());
    expect(address()).toBe('/login');
  });

  it.each([
    [{ kind: 'ready' }, 'Готово. Нажми ещё раз'],
    [{ kind: 'unreachable' }, 'Google не отвечает. Войди по почте'],
    [{ kind: 'ended', reason: 'networkLost' }, 'Google не отвечает. Войди по почте'],
    [{ kind: 'ended', reason: 'popupBlocked' }, 'Браузер не дал открыть окно. Нажми ещё раз'],
  ] as const)('reports %j below the button until the next click', async (result, message) => {
    const { user, platform } = await openLogin(SENT, { configuration: { google } });
    let settle: (result: GoogleResult) => void = () => undefined;
    platform.google.signIn = () => new Promise((resolve) => (settle = resolve));
    await user.click(button());
    expect(screen.getByRole('button', { name: 'Открываем окно Google' })).toBeVisible();
    settle(result);
    expect(await screen.findByText(message)).toHaveAttribute('role', 'status');
    await user.click(button());
    expect(screen.queryByText(message)).not.toBeInTheDocument();
    settle({ kind: 'ended', reason: 'popupClosed' });
    await waitFor(() => expect(button()).toBeVisible());
    expect(screen.queryByText(message)).not.toBeInTheDocument();
  });

  it('signs in and goes to the shop while there is no subscription [flow-14]', async () => {
    const { user, platform, server, address } = await openLogin(SENT, { configuration: { google } });
    platform.signInAt(person);
    server.on('v2/register', {
      success: true,
      expirationDate: null,
      subscriptionIsActive: false,
      firstPaymentActivated: false,
    });
    await user.click(button());
    await waitFor(() => expect(address()).toBe('/shop'));
    expect(server.callsTo('v2/register')[0]?.bearer).toBe('id-token');
  });
});

describe('inside another app', () => {
  const google = { ...DEFAULT_CLIENT_CONFIGURATION.google, enabled: true };

  async function openInside(
    system: 'android' | 'ios',
    stored: Record<string, string> = {},
    storedInTab: Record<string, string> = {},
  ) {
    const server = scriptedApi();
    server.on('emailVerification/send', SENT);
    const platform = fakePlatform({ fetch: server.fetch, configuration: { google }, stored, storedInTab });
    platform.embeddedBrowser = { app: 'instagram', system };
    const app = renderApp('/login', { platform });
    await screen.findByText('Google здесь не откроется');
    expect(screen.getByText('Через Google можно войти в обычном браузере')).toBeVisible();
    return app;
  }

  it('offers to open the browser or to copy the link on Android, and no Google button', async () => {
    const { user, platform } = await openInside('android');
    expect(screen.queryByRole('button', { name: /Войти через Google/ })).not.toBeInTheDocument();
    expect(screen.getByText(/внутри Instagram/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Открыть в браузере' })).toHaveAttribute(
      'href',
      expect.stringMatching(
        /^intent:\/\/localhost\/.*#Intent;scheme=http;.*;S\.browser_fallback_url=http%3A%2F%2Flocalhost%2F;end$/,
      ),
    );
    await user.click(screen.getByRole('button', { name: 'Скопировать ссылку' }));
    expect(platform.copied).toEqual([window.location.href]);
  });

  it('explains how to open the browser on iOS', async () => {
    await openInside('ios');
    expect(screen.getByText(/Нажми на значок/)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Открыть в браузере' })).not.toBeInTheDocument();
  });

  it('keeps a pending gift', async () => {
    const { user, platform } = await openInside('ios', { key: 'a-gift-key-of-mine' });
    await user.click(screen.getByRole('button', { name: 'Скопировать ссылку' }));
    expect(platform.copied).toEqual([`${window.location.origin}/gift?key=a-gift-key-of-mine`]);
  });

  it('shows the link when it cannot be copied', async () => {
    const { user, platform } = await openInside('ios');
    platform.clipboard.copyText = () => Promise.resolve(false);
    await user.click(screen.getByRole('button', { name: 'Скопировать ссылку' }));
    expect(
      await screen.findByText(`Скопировать не получилось. Вот ссылка: ${window.location.href}`),
    ).toBeVisible();
  });

  it('keeps the gift of a link that is not checked yet', async () => {
    const { user, platform } = await openInside('ios', {}, { giftLink: 'a-gift-key-of-mine' });
    await user.click(screen.getByRole('button', { name: 'Скопировать ссылку' }));
    expect(platform.copied).toEqual([`${window.location.origin}/gift?key=a-gift-key-of-mine`]);
  });

  it('keeps a closed hint closed in this tab', async () => {
    const { user, platform, unmount } = await openInside('ios');
    await user.click(screen.getByRole('button', { name: 'Закрыть подсказку' }));
    expect(screen.queryByText('Google здесь не откроется')).not.toBeInTheDocument();
    expect(screen.getByText('Через Google можно войти в обычном браузере')).toBeVisible();
    unmount();
    renderApp('/', { platform });
    expect(await screen.findByRole('link', { name: 'Войти в аккаунт' })).toBeVisible();
    expect(screen.queryByText('Скопировать ссылку')).not.toBeInTheDocument();
  });

  it('keeps the sign-in by email', async () => {
    const { user, address } = await openInside('android');
    await user.type(screen.getByRole('textbox', { name: 'Почта' }), 'stranger@example.com{Enter}');
    await waitFor(() => expect(address()).toBe('/wait'));
  });
});

describe('a signed-in customer', () => {
  const CUSTOMER = { uid: 'u1', email: 'stranger@example.com', accessToken: 'ca_token' };

  it('gets a link to the account', async () => {
    await openLogin(SENT, { stored: CUSTOMER });
    expect(screen.getByText(/^Ты уже вошёл как/)).toHaveTextContent('stranger@example.com');
    expect(screen.getByRole('link', { name: 'Открыть личный кабинет' })).toHaveAttribute('href', '/profile');
    const loud = [...document.querySelectorAll('.MuiButton-contained')].map(({ textContent }) => textContent);
    expect(loud).toEqual(['Открыть личный кабинет']);
  });

  it.each([
    ['nobody', {}],
    ['an identity that nothing vouches for', { email: CUSTOMER.email }],
    ['staff', { ...CUSTOMER, refreshToken: 'sr_token' }],
  ])('is not %s', async (_who, stored) => {
    await openLogin(SENT, { stored });
    expect(screen.queryByRole('link', { name: 'Открыть личный кабинет' })).not.toBeInTheDocument();
  });
});
