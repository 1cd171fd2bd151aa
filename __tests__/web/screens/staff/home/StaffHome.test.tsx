/** Tests `/adept`: the customer search, and the navigation after a failed request. */
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { takeConsole } from '../../../../support/consoleSpy';
import { fakePlatform } from '../../../../support/fakePlatform';
import { renderApp } from '../../../../support/renderApp';
import { json, rejection, scriptedApi } from '../../../../support/scriptedApi';

const TOKENS = { accessToken: 'a-1', refreshToken: 'r-1' };

const user = (id: number, email: string) => ({
  id,
  email,
  uid: `uid-of-customer-number-${String(id)}`,
  subscription: { status: 'CANCELED' },
  devices: [
    { id: 1, deviceName: 'A phone with a long name', deviceId: 'd', isActive: true, platform: 'android' },
  ],
});

function start(path: string) {
  const server = scriptedApi();
  server.on('panel/me', { username: 'ann', role: 'support' });
  server.on('panel/users/find', { matches: [] });
  server.on('panel/users/search', ({ query }) =>
    json({
      content: [user(7, `${query['emailPart'] ?? ''}-and-twenty-more-letters@example.com`)],
      last: true,
    }),
  );
  const platform = fakePlatform({ fetch: server.fetch, stored: TOKENS });
  return { server, ...renderApp(path, { platform }) };
}

const box = () => screen.findByRole('searchbox', { name: 'Search customers' });
const list = () => screen.findByRole('table', { name: 'Customers found' });

/** Enters the whole text at once, because on a busy machine a search could start between two keystrokes. */
async function searchFor(person: UserEvent, text: string): Promise<void> {
  await person.click(await box());
  await person.paste(text);
}

beforeEach(() => {
  takeConsole();
});

it('sends one request for text that was typed without a pause, with the page, size and sort of the specification [call-30, error-41, number-19, screen-82]', async () => {
  const { server, user: person, address } = start('/adept');
  expect(await screen.findByText('input your search...')).toBeInTheDocument();
  await person.type(await box(), 'vasil');
  await list();
  await waitFor(() => expect(server.callsTo('panel/users/search')).toHaveLength(1));
  expect(server.callsTo('panel/users/search')[0]?.query).toEqual({
    emailPart: 'vasil',
    page: '0',
    size: '5',
    sortBy: 'id',
    sortDirection: 'DESC',
  });
  expect(address()).toBe('/adept#q=vasil');
});

it('truncates the email to 24 characters, the uid to 18, a device to 14, and abbreviates the status [input-18, input-19, input-20]', async () => {
  start('/adept#q=vasil');
  const table = within(await list());
  expect(await table.findByText('vasil-and-twenty-more-le...')).toBeInTheDocument();
  expect(table.getByText('uid-of-customer-nu')).toBeInTheDocument();
  expect(table.getByText('A phone with a')).toBeInTheDocument();
  expect(table.getByText('CAN')).toBeInTheDocument();
  expect(table.getByRole('link')).toHaveAttribute('href', '/crucify?id=7');
});

it('shows the devices of a customer as one text, which the narrow layout does not split', async () => {
  const { server } = start('/adept#q=vasil');
  const [device] = user(7, '').devices;
  server.on('panel/users/search', {
    content: [{ ...user(7, 'a@example.com'), devices: [device, { ...device, id: 2, deviceName: 'Laptop' }] }],
    last: true,
  });
  const cell = (await screen.findByText('Laptop')).closest('td');
  expect(cell).toHaveTextContent('A phone with a, Laptop');
  expect(cell?.children).toHaveLength(1);
});

it('mentions the key / only while single-key shortcuts are on', async () => {
  const { platform } = start('/adept');
  await box();
  expect(screen.getByText(/\/ to focus/)).toBeInTheDocument();
  act(() => platform.storage.changeElsewhere('staffShortcuts', 'off'));
  expect(screen.queryByText(/\/ to focus/)).toBeNull();
});

it('reads text, page and sort from the URL, and writes the sort to the URL', async () => {
  const { server, user: person, address } = start('/adept#q=vasil&page=3&sort=email&dir=asc');
  await within(await list()).findByRole('link');
  expect(server.callsTo('panel/users/search')[0]?.query).toMatchObject({ page: '2', sortBy: 'email' });
  const header = screen.getByRole('columnheader', { name: 'Email' });
  expect(header).toHaveAttribute('aria-sort', 'ascending');
  await person.click(within(header).getByRole('button'));
  await waitFor(() => expect(address()).toBe('/adept#q=vasil&sort=email&dir=desc'));
});

