import '../../../../src/web/screens/account/Account';
import '../../../../src/web/screens/account/Sessions';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { formatRecent } from '../../../../src/web/texts/recentTime';
import { takeConsole } from '../../../support/consoleSpy';
import { storedCustomer } from '../../../support/customer';
import { fakePlatform } from '../../../support/fakePlatform';
import { renderApp } from '../../../support/renderApp';
import { rejection, scriptedApi } from '../../../support/scriptedApi';

const TIMES = { createdAt: '2026-11-20T09:00:00.000Z', lastUsedAt: '2026-11-21T09:00:00.000Z' };
const OWN = {
  ...{ id: 1, isCurrent: true, system: 'Windows', application: 'Chrome', deviceName: null, ...TIMES },
};
const PHONE = {
  ...{ id: 2, isCurrent: false, system: 'iPhone', application: 'Safari', deviceName: null, ...TIMES },
};
const APP = {
  ...{ id: 3, isCurrent: false, system: null, application: null, deviceName: 'Pixel 9', ...TIMES },
};

function open(sessions: object[] | null) {
  const server = scriptedApi();
  server.on('account/sessions', sessions === null ? () => rejection(404) : { success: true, sessions });
  server.on('account/endSession', { success: true });
  server.on('account/endOtherSessions', { success: true, ended: 2 });
  const rendered = renderApp('/account/sessions', {
    platform: fakePlatform({ fetch: server.fetch, stored: storedCustomer() }),
  });
  return { server, ...rendered };
}

it('lists the sessions and marks the current session, which cannot be ended here', async () => {
  const { platform } = open([OWN, PHONE, APP]);
  const list = await screen.findByRole('list', { name: 'Браузеры и приложения' });
  const rows = within(list).getAllByRole('listitem');
  const [last, since] = [TIMES.lastUsedAt, TIMES.createdAt].map((at) => formatRecent(at, platform.now()));
  expect(rows[0]?.textContent).toBe(`Chrome на Windowsэтот браузерпоследний раз ${last!}вход ${since!}`);
  expect(rows[1]).toHaveTextContent('Завершить Safari на iPhone');
  expect(rows[2]).toHaveTextContent('Приложение на «Pixel 9»');
  expect(within(list).getAllByRole('button')).toHaveLength(2);
});

it('offers to end nothing if no other session exists', async () => {
  open([OWN]);
  await screen.findByText('Chrome на Windows');
  expect(screen.queryByRole('button', { name: /завершить/i })).toBeNull();
});

it('ends a session after a confirmation, and shows the remaining ones', async () => {
  const { server } = open([OWN, PHONE]);
  // A click by assistive technology opens a confirmation dialog instead of requiring a hold.
  const button = await screen.findByRole('button', { name: /Safari на iPhone/ });
  button.focus();
  fireEvent.click(button);
  server.on('account/sessions', { success: true, sessions: [OWN] });
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Завершить' }));
  expect(await screen.findByText('Готово: там придётся войти снова.')).toBeVisible();
  expect(server.callsTo('account/endSession').map(({ body }) => body)).toEqual([{ sessionId: 2 }]);
  expect(screen.queryByText('Safari на iPhone')).toBeNull();
  // The button had the focus and is removed.
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});

it('focuses the title when another attempt to load the list replaces the error notice', async () => {
  takeConsole();
  const { server, user } = open([OWN]);
  server.on('account/sessions', () => rejection(500));
  const retry = await screen.findByRole('button', { name: 'Повторить' });
  server.on('account/sessions', { success: true, sessions: [OWN] });
  await user.click(retry);
  await screen.findByText('Chrome на Windows');
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

it('ends all other sessions', async () => {
  const { server } = open([OWN, PHONE, APP]);
  fireEvent.click(await screen.findByRole('button', { name: 'Завершить все остальные' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Завершить' }));
  expect(await screen.findByText('Готово: аккаунт открыт только здесь.')).toBeVisible();
  expect(server.callsTo('account/endOtherSessions')).toHaveLength(1);
});

it('leads to support if the server does not support the endpoint', async () => {
  takeConsole();
  open(null);
  expect(await screen.findByText('Список пока недоступен')).toBeVisible();
  expect(within(screen.getByRole('main')).getByRole('link', { name: /поддержк/i })).toBeVisible();
});
