import '../../../../src/web/screens/account/Account';
import '../../../../src/web/screens/account/ChangeEmail';
import '../../../../src/web/screens/account/RestoreEmail';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { FLOW_TEXTS } from '../../../../src/web/texts/flows';
import { takeConsole } from '../../../support/consoleSpy';
import { storedCustomer } from '../../../support/customer';
import { fakePlatform } from '../../../support/fakePlatform';
import { renderApp } from '../../../support/renderApp';
import { rejection, scriptedApi } from '../../../support/scriptedApi';

const NEW = 'new@example.com';

function open(path: string, stored = storedCustomer()) {
  const server = scriptedApi();
  server.on('account/email/send', { success: true, requestToken: 'cc_old' });
  server.on('account/email/confirm', { success: true });
  server.on('account/email/sendNew', { success: true, requestToken: 'cc_new' });
  server.on('account/email/change', { success: true, email: NEW, browserMark: 'cb_new' });
  server.on('account/email/sendRestore', { success: true, requestToken: 'cc_former' });
  server.on('account/email/restore', { success: true, email: 'old@example.com' });
  const platform = fakePlatform({ fetch: server.fetch, stored });
  return { ...renderApp(path, { platform }), server, platform };
}

const click = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

async function type(label: string, value: string, submit: string): Promise<void> {
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
  await click(submit);
}

async function upToNewCode(): Promise<void> {
  await click('Прислать код на эту почту');
  await type('Код из письма', '1234 5678', 'Подтвердить');
  await type('Новая почта', NEW, 'Прислать код на новую почту');
  expect((await screen.findByText(/^Мы отправили код на/)).textContent).toBe(`Мы отправили код на ${NEW}.`);
}

