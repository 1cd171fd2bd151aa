import '../../../../src/web/screens/account/DataExport';
import { screen, waitFor } from '@testing-library/react';
import { takeConsole } from '../../../support/consoleSpy';
import { EMAIL, storedCustomer } from '../../../support/customer';
import { fakePlatform } from '../../../support/fakePlatform';
import { renderApp } from '../../../support/renderApp';
import { json, scriptedApi } from '../../../support/scriptedApi';

const FILES = { html: '<p>everything</p>', json: '{"kinds":[]}' };

function openExport() {
  const server = scriptedApi();
  server.on('account/data/code', { success: true, requestToken: 'cc_token' });
  const saved: { name: string; content: Blob }[] = [];
  const platform = {
    ...fakePlatform({ fetch: server.fetch, stored: storedCustomer() }),
    files: { save: (name: string, content: Blob) => void saved.push({ name, content }) },
  };
  return { ...renderApp('/account/data', { platform }), server, saved };
}

const CODE_FIELD = 'Код из письма';

it('downloads both files after the code from the email, and keeps neither file in the browser’s storage', async () => {
  const { user, server, saved, store } = openExport();
  server.on('account/data/export', { success: true, files: FILES });
  await user.click(await screen.findByRole('button', { name: 'Прислать код' }));
  await waitFor(() => expect(screen.getByLabelText(CODE_FIELD)).toHaveFocus());
  expect(screen.getByText(/^Код отправлен на/).textContent).toBe(
    `Код отправлен на ${EMAIL}. Письмо приходит за минуту, проверь и спам.`,
  );
  await user.type(screen.getByLabelText(CODE_FIELD), '1234 5678');
  await user.click(screen.getByRole('button', { name: 'Собрать данные' }));
  const save = await screen.findByRole('button', { name: 'Скачать страницу' });
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  await user.click(save);
  await user.click(screen.getByRole('button', { name: 'Скачать JSON' }));
  expect(server.callsTo('account/data/export').map(({ body }) => body)).toEqual([
    { requestToken: 'cc_token', code: '12345678' },
  ]);
  expect(saved.map(({ name }) => name)).toEqual([
    expect.stringMatching(/^moi-dannye-\d{4}-\d\d-\d\d\.html$/),
    expect.stringMatching(/^moi-dannye-\d{4}-\d\d-\d\d\.json$/),
  ]);
  expect(await Promise.all(saved.map(({ content }) => content.text()))).toEqual([FILES.html, FILES.json]);
  expect(JSON.stringify(store.getState())).not.toContain('everything');
});

it.each([
  [{ success: false, reason: 'wrong', triesLeft: 3 }, /Код не подошёл. Осталось: 3\s?попытки/],
  [{ success: false, reason: 'invalid' }, 'Этот код больше не действует. Попроси новый.'],
  [{ success: false, reason: 'tooManyTries' }, /Слишком много неверных кодов/],
])('explains a rejected code: %j', async (response, text) => {
  const { user, server } = openExport();
  server.on('account/data/export', response);
  await user.click(await screen.findByRole('button', { name: 'Прислать код' }));
  await user.type(await screen.findByLabelText(CODE_FIELD), '12345678');
  await user.click(screen.getByRole('button', { name: 'Собрать данные' }));
  expect(await screen.findByText(text)).toBeVisible();
  await user.click(screen.getByText('Прислать новый код'));
  await waitFor(() => expect(server.callsTo('account/data/code')).toHaveLength(2));
});

it('asks for the complete code before sending a request', async () => {
  const { user, server } = openExport();
  await user.click(await screen.findByRole('button', { name: 'Прислать код' }));
  await user.type(await screen.findByLabelText(CODE_FIELD), '1234');
  await user.click(screen.getByRole('button', { name: 'Собрать данные' }));
  expect(screen.getByText('В коде 8 цифр.')).toBeVisible();
  expect(server.callsTo('account/data/export')).toEqual([]);
});

it('leads to support if the server does not support the endpoint', async () => {
  takeConsole();
  const { user, server } = openExport();
  server.on('account/data/code', () => json({ error: { code: 'NOT_FOUND', message: 'no' } }, 404));
  await user.click(await screen.findByRole('button', { name: 'Прислать код' }));
  expect(await screen.findByText('Скачать здесь пока нельзя')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Прислать код' })).not.toBeInTheDocument();
});

it('offers another attempt if the code could not be sent', async () => {
  takeConsole();
  const { user, server } = openExport();
  server.on('account/data/code', () => json({ error: { code: 'INTERNAL', message: 'no' } }, 500));
  await user.click(await screen.findByRole('button', { name: 'Прислать код' }));
  expect(await screen.findByText('Код не отправлен')).toBeVisible();
});
