/** Tests `/adept/apps`: editing, preview, publishing, changes of other admins, links and history. */
import '../../../../../src/web/screens/staff/apps/Apps';
import '../../../../../src/web/screens/staff/apps/AppPreview';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { VpnApp } from '../../../../../src/shared/vpnAppList';
import { takeConsole } from '../../../../support/consoleSpy';
import { fakePlatform } from '../../../../support/fakePlatform';
import { renderApp } from '../../../../support/renderApp';
import { lostNetwork, rejection, scriptedApi } from '../../../../support/scriptedApi';
import { words } from '../../../../support/words';

const AT = '2026-11-21T09:00:00.000Z';
const ONE: VpnApp = {
  id: 'one',
  name: 'One',
  opens: 'one://add/{url}',
  clients: ['One'],
  stores: { ios: [{ kind: 'appStore', url: 'https://store.example/one' }] },
};
const TWO: VpnApp = { id: 'two', name: 'Two', disabled: true, stores: { ios: ONE.stores.ios } };

const VERSION = { version: 3, at: AT, by: 'zoe', origin: 'saved', restored: null };

function open(list: object = {}, storedInTab: Record<string, string> = {}) {
  takeConsole();
  const server = scriptedApi();
  server.on('panel/me', { username: 'admin', role: 'admin' });
  server.on('panel/vpnApps/read', { version: 3, apps: [ONE, TWO], history: [], ...list });
  const platform = fakePlatform({
    fetch: server.fetch,
    stored: { accessToken: 'a-1', refreshToken: 'r-1' },
    storedInTab,
    configuration: { publicUrl: 'https://shop.example' },
  });
  return { ...renderApp('/adept/apps', { platform }), server, platform };
}

const button = (name: string) => screen.findByRole('button', { name });
const preview = async () => within(await screen.findByRole('region', { name: 'Preview' }));

it('shows the apps, and the preview as customers see it', async () => {
  open();
  expect(await screen.findByText('Two')).toBeVisible();
  expect(screen.getByText('Disabled')).toBeVisible();
  expect(await (await preview()).findByRole('link', { name: words('Добавить в One') })).toHaveAttribute(
    'href',
    'one://add/https://shop.example/s/example',
  );
  expect(screen.getByText(/^No enabled app for Android, Windows, Mac, Linux, Android TV\./)).toBeVisible();
});

it('publishes the changes of several apps as one version', async () => {
  const { user, server } = open();
  server.on('panel/vpnApps/save', { version: 4 });
  expect(await button('Publish changes')).toBeDisabled();
  await user.click(await button('Enable Two'));
  await user.click(await button('Move Two up'));
  await user.click(await button('Edit One'));
  const link = screen.getByLabelText('Link 1 for iPhone and iPad');
  await user.clear(link);
  await user.type(link, ' https://store.example/new ');
  await user.type(screen.getByLabelText('User-Agent names'), ', Uno');
  expect(await (await preview()).findByRole('heading', { name: words('Установи Two') })).toBeVisible();
  expect(server.callsTo('panel/vpnApps/save')).toEqual([]);
  await user.click(await button('Publish changes'));
  expect(server.callsTo('panel/vpnApps/save')[0]?.body).toEqual({
    version: 3,
    apps: [
      { id: 'two', name: 'Two', stores: TWO.stores },
      {
        ...ONE,
        clients: ['One', 'Uno'],
        stores: { ios: [{ kind: 'appStore', url: 'https://store.example/new' }] },
      },
    ],
  });
  expect(await screen.findByText('No unpublished changes.')).toBeVisible();
});

it('shows a sentence at each invalid field, and sends nothing', async () => {
  const { user, server } = open();
  await user.click(await button('Add app'));
  await user.type(screen.getByLabelText('Deep link template'), 'https://thief.example');
  await user.type(screen.getByLabelText('User-Agent names'), 'New/1');
  await user.click(screen.getByRole('button', { name: 'Add link for Linux' }));
  await user.type(screen.getByLabelText('Link 1 for Linux'), 'http://store.example');
  await user.click(await button('Publish changes'));
  expect(await screen.findByText('Correct the marked fields of New app.')).toBeVisible();
  for (const label of ['Name', 'Deep link template', 'User-Agent names', 'Link 1 for Linux'])
    expect(screen.getByLabelText(label)).toBeInvalid();
  expect(screen.getByText('Enter a name of at most 32 characters.')).toBeVisible();
  expect(screen.getByText('Enter an address that starts with https://.')).toBeVisible();
  expect(server.callsTo('panel/vpnApps/save')).toEqual([]);
});

it('rejects a list that offers customers nothing', async () => {
  const { user, server } = open();
  await user.click(await button('Disable One'));
  expect(screen.getByText('Enable at least one app that has a store link.')).toBeVisible();
  await user.click(await button('Publish changes'));
  expect(server.callsTo('panel/vpnApps/save')).toEqual([]);
  expect(await (await preview()).findByText('Customers are offered no app.')).toBeVisible();
});

