/** Tests the command palette, the list of shortcuts, and the setting that turns single-key shortcuts off. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { takeConsole } from '../../../support/consoleSpy';
import { fakePlatform } from '../../../support/fakePlatform';
import { renderApp } from '../../../support/renderApp';
import { json, scriptedApi } from '../../../support/scriptedApi';

const customer = (id: number, email: string) => ({
  id,
  email,
  uid: `uid-${String(id)}`,
  subscription: { status: 'ACTIVE' },
  devices: [],
});

function start(path = '/adept/emails', role = 'support') {
  const server = scriptedApi();
  server.on('panel/me', { username: 'ann', role });
  server.on('panel/emails/list', { content: [], next: null });
  server.on('panel/users/find', { matches: [] });
  server.on('panel/users/search', ({ query }) =>
    json({ content: [customer(7, `${query['emailPart'] ?? ''}@example.org`)], last: true }),
  );
  const platform = fakePlatform({
    fetch: server.fetch,
    stored: { accessToken: 'a-1', refreshToken: 'r-1' },
  });
  return { server, ...renderApp(path, { platform }) };
}

beforeEach(() => {
  takeConsole();
  // jsdom has no layout, so it does not implement scrolling.
  Element.prototype.scrollIntoView = () => undefined;
});

const ready = () => screen.findByRole('heading', { level: 1 });
/** Presses a key as a keyboard with a Russian layout does. */
const press = (code: string, key: string, modifiers: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { code, key, ...modifiers });
const openPalette = async () => {
  press('KeyK', 'л', { ctrlKey: true });
  return screen.findByRole('combobox', { name: 'Search pages, actions and customers' });
};

it('opens the palette by Ctrl K on a Russian layout and a page by its name', async () => {
  const { user, address } = start();
  await ready();
  const field = await openPalette();
  expect(field).toHaveFocus();
  await user.type(field, 'gif');
  const [option] = screen.getAllByRole('option');
  expect(option).toHaveTextContent('Gifts');
  expect(field).toHaveAttribute('aria-activedescendant', option?.id);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe('/adept/gifts'));
  expect(screen.queryByRole('combobox', { name: /Search pages/ })).toBeNull();
});

it('offers only pages that the role may open', async () => {
  start();
  await ready();
  await openPalette();
  const pages = within(screen.getByRole('group', { name: 'Pages' })).getAllByRole('option');
  expect(pages.map((page) => page.textContent)).toEqual([
    ...['Customers', 'Gifts', 'Partners', 'Emails', 'Security and sessions'],
  ]);
});

it('finds customers, aborts a superseded search and never shows an older response', async () => {
  const { server, platform, user, address } = start();
  await ready();
  const aborted: string[] = [];
  let answerSlowly: (response: Response) => void = () => undefined;
  server.on('panel/users/search', ({ query }) =>
    query['emailPart'] === 'slow'
      ? new Promise((resolve) => {
          answerSlowly = resolve;
        })
      : json({ content: [customer(9, 'quick@example.org')], last: true }),
  );
  platform.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : input.toString();
    const signal = input instanceof Request ? input.signal : init?.signal;
    signal?.addEventListener('abort', () => aborted.push(url));
    return server.fetch(input, init);
  };
  const field = await openPalette();
  await user.click(field);
  await user.paste('slow');
  await waitFor(() => expect(server.callsTo('panel/users/search')).toHaveLength(1));
  await user.clear(field);
  await user.paste('quick');
  expect(await screen.findByRole('option', { name: /quick@example\.org/ })).toBeInTheDocument();
  expect(aborted.filter((url) => url.includes('emailPart=slow'))).toHaveLength(1);
  await act(async () => {
    answerSlowly(json({ content: [customer(8, 'slow@example.org')], last: true }));
    await Promise.resolve();
  });
  expect(screen.queryByRole('option', { name: /slow@example\.org/ })).toBeNull();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe('/crucify?id=9'));
});

it('finds a customer by a number of one digit', async () => {
  const { server, user } = start();
  await ready();
  server.on('panel/users/search', { content: [], last: true });
  server.on('panel/users/find', { matches: [{ matchedBy: 'payment', user: customer(9, 'a@example.org') }] });
  await user.click(await openPalette());
  await user.paste('3');
  expect(await screen.findByRole('option', { name: /a@example\.org/ })).toBeInTheDocument();
  expect(server.callsTo('panel/users/find').map(({ body }) => body)).toEqual([{ value: '3' }]);
});

it('does not search a gift key, which is a secret', async () => {
  const { server, user } = start();
  await ready();
  await user.click(await openPalette());
  await user.paste('0123456789ABCDEFGHJKMNPQRS');
  expect(await screen.findByText('nothing was found...')).toBeInTheDocument();
  expect(server.callsTo('panel/users/search')).toEqual([]);
  expect(server.callsTo('panel/users/find')).toEqual([]);
});

it('closes by Escape and returns the focus', async () => {
  const { user } = start();
  await ready();
  const button = await screen.findByRole('button', { name: 'Search or run a command Ctrl K' });
  await user.click(button);
  await screen.findByRole('combobox', { name: /Search pages/ });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('combobox', { name: /Search pages/ })).toBeNull());
  expect(button).toHaveFocus();
});

it('lists the shortcuts by ? on a Russian layout, but not while typing', async () => {
  const { user } = start('/adept');
  await ready();
  const field = await screen.findByRole('searchbox');
  field.focus();
  press('Slash', ',', { shiftKey: true });
  expect(screen.queryByRole('dialog')).toBeNull();
  field.blur();
  press('Slash', ',', { shiftKey: true });
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(dialog).toHaveTextContent('Search customers');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('opens the search by the key / on a Russian layout', async () => {
  const { address } = start();
  await ready();
  press('Slash', '.');
  await waitFor(() => expect(address()).toBe('/adept'));
});

it('turns single-key shortcuts off in this browser, but not Ctrl K', async () => {
  const { server, user, platform, address } = start('/adept/account');
  server.on('panel/account/get', {
    ...{ username: 'ann', role: 'support', hasSecondFactor: false, secondFactorRequired: false },
    sessions: [],
  });
  await ready();
  const setting = await screen.findByRole('region', { name: 'Single-key shortcuts' });
  await user.click(within(setting).getByRole('button', { name: 'Turn off' }));
  expect(platform.storage.get('staffShortcuts')).toBe('off');
  press('Slash', '/');
  press('Slash', '?', { shiftKey: true });
  expect(address()).toBe('/adept/account');
  await openPalette();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('combobox', { name: /Search pages/ })).toBeNull());
  await user.click(within(setting).getByRole('button', { name: 'Turn on' }));
  press('Slash', '/');
  await waitFor(() => expect(address()).toBe('/adept'));
});