describe('/account/email', () => {
  it('focuses the field of each step, and the title of a step without a field', async () => {
    open('/account/email');
    await click('Прислать код на эту почту');
    await waitFor(() => expect(screen.getByLabelText('Код из письма')).toHaveFocus());
    await click('Начать заново');
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    await click('Прислать код на эту почту');
    await type('Код из письма', '12345678', 'Подтвердить');
    await waitFor(() => expect(screen.getByLabelText('Новая почта')).toHaveFocus());
    await type('Новая почта', NEW, 'Прислать код на новую почту');
    await waitFor(() => expect(screen.getByLabelText('Код из письма')).toHaveFocus());
    await type('Код из письма', '87654321', 'Сменить почту');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Почта изменена' })).toHaveFocus());
  });

  it('requires both codes, and then stores the new address and the browser mark in this browser', async () => {
    const { server, platform } = open('/account/email');
    await upToNewCode();
    await type('Код из письма', '87654321', 'Сменить почту');
    expect(await screen.findByRole('heading', { level: 1, name: 'Почта изменена' })).toBeVisible();
    expect(server.callsTo('account/email/confirm').map(({ body }) => body)).toEqual([
      { requestToken: 'cc_old', code: '12345678' },
    ]);
    expect(server.callsTo('account/email/sendNew').map(({ body }) => body)).toEqual([
      { requestToken: 'cc_old', newEmail: NEW },
    ]);
    expect(server.callsTo('account/email/change').map(({ body }) => body)).toEqual([
      { requestToken: 'cc_old', newRequestToken: 'cc_new', code: '87654321' },
    ]);
    expect(platform.storage.get('email')).toBe(NEW);
    expect(platform.storage.get('customerBrowser')).toBe('cb_new');
  });

  it('says that the former mailbox can take the address back, and offers to end the other sessions', async () => {
    const { server } = open('/account/email');
    server.on('account/sessions', { success: true, sessions: [] });
    expect(await screen.findByText(/^Семь дней после смены тот, у кого прежняя почта/)).toBeVisible();
    await upToNewCode();
    await type('Код из письма', '87654321', 'Сменить почту');
    expect(await screen.findByText(/^С прежней почты аккаунт можно вернуть/)).toBeVisible();
    fireEvent.click(screen.getByRole('link', { name: 'Завершить остальные входы' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Где открыт аккаунт' })).toBeVisible();
  });

  it('reports after the code that the new address has an account, and accepts another address', async () => {
    const { server } = open('/account/email');
    server.on('account/email/change', { success: false, reason: 'taken' });
    await upToNewCode();
    await type('Код из письма', '87654321', 'Сменить почту');
    expect(await screen.findByText('На этой почте уже есть аккаунт. Укажи другую.')).toBeVisible();
    expect(screen.getByLabelText('Код из письма')).toHaveFocus();
    await click('Указать другую почту');
    expect(await screen.findByLabelText('Новая почта')).toBeVisible();
  });

  it('checks the code and the address before it sends them', async () => {
    const { server } = open('/account/email');
    await click('Прислать код на эту почту');
    await type('Код из письма', '123', 'Подтвердить');
    expect(await screen.findByText('В коде 8 цифр.')).toBeVisible();
    await type('Код из письма', '12345678', 'Подтвердить');
    await type('Новая почта', 'no-address', 'Прислать код на новую почту');
    expect(await screen.findByText(/почта введена с ошибкой/)).toBeVisible();
    expect(server.callsTo('account/email/sendNew')).toEqual([]);
  });

  it('says that the mail server cannot send to the new address, and accepts another address', async () => {
    const { server } = open('/account/email');
    server.on('account/email/sendNew', { success: false, reason: 'addressUnsupported' });
    await click('Прислать код на эту почту');
    await type('Код из письма', '12345678', 'Подтвердить');
    await type('Новая почта', 'анна@пример.рф', 'Прислать код на новую почту');
    expect(await screen.findByText(FLOW_TEXTS.addressUnsupported)).toBeVisible();
    server.on('account/email/sendNew', { success: true, requestToken: 'cc_new' });
    await type('Новая почта', NEW, 'Прислать код на новую почту');
    expect(await screen.findByText(/^Мы отправили код на/)).toBeVisible();
  });

  it('shows from when the address can be changed again', async () => {
    const { server } = open('/account/email');
    server.on('account/email/send', {
      ...{ success: false, reason: 'changedRecently', until: '2026-11-28T09:00:00.000Z' },
    });
    await click('Прислать код на эту почту');
    expect(await screen.findByText(/Снова сменить её можно с 28.11.26 12:00/)).toBeVisible();
  });

  it('leads to support if the server does not support the endpoint', async () => {
    takeConsole();
    const { server } = open('/account/email');
    server.on('account/email/send', () => rejection(404));
    await click('Прислать код на эту почту');
    expect(await screen.findByText('Сменить почту здесь пока нельзя')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });
});

describe('/account/restoreEmail', () => {
  it('changes nothing when it opens, removes the token from the URL, and reverts the change on request', async () => {
    const { server, address } = open('/account/restoreEmail#1.ec_token', {});
    expect(await screen.findByRole('heading', { level: 1, name: 'Адрес изменён' })).toBeVisible();
    expect(address()).toBe('/account/restoreEmail');
    expect(server.calls.map(({ path }) => path)).not.toContain('account/email/sendRestore');
    await click('Прислать код на прежнюю почту');
    await waitFor(() => expect(screen.getByLabelText('Код из письма')).toHaveFocus());
    await type('Код из письма', '12345678', 'Вернуть почту');
    expect(await screen.findByRole('heading', { level: 1, name: 'Почта возвращена' })).toHaveFocus();
    expect(server.callsTo('account/email/restore').map(({ body }) => body)).toEqual([
      { restoreToken: '1.ec_token', requestToken: 'cc_former', code: '12345678' },
    ]);
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Войти' })).toHaveAttribute(
      'href',
      '/login',
    );
  });

  it('shows that the link has expired', async () => {
    const { server } = open('/account/restoreEmail#1.ec_token', {});
    server.on('account/email/sendRestore', { success: false, reason: 'expired' });
    await click('Прислать код на прежнюю почту');
    expect(await screen.findByText('Ссылка больше не действует')).toHaveFocus();
  });

  it('shows after a code that is no longer valid that another code is needed', async () => {
    const { server } = open('/account/restoreEmail#1.ec_token', {});
    server.on('account/email/restore', { success: false, reason: 'invalid' });
    await click('Прислать код на прежнюю почту');
    await type('Код из письма', '12345678', 'Вернуть почту');
    expect(await screen.findByText('Этот код больше не действует. Запроси новый.')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Прислать код на прежнюю почту' })).toBeVisible();
  });

  it('explains without the token how to get the link', async () => {
    open('/account/restoreEmail', {});
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
      'Открой ссылку из письма ещё раз',
    );
    expect(screen.getByText(/Войди с прежней почтой/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /Прислать код/ })).toBeNull();
  });

  it('still shows after a reload that the address was restored', async () => {
    const { router } = open('/account/restoreEmail#1.ec_token', {});
    await click('Прислать код на прежнюю почту');
    await type('Код из письма', '12345678', 'Вернуть почту');
    await screen.findByRole('heading', { name: 'Почта возвращена' });
    // The history entry is all that a reload keeps.
    expect(router.state.location.state).toEqual({ isRestored: true });
  });

  it('is shown after a sign-in with the former address', async () => {
    const { server, address } = open('/confirm?token=rs_1', { emailForSignIn: 'old@example.com' });
    server.on('emailVerification/preview', { success: true, email: 'old@example.com' });
    server.on('emailVerification/restore', {
      ...{ success: false, reason: 'addressChanged', restoreToken: '1.ec_token' },
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Адрес изменён' })).toBeVisible();
    expect(address()).toBe('/account/restoreEmail');
  });
});
