/** Tests `/severance`, the connection log of the console. */
import { screen, waitFor, within } from '@testing-library/react';
import { formatDateTime } from '../../../../../src/web/texts/dates';
import { takeConsole } from '../../../../support/consoleSpy';
import { fakePlatform } from '../../../../support/fakePlatform';
import { renderApp } from '../../../../support/renderApp';
import { json, rejection, scriptedApi } from '../../../../support/scriptedApi';

const DATE = '2026-11-21T09:00:00.000Z';

const entry = (id: number) => ({
  id,
  platform: id % 2 === 0 ? 'ios' : 'android',
  deviceName: id === 7 ? 'Samsung Galaxy S24 Ultra' : `Phone ${String(id)}`,
  connectionDate: id === 6 ? '1970-01-01T00:00:00.000Z' : DATE,
  success: id !== 7,
});

function openLogs(path = '/severance?userId=7') {
  const server = scriptedApi();
  server.on('panel/me', { username: 'ann', role: 'support' });
  const platform = fakePlatform({
    fetch: server.fetch,
    stored: { accessToken: 'a-1', refreshToken: 'r-1' },
  });
  return { server, start: () => renderApp(path, { platform }) };
}

const shownRows = async () => {
  const table = await screen.findByRole('table', { name: 'Last 5 connections' });
  await within(table).findByText('Phone 5');
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );
};

it('shows «Loading logs...» and then only the first five entries [call-36, error-42, input-16, input-22, number-20, screen-87]', async () => {
  const { server, start } = openLogs();
  let result: (response: Response) => void = () => undefined;
  server.on('panel/logs', () => new Promise<Response>((resolve) => (result = resolve)));
  start();
  expect(await screen.findByText('Loading logs...')).toBeInTheDocument();
  await waitFor(() => expect(server.callsTo('panel/logs')).toMatchObject([{ query: { userId: '7' } }]));
  result(json([7, 6, 5, 4, 3, 2, 1].map(entry)));
  const moment = formatDateTime(DATE);
  expect(await shownRows()).toEqual([
    ['android', 'Samsung Galaxy S2...', moment, 'No'],
    ['ios', 'Phone 6', 'never', 'Yes'], // [input-21]
    ['android', 'Phone 5', moment, 'Yes'],
    ['ios', 'Phone 4', moment, 'Yes'],
    ['android', 'Phone 3', moment, 'Yes'],
  ]);
  expect(screen.queryByText('Loading logs...')).not.toBeInTheDocument();
});

it('shows «nothing was found...» if the log is empty [error-40]', async () => {
  const { server, start } = openLogs();
  server.on('panel/logs', []);
  start();
  expect(await screen.findByText('nothing was found...')).toBeInTheDocument();
});

it('goes to /refresh if the request fails, and returns with new tokens [flow-48]', async () => {
  takeConsole();
  const { server, start } = openLogs();
  let isDown = true;
  server.on('panel/logs', () => (isDown ? rejection(500) : json([5].map(entry))));
  server.on('auth/refreshToken', () => {
    isDown = false;
    return json({ accessToken: 'a-2', refreshToken: 'r-2' });
  });
  const { address } = start();
  expect(await shownRows()).toHaveLength(1);
  expect(server.callsTo('auth/refreshToken')).toHaveLength(1);
  expect(address()).toBe('/severance?userId=7');
});
