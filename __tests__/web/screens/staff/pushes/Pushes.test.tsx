/** Tests broadcast pushes from search filters: counting devices, sending once, and the result per device. */
import '../../../../../src/web/screens/staff/home/StaffHome';
import '../../../../../src/web/screens/staff/pushes/Pushes';
import { screen, waitFor, within } from '@testing-library/react';
import { takeConsole } from '../../../../support/consoleSpy';
import { fakePlatform } from '../../../../support/fakePlatform';
import { renderApp } from '../../../../support/renderApp';
import { rejection, scriptedApi } from '../../../../support/scriptedApi';

const CUSTOMER = {
  id: 7,
  email: 'vasilisa@example.com',
  uid: 'uid-7',
  subscription: { status: 'ACTIVE', totalCost: 450, endDate: '2026-12-21T09:00:00.000Z' },
  devices: [],
};
const MESSAGE = { title: 'Новости', description: 'Стало быстрее', link: 'https://prosvet.example/news' };
const SENT = {
  ...{ id: 3, at: '2026-11-21T09:00:00.000Z', by: 'ann', ...MESSAGE },
  ...{ devices: 2, pending: 0, delivered: 1, unregistered: 0, failed: 1 },
};
const DEVICE = { userId: 7, email: 'vasilisa@example.com', deviceId: 'one', deviceName: 'Phone' };

function start(path: string, role = 'senior', settings: object = {}) {
  takeConsole();
  const server = scriptedApi();
  server.on('panel/me', { username: 'ann', role });
  server.on('panel/tags', { tags: [{ tag: 'vip', customers: 2 }] });
  server.on('panel/users/search', { content: [CUSTOMER], last: true });
  server.on('panel/users/find', { matches: [] });
  server.on('panel/push/preview', { customers: 1, devices: 2, isTooMany: false });
  server.on('panel/push/many', { id: 3 });
  server.on('panel/push/list', { content: [SENT] });
  server.on('panel/push/read', {
    ...SENT,
    content: [
      { id: 1, ...DEVICE, outcome: 'delivered' },
      { id: 2, ...DEVICE, deviceName: 'Laptop', outcome: 'failed', reason: 'quota exceeded' },
    ],
    next: null,
  });
  const stored = { accessToken: 'a-1', refreshToken: 'r-1' };
  const configuration = { pushLinkHosts: ['prosvet.example'], ...settings };
  const platform = fakePlatform({ fetch: server.fetch, stored, configuration });
  return { server, ...renderApp(path, { platform }) };
}

