import '../../../../src/web/screens/login/Login';
import '../../../../src/web/screens/wait/Wait';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { takeConsole } from '../../../support/consoleSpy';
import { fakePlatform, type FakePlatformOptions } from '../../../support/fakePlatform';
import { renderApp } from '../../../support/renderApp';
import { lostNetwork, scriptedApi } from '../../../support/scriptedApi';

const EMAIL = 'stranger@example.com';
const ASKED = { emailForSignIn: EMAIL, mailToken: 'mb_token' };

async function openWait(options: FakePlatformOptions = {}) {
  const server = scriptedApi();
  const platform = fakePlatform({ fetch: server.fetch, stored: ASKED, ...options });
  const app = renderApp('/wait', { platform });
  await screen.findByRole('heading', { level: 1 });
  return { ...app, server };
}

const code = () => screen.getByRole('textbox', { name: 'Или введи код из письма' });

afterEach(() => {
  jest.useRealTimers();
});

it('shows the address of the email, what to do with the email and where else to look [screen-33]', async () => {
  await openWait();
  expect(screen.getByRole('heading', { name: 'Открой ссылку в письме' })).toBeVisible();
  expect(screen.getByText(EMAIL)).toBeVisible();
  expect(screen.getByText(/Проверь папку «Спам»/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'изменить адрес' })).toHaveAttribute('href', '/login');
});

it('shows the link to the sandbox mailbox in sandbox mode only', async () => {
  const { unmount } = await openWait();
  expect(screen.getByRole('link', { name: 'Открыть письмо в песочнице' })).toHaveAttribute(
    'href',
    '/sandbox',
  );
  unmount();
  await openWait({ configuration: { mode: 'production' } });
  expect(screen.queryByRole('link', { name: /песочниц/ })).not.toBeInTheDocument();
});