it('truncates an endless search text in the URL to the maximum length', async () => {
  const { server } = start(`/adept#q=${'a.'.repeat(1000)}`);
  await within(await list()).findByRole('link');
  expect(server.callsTo('panel/users/search')[0]?.query).toMatchObject({ emailPart: 'a.'.repeat(127) });
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('cancels a search that a newer search replaced', async () => {
  const { server, platform, user: person } = start('/adept');
  const cancelled: string[] = [];
  server.on('panel/users/search', ({ query }) =>
    query['emailPart'] === 'slow'
      ? new Promise(() => undefined)
      : json({ content: [user(9, 'quick@example.com')], last: true }),
  );
  platform.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : input.toString();
    init?.signal?.addEventListener('abort', () => cancelled.push(url));
    return server.fetch(input, init);
  };
  await searchFor(person, 'slow');
  await waitFor(() => expect(server.callsTo('panel/users/search')).toHaveLength(1));
  await person.clear(await box());
  await searchFor(person, 'quick');
  expect(await screen.findByText('quick@example.com')).toBeInTheDocument();
  expect(cancelled.filter((url) => url.includes('emailPart=slow'))).toHaveLength(1);
});

it('never shows the customers of an earlier text, whatever the order of the responses', async () => {
  const { server, user: person } = start('/adept');
  const give = new Map<string, () => void>();
  server.on('panel/users/search', ({ query }) => {
    const part = query['emailPart'] ?? '';
    return new Promise<Response>((resolve) => {
      give.set(part, () => resolve(json({ content: [user(9, `${part}@example.com`)], last: true })));
    });
  });
  const asked = (part: string) => waitFor(() => expect(give.has(part)).toBe(true));
  await searchFor(person, 'one');
  await asked('one');
  await act(() => Promise.resolve(give.get('one')?.()));
  expect(await screen.findByText('one@example.com')).toBeInTheDocument();

  await searchFor(person, 'two');
  await asked('onetwo');
  expect(screen.queryByText('one@example.com')).toBeNull();
  await searchFor(person, 'three');
  await asked('onetwothree');
  await act(() => Promise.resolve(give.get('onetwothree')?.()));
  expect(await screen.findByText(/^onetwothree@/)).toBeInTheDocument();
  await act(() => Promise.resolve(give.get('onetwo')?.()));
  expect(screen.queryByText('onetwo@example.com')).toBeNull();
  expect(screen.getByText(/^onetwothree@/)).toBeInTheDocument();

  await person.clear(await box());
  expect(await screen.findByText('input your search...')).toBeInTheDocument();
  await searchFor(person, 'four');
  await asked('four');
  expect(screen.queryByText(/^onetwothree@/)).toBeNull();
});

it('keeps the previous page visible while another page of the same search loads', async () => {
  const { server, user: person } = start('/adept#q=vasil');
  server.on('panel/users/search', ({ query }) =>
    query['page'] === '0'
      ? json({ content: [user(9, 'first@example.com')], last: false })
      : new Promise(() => undefined),
  );
  expect(await screen.findByText('first@example.com')).toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(server.callsTo('panel/users/search')).toHaveLength(2));
  expect(screen.getByText('first@example.com')).toBeInTheDocument();
});

it('shows the number of results, and opens the first and the last page', async () => {
  const { server, user: person } = start('/adept#q=vasil&page=2');
  server.on('panel/users/search', ({ query }) =>
    json({
      content: [user(9, `page-${query['page'] ?? ''}@example.com`)],
      ...{ last: query['page'] === '3', total: 17, isTotalCapped: false },
    }),
  );
  expect(await screen.findByText('17 in total')).toBeInTheDocument();
  expect(screen.getByText('Page 2 of 4')).toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'Last page' }));
  expect(await screen.findByText('page-3@example.com')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Last page' })).toHaveAttribute('aria-disabled', 'true');
  await person.click(screen.getByRole('button', { name: 'First page' }));
  expect(await screen.findByText('page-0@example.com')).toBeInTheDocument();
});