it('narrows the search, counts the devices, sends the push once and shows the delivery results', async () => {
  const { server, user } = start('/adept');
  await screen.findByRole('option', { name: 'vip (2)' });
  await user.selectOptions(screen.getByLabelText('Tag'), 'vip');
  await user.selectOptions(screen.getByLabelText('Status'), 'Active');
  await waitFor(() =>
    expect(server.callsTo('panel/users/search').at(-1)?.query).toMatchObject({
      tag: 'vip',
      status: 'ACTIVE',
    }),
  );
  await user.click(await screen.findByRole('button', { name: /^Send push.*…$/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send push' }));
  expect(await dialog.findByText('Sends to 2 devices (1 customer)')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Send to 2 devices' }));
  expect(dialog.getByText('Enter a title')).toBeVisible();
  await user.type(dialog.getByLabelText('Title'), MESSAGE.title);
  await user.type(dialog.getByLabelText('Text'), MESSAGE.description);
  await user.type(dialog.getByLabelText('Link'), MESSAGE.link);
  expect(dialog.getByRole('region', { name: 'Preview' })).toHaveTextContent('НовостиСтало быстрее');
  await user.dblClick(dialog.getByRole('button', { name: 'Send to 2 devices' }));
  const table = await screen.findByRole('table', { name: 'Devices in this campaign' });
  expect(await within(table).findByText('Failed: quota exceeded')).toBeVisible();
  expect(screen.getByText(/^2 of 2 devices · 1 accepted by the push service · 1 failed$/)).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Sent so far' })).toHaveAttribute('value', '2');
  expect(server.callsTo('panel/push/many').map(({ body }) => body)).toEqual([
    {
      ...{ emailPart: '', tag: 'vip', status: 'ACTIVE', ...MESSAGE, devices: 2 },
      requestKey: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    },
  ]);
});

it('keeps the typed message through /refresh, as the same push', async () => {
  const { server, user, address } = start('/adept#status=ACTIVE&tag=vip');
  server.on('panel/push/many', () => rejection(500));
  server.on('auth/refreshToken', { accessToken: 'a-2', refreshToken: 'r-2' });
  await user.click(await screen.findByRole('button', { name: /^Send push.*…$/ }));
  await user.type(await screen.findByLabelText('Title'), MESSAGE.title);
  await user.type(screen.getByLabelText('Text'), MESSAGE.description);
  await user.type(screen.getByLabelText('Link'), MESSAGE.link);
  await user.click(await screen.findByRole('button', { name: 'Send to 2 devices' }));
  await waitFor(() => expect(server.callsTo('auth/refreshToken')).toHaveLength(1));
  await waitFor(() => expect(address()).toBe('/adept#status=ACTIVE&tag=vip'));
  server.on('panel/push/many', { id: 3 });
  expect(await screen.findByLabelText('Title')).toHaveValue(MESSAGE.title);
  expect(screen.getByLabelText('Text')).toHaveValue(MESSAGE.description);
  expect(screen.getByLabelText('Link')).toHaveValue(MESSAGE.link);
  await user.click(await screen.findByRole('button', { name: 'Send to 2 devices' }));
  await waitFor(() => expect(address()).toBe('/adept/pushes?id=3'));
  const sent = server.callsTo('panel/push/many').map(({ body }) => JSON.stringify(body));
  expect(sent.length).toBeGreaterThan(1);
  expect(new Set(sent).size).toBe(1);
});

it('sends the same search for a bookmarked URL, and clears the filters', async () => {
  const { server, user } = start('/adept#status=GIFTED&since=2026-11-01&until=nonsense');
  expect(await screen.findByRole('link', { name: 'vasilisa@example.com' })).toBeVisible();
  const asked = server.callsTo('panel/users/search').at(-1)?.query;
  expect(asked).toMatchObject({ emailPart: '', status: 'GIFTED', registeredFrom: '2026-11-01' });
  expect(asked).not.toHaveProperty('registeredTo');
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByText('input your search...')).toBeVisible();
});

it('offers no push while push notifications are switched off, and keeps the earlier ones', async () => {
  const off = { pushNotifications: false };
  const search = start('/adept#status=ACTIVE', 'senior', off);
  expect(await screen.findByRole('link', { name: 'vasilisa@example.com' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Send push/ })).not.toBeInTheDocument();
  search.unmount();
  start('/adept/pushes', 'senior', off);
  expect(await screen.findByText('Push notifications are switched off.')).toBeVisible();
  expect(await screen.findByText(MESSAGE.title)).toBeVisible();
});

it('sends nothing if the search finds no devices or too many devices', async () => {
  const { server, user } = start('/adept#status=GIFTED');
  server.on('panel/push/preview', { customers: 0, devices: 0, isTooMany: false });
  await user.click(await screen.findByRole('button', { name: /^Send push.*…$/ }));
  expect(await screen.findByText('None of these customers has a push-enabled device.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  server.on('panel/push/preview', { customers: 4000, devices: 5000, isTooMany: true });
  await user.click(await screen.findByRole('button', { name: /^Send push.*…$/ }));
  expect(await screen.findByText(/^Over the 5000-device limit/)).toBeVisible();
});

it('lists the sent pushes, and shows an error for pushes that cannot be loaded', async () => {
  const { server, user } = start('/adept/pushes');
  await user.click(await screen.findByRole('link', { name: /21\.11\.26/ }));
  expect(await screen.findByRole('table', { name: 'Devices in this campaign' })).toBeVisible();
  server.on('panel/push/read', () => rejection(404, 'NOT_FOUND'));
  await user.selectOptions(screen.getByLabelText('Show'), 'Undelivered');
  expect(await screen.findByText('Push campaign not found')).toBeVisible();
});

it('offers no push to support', async () => {
  start('/adept#status=GIFTED', 'support');
  expect(await screen.findByRole('link', { name: 'vasilisa@example.com' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Send push.*…$/ })).toBeNull();
});