it('redirects a visitor who requested no email to the sign-in', async () => {
  await openWait({ stored: {} });
  expect(screen.getByRole('heading', { name: 'Письма ещё не было' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Войти по email ссылке' })).toHaveAttribute('href', '/login');
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});

describe('the last email of the day', () => {
  it('contains no code field, and shows how long and how often the link works', async () => {
    await openWait({ stored: { emailForSignIn: EMAIL }, storedInTab: { lastEmailOfDay: EMAIL } });
    expect(screen.getByRole('heading', { name: 'Последнее письмо уже в ящике' })).toBeVisible();
    expect(screen.getByText(/действует 24 часа.* срабатывает 3 раза/s)).toBeVisible();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });
});

it('distinguishes too many wrong codes from one wrong code, and refers to the link', async () => {
  const { user, server } = await openWait();
  server.on('emailVerification/code', { success: false, reason: 'tooManyTries', triesLeft: 0 });
  await user.type(code(), '12345678');
  expect(
    await screen.findByText('Слишком много неверных кодов. Открой ссылку из письма: она действует.'),
  ).toBeVisible();
});

describe('the code', () => {
  it('is checked at its sixth digit and continues to the next page', async () => {
    const { user, server, address } = await openWait();
    server.on('emailVerification/code', { success: true, token: 'rs_token' });
    server.on('emailVerification/restore', {
      success: true,
      email: EMAIL,
      uid: 'u1',
      accessToken: 'ca_token',
    });
    server.on('register', { success: true, subscriptionIsActive: false, firstPaymentActivated: false });
    await user.type(code(), '1234567');
    expect(server.calls).toEqual([]);
    await user.type(code(), '8');
    await waitFor(() => expect(address()).toBe('/shop'));
    expect(server.callsTo('emailVerification/code').map(({ body }) => body)).toEqual([
      { mailToken: 'mb_token', code: '12345678' },
    ]);
    expect(server.callsTo('emailVerification/restore')).toHaveLength(1);
  });

  it('is extracted from pasted text', async () => {
    const { user, server } = await openWait();
    server.on('emailVerification/code', { success: false, triesLeft: 4 });
    await user.click(code());
    await user.paste(' 1234-5678 ');
    await waitFor(() => expect(server.callsTo('emailVerification/code')).toHaveLength(1));
    expect(server.calls[0]?.body).toMatchObject({ code: '12345678' });
  });

  it('shows how many attempts are left', async () => {
    const { user, server } = await openWait();
    server.on('emailVerification/code', { success: false, triesLeft: 1 });
    await user.type(code(), '11111111');
    expect(await screen.findByText('Код не подошёл, ещё есть 1 попытка.')).toBeVisible();
    expect(code()).toBeInvalid();
    server.on('emailVerification/code', { success: false, triesLeft: 0 });
    await user.clear(code());
    await user.type(code(), '22222222');
    expect(await screen.findByText(/больше не действует/)).toBeVisible();
  });

  it('asks for all digits', async () => {
    const { user, server } = await openWait();
    await user.type(code(), '1234567{Enter}');
    expect(screen.getByText('В коде 8 цифр.')).toBeVisible();
    expect(server.calls).toEqual([]);
  });

  it('can be tried again if the server was unreachable', async () => {
    takeConsole();
    const { user, server } = await openWait();
    server.on('emailVerification/code', lostNetwork);
    await user.type(code(), '12345678');
    expect(await screen.findByText(/Проверить код не удалось/)).toBeVisible();
    expect(code()).toBeEnabled();
    expect(screen.getByRole('button', { name: 'Войти по коду' })).toBeEnabled();
  });
});

describe('another email', () => {
  it('can be requested after a countdown of one minute', async () => {
    const { server } = await openWait();
    server.on('emailVerification/send', { success: true, mailToken: 'mb_newer' });
    expect(screen.getByRole('timer')).toHaveTextContent(/Отправить ещё раз можно через (1:00|0:59)/);
    expect(screen.queryByRole('button', { name: 'Отправить письмо ещё раз' })).not.toBeInTheDocument();
  });

  it('replaces the first one', async () => {
    jest.useFakeTimers();
    const { server, platform } = await openWait();
    server.on('emailVerification/send', { success: true, mailToken: 'mb_newer' });
    await act(() => jest.advanceTimersByTimeAsync(30_000));
    expect(screen.getByRole('timer')).toHaveTextContent(/через 0:(29|30)/);
    await act(() => jest.advanceTimersByTimeAsync(31_000));
    fireEvent.click(screen.getByRole('button', { name: 'Отправить письмо ещё раз' }));
    expect(await screen.findByText(/Новое письмо отправлено/)).toBeVisible();
    expect(server.callsTo('emailVerification/send')[0]?.body).toMatchObject({ email: EMAIL });
    expect(platform.storage.contents()).toMatchObject({ mailToken: 'mb_newer' });
    expect(screen.getByRole('timer')).toHaveTextContent(/через (1:00|0:59)/);
  });

  it('keeps its countdown across a reload', async () => {
    jest.useFakeTimers();
    const { server, platform, unmount } = await openWait();
    server.on('emailVerification/send', { success: true, mailToken: 'mb_newer' });
    await act(() => jest.advanceTimersByTimeAsync(61_000));
    fireEvent.click(screen.getByRole('button', { name: 'Отправить письмо ещё раз' }));
    expect(await screen.findByText(/Отправить ещё раз можно через (1:00|0:59)/)).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(40_000));
    unmount();
    await openWait({ storedInTab: platform.sessionStorage.contents() });
    expect(screen.getByRole('timer')).toHaveTextContent(/через 0:(19|20)/);
    await act(() => jest.advanceTimersByTimeAsync(21_000));
    expect(screen.getByRole('button', { name: 'Отправить письмо ещё раз' })).toBeVisible();
  });

  it.each(['', 'yesterday', '-1', '99999999999999'])(
    'waits a minute at most where %j is kept',
    async (kept) => {
      await openWait({ storedInTab: { emailSentAt: kept } });
      const timer = screen.queryByRole('timer');
      if (timer === null)
        expect(screen.getByRole('button', { name: 'Отправить письмо ещё раз' })).toBeVisible();
      else expect(timer).toHaveTextContent(/через (1:00|0:59)/);
    },
  );
});