it('opens no last page if there are more results than were counted', async () => {
  const { server } = start('/adept#q=vasil');
  server.on('panel/users/search', {
    ...{ content: [user(9, 'a@example.com')], last: false, total: 1000, isTotalCapped: true },
  });
  expect(await screen.findByText('More than 1000')).toBeInTheDocument();
  expect(screen.getByText('Page 1')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Last page' })).toBeNull();
});

it('sends a push to the whole result of a search, and names the number of customers', async () => {
  const { server, user: person } = start('/adept#q=vasil');
  server.on('panel/me', { username: 'ann', role: 'senior' });
  server.on('panel/tags/list', { tags: [] });
  server.on('panel/users/search', { content: [user(9, 'a@example.com')], last: false, total: 17 });
  server.on('panel/push/preview', { customers: 12, devices: 15, isTooMany: false });
  await person.click(await screen.findByRole('button', { name: 'Send push to 17 customers…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send push' }));
  expect(await dialog.findByText('Sends to 15 devices (12 of 17 customers)')).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Send to 15 devices' })).toBeInTheDocument();
  expect(server.callsTo('panel/push/preview').map(({ body }) => body)).toEqual([{ emailPart: 'vasil' }]);
});

it('does not type the slash that focuses the search box, but types a slash that belongs to the text', async () => {
  const { user: person } = start('/adept');
  const input = await box();
  await person.click(input);
  await person.keyboard('/vas');
  expect(input).toHaveValue('vas');
  await person.keyboard('/il');
  expect(input).toHaveValue('vas/il');
});

it('text typed after a reload replaces the previous search text, with or without a slash before the text', async () => {
  const { user: person } = start('/adept#q=vasil');
  await waitFor(async () => expect(await box()).toHaveFocus());
  await person.keyboard('/iva');
  expect(await box()).toHaveValue('iva');
});

it('has the page language English, and customer pages do not', async () => {
  const { router } = start('/adept');
  await box();
  expect(document.documentElement.lang).toBe('en');
  expect(screen.getByRole('region', { name: 'Notifications (Alt+T)' })).toBeInTheDocument();
  await act(() => router.navigate('/'));
  await waitFor(() => expect(document.documentElement.lang).toBe('ru'));
});

it('is opened by one key from every screen of the console', async () => {
  const { user: person, address } = start('/exorcio');
  await screen.findByRole('heading', { name: 'Partner console' });
  await person.keyboard('/');
  await waitFor(async () => expect(await box()).toHaveFocus());
  expect(address()).toBe('/adept');
});

it('shows a message if nothing was found [error-40]', async () => {
  const { server, user: person } = start('/adept');
  server.on('panel/users/search', { content: [], last: true });
  await searchFor(person, 'zmey');
  expect(await screen.findByText('nothing was found...')).toBeInTheDocument();
});

it('shows the exact match of a value, and never puts a gift key into a query or the URL', async () => {
  const { server, user: person, address } = start('/adept');
  server.on('panel/users/find', { matches: [{ matchedBy: 'giftKey', user: user(3, 'a@example.com') }] });
  const key = '0123456789ABCDEFGHJKMNPQRS';
  await person.type(await box(), key);
  const exact = within(await screen.findByRole('table', { name: 'Exact match' }));
  expect(exact.getByText('Gift key')).toBeInTheDocument();
  expect(server.callsTo('panel/users/search').map(({ query }) => query['emailPart'])).not.toContain(key);
  expect(address()).not.toContain(key);
});

it('looks up a number of two digits, and shows by which identifier the customer was found', async () => {
  const { server, user: person } = start('/adept');
  server.on('panel/users/search', { content: [], last: true });
  server.on('panel/users/find', {
    matches: [
      { matchedBy: 'payment', matched: '43', provider: 'yooKassa', user: user(3, 'a@example.com') },
      { matchedBy: 'order', matched: '43', user: user(4, 'b@example.com') },
    ],
  });
  await person.type(await box(), '43');
  const exact = within(await screen.findByRole('table', { name: 'Exact match' }));
  expect(exact.getByText('Payment 43 (YooKassa)')).toBeInTheDocument();
  expect(exact.getByText('Order 43')).toBeInTheDocument();
  await person.clear(await box());
  await person.type(await box(), 'ab');
  await waitFor(() => expect(server.callsTo('panel/users/search').at(-1)?.query['emailPart']).toBe('ab'));
  expect(server.callsTo('panel/users/find').map(({ body }) => body)).not.toContainEqual({ value: 'ab' });
});

it('opens the failed request whose support code a customer named', async () => {
  const { server, user: person, address } = start('/adept');
  server.on('panel/users/search', { content: [], last: true });
  server.on('panel/users/find', {
    matches: [],
    failedRequests: [
      {
        ...{ requestId: '3f2a91c0-1111-4222-8333-444455556666', at: '2026-11-24T07:15:00.000Z' },
        ...{
          call: 'getShop',
          errorCode: '23505',
          error: 'DatabaseError 23505 at src/server/store/orders.ts:1:2',
        },
        customer: { id: 7, email: 'vasilisa@example.com' },
      },
    ],
  });
  await searchFor(person, '3f2a91c0');
  const found = within(await screen.findByRole('region', { name: 'Failed request 3f2a91c0' }));
  for (const text of ['24.11.26 10:15', 'getShop', '23505', '3f2a91c0-1111-4222-8333-444455556666']) {
    expect(found.getByText(text)).toBeInTheDocument();
  }
  expect(found.getByRole('link')).toHaveAttribute('href', '/crucify?id=7');
  expect(screen.queryByText('nothing was found...')).toBeNull();
  await waitFor(() => expect(address()).toBe('/adept#q=3f2a91c0'));
});

it('keeps a gift key out of the URL even if it is typed with a pause after each character', async () => {
  const { server, user: person, address } = start('/adept');
  const key = '7WQ2NXK4TDZ9A1BC3EFGHJMPRS';
  const input = await box();
  server.on('panel/users/search', { content: [], last: true });
  const seen: string[] = [];
  for (const length of [15, 16, 17, 25, 26]) {
    await person.clear(input);
    await person.click(input);
    await person.paste(key.slice(0, length));
    await person.keyboard('{Enter}');
    await waitFor(() =>
      expect(server.callsTo('panel/users/find').at(-1)?.body).toEqual({ value: key.slice(0, length) }),
    );
    seen.push(address());
  }
  expect(seen.filter((text) => text.includes(key.slice(0, 17)))).toEqual([]);
  expect(seen).toContain(`/adept#q=${key.slice(0, 16)}`);
  expect(server.callsTo('panel/users/search').map(({ query }) => query['emailPart'])).not.toContain(key);
  expect(screen.getByText(/^Looks like a gift key/)).toBeInTheDocument();
});

it('writes to the URL a text that resembles the beginning of a key but matches a device', async () => {
  const { server, user: person, address } = start('/adept');
  server.on('panel/users/search', { content: [], last: true });
  server.on('panel/users/find', { matches: [{ matchedBy: 'deviceId', user: user(3, 'a@example.com') }] });
  await person.type(await box(), '9774d56d682e549c7f');
  await waitFor(() => expect(address()).toBe('/adept#q=9774d56d682e549c7f'));
  expect(await box()).toHaveValue('9774d56d682e549c7f');
});

it('finds an email that resembles the beginning of a key, and then writes the text to the URL', async () => {
  const { server, user: person, address } = start('/adept');
  const part = 'stranger1699999999';
  server.on('panel/users/search', { content: [user(3, `${part}@example.com`)], last: true });
  await person.type(await box(), part);
  expect(await screen.findByText(new RegExp(`^${part}@`))).toBeInTheDocument();
  await waitFor(() => expect(address()).toBe(`/adept#q=${part}`));
});

it('shows the reason of a rejection and stays on the page [flow-52]', async () => {
  const { server, user: person, address } = start('/adept');
  server.on('panel/users/search', () => rejection(400));
  await searchFor(person, 'zmey');
  expect(await screen.findByRole('alert')).toHaveTextContent('rejected with 400');
  expect(address()).toBe('/adept#q=zmey');
});

it('goes to /refresh if the server fails, and to /capitulum with the tokens kept if the refresh fails too [flow-46]', async () => {
  const { server, user: person, address, store } = start('/adept');
  server.on('panel/users/search', () => rejection(500));
  server.on('auth/refreshToken', () => rejection(503));
  await searchFor(person, 'zmey');
  await waitFor(() => expect(address()).toBe('/capitulum'));
  expect(store.getState().identity).toMatchObject(TOKENS);

  // The server is available again, so a retry leads the user back to the same search.
  server.on('auth/refreshToken', { accessToken: 'a-2', refreshToken: 'r-2' });
  server.on('panel/users/search', { content: [user(7, 'zmey@example.com')], last: true });
  await person.click(await screen.findByRole('link', { name: 'Try again' }));
  expect(await screen.findByText('zmey@example.com')).toBeInTheDocument();
  expect(address()).toBe('/adept#q=zmey');
});

it('ends at /capitulum instead of a loop when refreshing does not help [flow-53]', async () => {
  const { server, user: person, address } = start('/adept');
  server.on('panel/users/search', () => rejection(500));
  server.on('auth/refreshToken', (_call, count) =>
    json({ accessToken: `a-${String(count)}`, refreshToken: `r-${String(count)}` }),
  );
  await searchFor(person, 'zmey');
  await waitFor(() => expect(address()).toBe('/capitulum'));
  expect(server.callsTo('auth/refreshToken')).toHaveLength(2);
});

it('keeps the typed months of a gift link after a failure, and shows whether the gift was created', async () => {
  const { server, user: person, address } = start('/adept');
  server.on('panel/me', { username: 'ann', role: 'senior' });
  server.on('panel/createGift', () => rejection(500));
  server.on('auth/refreshToken', () => rejection(401));
  server.on('auth/login', { accessToken: 'a-3', refreshToken: 'r-3' });
  const months = await screen.findByLabelText('Months');
  await person.clear(months);
  await person.type(months, '12');
  await person.click(screen.getByRole('button', { name: 'Create gift link' }));
  expect(
    await screen.findByText(/We couldn’t confirm the request to create the gift link/),
  ).toBeInTheDocument();
  await waitFor(() => expect(address()).toBe('/capitulum'));
  await person.type(await screen.findByLabelText(/Username/), 'ann');
  await person.type(screen.getByLabelText(/Password/), 'p{Enter}');
  expect(await screen.findByLabelText('Months')).toHaveValue('12');
});

it('shows the state of the gift whose key is pasted, and keeps the key out of the URL', async () => {
  const KEY = '0123456789ABCDEFGHJKMNPQRS';
  const { server, user: person, address } = start('/adept');
  server.on('panel/users/find', {
    matches: [],
    gift: {
      id: 3,
      keyEnding: 'PQRS',
      months: 3,
      state: 'activated',
      batch: { id: 1, name: 'Meetup' },
      createdAt: '2026-11-01T09:00:00.000Z',
      createdBy: 'olga',
      activatedAt: '2026-11-02T09:00:00.000Z',
      activatedBy: { id: 7, email: 'vasilisa@example.com' },
    },
  });
  await person.click(await box());
  await person.paste(KEY);
  const gift = within(await screen.findByRole('region', { name: 'Gift …PQRS' }));
  expect(gift.getByText('Activated', { selector: 'span' })).toBeInTheDocument();
  expect(gift.getByText('Meetup')).toBeInTheDocument();
  expect(gift.getByText(/by olga$/)).toBeInTheDocument();
  expect(gift.getByRole('link')).toHaveAttribute('href', '/crucify?id=7');
  expect(screen.queryByText('nothing was found...')).toBeNull();
  expect(address()).toBe('/adept');
  expect(server.callsTo('panel/users/search')).toEqual([]);
});

it('shows the version of the product below the content', async () => {
  start('/adept');
  // Pending panels hide the content below them.
  await waitFor(() => expect(screen.getByText(/ development$/)).toBeVisible());
});

it('keeps both date fields apart if they have the same date, and resets both when the filters are cleared', async () => {
  const errors = takeConsole();
  const { user: person, address } = start('/adept#since=2026-01-02&until=2026-01-02');
  const since = () => screen.findByLabelText('Registered from');
  const until = () => screen.findByLabelText('Registered to');
  expect(await since()).toHaveValue('2026-01-02');
  expect(await until()).toHaveValue('2026-01-02');
  await person.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(screen.getByLabelText('Registered from')).toHaveValue(''));
  expect(await until()).toHaveValue('');
  expect(address()).toBe('/adept');
  expect(errors.filter(({ message }) => message.includes('same key'))).toEqual([]);
});
