/**
 * Tests the confirmation of an account deletion: without server support, without remaining days, with a wrong code and
 * with a lost response.
 */
import '../../../../src/web/screens/deleteAccount/AccountDeleted';
import '../../../../src/web/screens/deleteAccount/ConfirmDeletion';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { takeConsole } from '../../../support/consoleSpy';
import { storedCustomer } from '../../../support/customer';
import { fakePlatform } from '../../../support/fakePlatform';
import { renderApp } from '../../../support/renderApp';
import { lostNetwork, rejection, scriptedApi } from '../../../support/scriptedApi';

const NOTHING_LEFT = { success: true, paidDays: 0, giftDays: 0, nextChargeAt: null, pendingRefunds: 0 };

function open(preview: object | null) {
  const server = scriptedApi();
  if (preview !== null) server.on('account/deletion/preview', preview);
  server.on('account/deletion/code', { success: true, requestToken: 'cc_token' });
  const platform = fakePlatform({ fetch: server.fetch, stored: storedCustomer() });
  return { server, ...renderApp('/account/delete/confirm', { platform }) };
}

async function typeCode(code = '12345678') {
  await userEvent.click(await screen.findByRole('button', { name: 'Прислать код' }));
  await waitFor(() => expect(screen.getByLabelText('Код из письма')).toHaveFocus());
  await userEvent.type(screen.getByLabelText('Код из письма'), code);
  await userEvent.click(screen.getByRole('button', { name: 'Удалить навсегда' }));
}

it('leads to support if the server does not support these endpoints', async () => {
  open(null);
  expect(await screen.findByText('Здесь удалить аккаунт пока нельзя')).toBeVisible();
});

it('deletes with the code, signs out and shows the final page', async () => {
  const { server, address, platform } = open(NOTHING_LEFT);
  server.on('account/deletion/confirm', { success: true });
  await typeCode();
  expect(await screen.findByRole('heading', { level: 1, name: 'Аккаунт удалён' })).toBeVisible();
  expect(address()).toBe('/account/deleted');
  expect(server.callsTo('account/deletion/confirm')[0]?.body).toEqual({
    requestToken: 'cc_token',
    code: '12345678',
    waivesDays: false,
  });
  await waitFor(() => expect(platform.storage.get('accessToken')).toBeNull());
  expect(server.callsTo('session/logout')).toEqual([]);
});

it('says when the account is deleted if its address was changed recently, and withdraws the deletion', async () => {
  const waitsUntil = '2026-12-04T09:00:00.000Z';
  const { server } = open({ ...NOTHING_LEFT, waitsUntil, isRequested: false });
  expect(await screen.findByText(/^Почта недавно менялась, поэтому удалим аккаунт/)).toBeVisible();
  server.on('account/deletion/confirm', { success: true, carriedOutAt: waitsUntil });
  server.on('account/deletion/preview', { ...NOTHING_LEFT, waitsUntil, isRequested: true });
  await typeCode();
  expect(await screen.findByRole('heading', { name: /^Удалим аккаунт 04/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Прислать код' })).toBeNull();
  // A link that only leads back must not promise that the account stays.
  expect(screen.queryByText('Не удалять')).toBeNull();
  expect(screen.getByRole('link', { name: 'Вернуться в аккаунт' })).toHaveAttribute('href', '/account');
  server.on('account/deletion/withdraw', { success: true });
  server.on('account/deletion/preview', { ...NOTHING_LEFT, waitsUntil, isRequested: false });
  await userEvent.click(screen.getByRole('button', { name: 'Отменить удаление' }));
  expect(await screen.findByRole('button', { name: 'Прислать код' })).toBeVisible();
  expect(server.callsTo('account/deletion/withdraw')).toHaveLength(1);
});

it('leads back to the remaining days, and focuses the title, if days appeared after the preview', async () => {
  const { server } = open(NOTHING_LEFT);
  server.on('account/deletion/confirm', { success: false, reason: 'waiverNeeded' });
  await typeCode();
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Удаление аккаунта'),
  );
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

it('asks for a waiver if days remain, and shows the remaining days', async () => {
  const { server } = open({ ...NOTHING_LEFT, paidDays: 2, giftDays: 5, pendingRefunds: 299 });
  expect(await screen.findByText(/Ты потеряешь 2.оплаченных дня и 5.подаренных дней/)).toBeVisible();
  expect(screen.getByText('Возврат придёт на карту и после удаления.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Удалить и отказаться от оставшихся дней' }));
  expect(screen.getByText('Напиши слово «отказываюсь»')).toBeVisible();
  expect(server.callsTo('account/deletion/code')).toEqual([]);
});

it('shows the remaining attempts after a wrong code, and explains a lost response', async () => {
  const { server } = open(NOTHING_LEFT);
  server.on('account/deletion/confirm', { success: false, reason: 'wrong', triesLeft: 4 });
  await typeCode();
  expect(await screen.findByText(/Код не подошёл, ещё есть 4.попытки/)).toBeVisible();
  server.on('account/deletion/confirm', lostNetwork);
  await userEvent.click(screen.getByRole('button', { name: 'Удалить навсегда' }));
  expect(await screen.findByText(/Ответ не дошёл/)).toBeVisible();
});

it('does not claim that nothing was deleted if the server failed, because it may fail after the deletion', async () => {
  takeConsole();
  const { server } = open(NOTHING_LEFT);
  server.on('account/deletion/confirm', () => rejection(500));
  await typeCode();
  expect(await screen.findByText(/Если аккаунт удалён, на почту придёт последнее письмо/)).toBeVisible();
  expect(screen.queryByText(/Не получилось/)).not.toBeInTheDocument();
});