it('keeps the changes if another admin was faster, and publishes them only after a decision', async () => {
  const { user, server } = open();
  await user.click(await button('Enable Two'));
  server.on('panel/vpnApps/save', () => rejection(409, 'CONFLICT'));
  server.on('panel/vpnApps/read', {
    version: 4,
    apps: [ONE],
    history: [{ ...VERSION, version: 4, changes: [{ change: 'removed', app: 'Two' }] }],
  });
  await user.click(await button('Publish changes'));
  expect(
    await screen.findByText(/^zoe changed the list on .*Your changes are not published\.$/),
  ).toBeVisible();
  expect(await button('Disable Two')).toBeVisible();
  expect(await button('Publish changes')).toBeDisabled();
  server.on('panel/vpnApps/save', { version: 5 });
  await user.click(await button('Replace with my changes'));
  await user.click(await button('Publish changes'));
  expect(server.callsTo('panel/vpnApps/save').at(-1)?.body).toMatchObject({
    version: 4,
    apps: [{ id: 'one' }, { id: 'two' }],
  });
});

it('discards the changes and shows the list of the other admin', async () => {
  const { user, server } = open();
  await user.click(await button('Enable Two'));
  server.on('panel/vpnApps/read', { version: 4, apps: [ONE], history: [{ ...VERSION, version: 4 }] });
  act(() => void window.dispatchEvent(new Event('focus')));
  await user.click(await button('Discard my changes'));
  expect(screen.queryByText('Two')).not.toBeInTheDocument();
  expect(screen.getByText('No unpublished changes.')).toBeVisible();
});

it('keeps unpublished changes over a reload', async () => {
  const first = open();
  await first.user.click(await button('Edit One'));
  await first.user.type(screen.getByLabelText('Name'), ' and a half');
  const stored = first.platform.sessionStorage.contents();
  first.unmount();
  open({}, stored);
  expect(await screen.findByText('One and a half')).toBeVisible();
  expect(screen.getByText('You have unpublished changes.')).toBeVisible();
});

it('keeps the changes and reports that it is safe to repeat if the response was lost', async () => {
  const { user, server } = open();
  await user.click(await button('Enable Two'));
  server.on('panel/vpnApps/save', lostNetwork);
  await user.click(await button('Publish changes'));
  expect(await screen.findByText(/The list of VPN apps/)).toBeVisible();
  server.on('panel/vpnApps/save', { version: 4 });
  await user.click(await button('Publish changes'));
  expect(await screen.findByText('No unpublished changes.')).toBeVisible();
});

it('requests every link once, also of disabled apps and of unpublished changes, and names the app of a dead link', async () => {
  const { user, server } = open();
  const dead = 'https://store.example/dead';
  await user.click(await button('Edit Two'));
  await user.click(screen.getByRole('button', { name: 'Add link for Mac' }));
  await user.type(screen.getByLabelText('Link 1 for Mac'), dead);
  server.on('panel/vpnApps/checkLinks', {
    isOffline: false,
    content: [
      { url: 'https://store.example/one', status: 200, host: 'store.example', ms: 90, problem: null },
      {
        url: dead,
        status: 404,
        host: 'store.example',
        ms: 80,
        problem: 'The host responded with status 404.',
      },
    ],
  });
  await user.click(await button('Request every link'));
  expect(server.callsTo('panel/vpnApps/checkLinks')[0]?.body).toEqual({
    urls: ['https://store.example/one', dead],
  });
  expect(await screen.findByText('1 of 2 links don’t work.')).toBeVisible();
  const table = within(screen.getByRole('table', { name: 'Responses of the links' }));
  expect(table.getByRole('row', { name: /One, Two Works \(200\)/ })).toBeVisible();
  expect(table.getByRole('row', { name: /Two The host responded with status 404\./ })).toBeVisible();
});

it('explains that a server without access to the internet cannot request links', async () => {
  const { user, server } = open();
  const gone = { url: 'https://store.example/one', ms: 5, problem: 'The host name does not exist.' };
  server.on('panel/vpnApps/checkLinks', { isOffline: true, content: [gone] });
  await user.click(await button('Request every link'));
  expect(
    await screen.findByText('No link responded. The server may have no access to the internet.'),
  ).toBeVisible();
});

it('shows the history, and restores a version or the shipped list', async () => {
  const { user, server } = open({
    history: [
      { ...VERSION, restored: 1, origin: 'restored', changes: [{ change: 'edited', app: 'One' }] },
      { ...VERSION, version: 2, changes: [{ change: 'disabled', app: 'Two' }, { change: 'reordered' }] },
      { ...VERSION, version: 1, by: null, origin: 'imported', changes: [] },
    ],
  });
  server.on('panel/vpnApps/restore', { version: 4 });
  const table = within(await screen.findByRole('table', { name: 'Versions of the list' }));
  expect(table.getByText('Restored version 1: edited One')).toBeVisible();
  expect(table.getByText('Disabled Two, changed the order')).toBeVisible();
  expect(table.getByText('Import of VPN_APPS')).toBeVisible();
  await user.click(await button('Restore version 2'));
  await user.click(await button('Restore the shipped list'));
  await waitFor(() =>
    expect(server.callsTo('panel/vpnApps/restore').map(({ body }) => body)).toEqual([
      { version: 3, restored: 2 },
      { version: 3, restored: 0 },
    ]),
  );
  await user.click(await button('Enable Two'));
  expect(await button('Restore version 2')).toBeDisabled();
});

it('informs staff who are not admins', async () => {
  const { server } = open();
  server.on('panel/vpnApps/read', () => rejection(403, 'FORBIDDEN'));
  expect(await screen.findByText('You need the Admin role to change the VPN apps.')).toBeVisible();
});
