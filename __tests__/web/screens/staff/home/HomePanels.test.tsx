/** Tests the panels beside the customer search on `/adept`. */
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import type { StaffHome as StaffHomeResponse } from '../../../../../src/shared/contract/staffHome';
import { createStore } from '../../../../../src/web/app/store';
import { PlatformContext } from '../../../../../src/web/platform/PlatformContext';
import StaffHome from '../../../../../src/web/screens/staff/home/StaffHome';
import { ageText, changeText } from '../../../../../src/web/texts/staff/home';
import { StyleProvider } from '../../../../../src/web/theme/StyleProvider';
import { takeConsole } from '../../../../support/consoleSpy';
import { fakePlatform } from '../../../../support/fakePlatform';
import { rejection, scriptedApi } from '../../../../support/scriptedApi';

const HOME: StaffHomeResponse = {
  attention: [
    { kind: 'paymentIssues', count: 2, oldestAt: '2026-11-20T09:00:00.000Z', oldest: [] },
    { kind: 'failedEmails', count: 0, oldestAt: null, oldest: [] },
    {
      kind: 'pendingVpn',
      count: 1,
      oldestAt: '2026-11-21T08:10:00.000Z',
      oldest: [{ userId: 7, deviceId: 'd-7' }],
    },
    { kind: 'declinedRenewals', count: 0, oldestAt: null, oldest: [] },
    { kind: 'kindOfANewerServer', count: 9, oldestAt: null, oldest: [] },
  ],
  lastCustomers: [
    { id: 5, email: 'anna@example.org', status: 'ACTIVE', openedAt: '2026-11-21T08:30:00.000Z' },
  ],
  figures: {
    until: '2026-11-21T09:00:00.000Z',
    today: { revenue: 1347, trials: 3, subscriptions: 1, refunds: 1, refunded: 449 },
    lastWeek: { revenue: 898, trials: 6, subscriptions: 0, refunds: 0, refunded: 0 },
  },
};

beforeEach(() => {
  takeConsole();
});

function openHome(home: Parameters<ReturnType<typeof scriptedApi>['on']>[1] = HOME) {
  const server = scriptedApi();
  server.on('panel/me', { username: 'ann', role: 'admin' });
  server.on('panel/tags', { tags: [] });
  server.on('panel/paymentIssues/count', { open: 2 });
  server.on('panel/users/search', { content: [], last: true });
  server.on('panel/home/read', home);
  const platform = fakePlatform({
    fetch: server.fetch,
    stored: { accessToken: 'a-1', refreshToken: 'r-1' },
  });
  const router = createMemoryRouter(
    [
      { path: '/adept', element: <StaffHome /> },
      { path: '*', element: null },
    ],
    { initialEntries: ['/adept'] },
  );
  render(
    <PlatformContext value={platform}>
      <Provider store={createStore(platform)}>
        <StyleProvider>
          <RouterProvider router={router} />
        </StyleProvider>
      </Provider>
    </PlatformContext>,
  );
  return { server, router, user: userEvent.setup() };
}

const panel = (name: string) => screen.findByRole('region', { name });

it('shows only work that is due, with its number, its age and a link to the page that acts', async () => {
  openHome();
  const attention = await panel('Needs attention');
  expect(within(attention).getByRole('link', { name: '2 payment issues' })).toHaveAttribute(
    'href',
    '/adept/paymentIssues',
  );
  expect(attention).toHaveTextContent('1 device waiting for a VPN credential');
  expect(within(attention).getByRole('link', { name: 'Customer 7' })).toHaveAttribute(
    'href',
    '/torride?user=7&device=d-7',
  );
  expect(within(attention).getAllByRole('listitem')).toHaveLength(2);
  expect(attention).not.toHaveTextContent(/email|renewal/);
});

it('names a card provider that is gone, with the numbers of its customers, or that permits no autopayments', async () => {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000 - 5_000).toISOString();
  openHome({
    ...HOME,
    attention: [],
    cardProviders: [
      {
        provider: 'cloudPayments',
        problem: 'gone',
        at: ago(180),
        customers: { affected: 1204, moved: 310, waiting: 880 },
      },
      { provider: 'yooKassa', problem: 'noAutopayments', at: ago(10), customers: null },
      {
        provider: 'other',
        problem: 'problemOfANewerServer',
        at: ago(10),
        customers: null,
      },
    ],
  });
  const rows = within(await panel('Needs attention')).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'CloudPayments is gone. Customers affected: 1,204, moved: 310, waiting: 8803 hours ago',
    'YooKassa doesn’t permit autopayments: its charges and new orders fail10 min ago',
  ]);
});

it('opens a last customer by id, so that the URL contains no personal data', async () => {
  const { router, user } = openHome();
  const customers = await panel('My last customers');
  await user.click(within(customers).getByRole('link', { name: /anna@example\.org/ }));
  expect(router.state.location.pathname + router.state.location.search).toBe('/crucify?id=5');
});

it('compares the figures of today with the same weekday last week', async () => {
  openHome();
  const table = within(await panel('Today')).getByRole('table');
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent.replaceAll('\u00a0', ' ')));
  expect(rows).toEqual([
    ['', 'Until 12:00', 'Last Sat'],
    ['Gross sales', '1,347 ₽ +50%', '898 ₽'],
    ['New trials', '3 −50%', '6'],
    ['New subscriptions', '1 ', '0'],
    ['Refunds', '1 · 449 ₽ ', '0'],
  ]);
});

it('says in words that nothing needs attention and that no customer was opened', async () => {
  openHome({ attention: [], lastCustomers: [], figures: null });
  expect(await panel('Needs attention')).toHaveTextContent('Nothing needs attention right now.');
  expect(await panel('My last customers')).toHaveTextContent('The customers you open appear here.');
  expect(screen.queryByRole('region', { name: 'Today' })).toBeNull();
});

it('keeps the search working if the panels fail, and retries them', async () => {
  const { server, user } = openHome(() => rejection(500));
  expect(await screen.findByText('Couldn’t load the overview. The search still works.')).toBeVisible();
  await user.type(screen.getByRole('searchbox'), 'zmey{Enter}');
  expect(await screen.findByText('nothing was found...')).toBeVisible();
  server.on('panel/home/read', HOME);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await panel('Needs attention')).toBeVisible();
});

it('shows no panels if the server has no such call', async () => {
  const { server } = openHome(() => rejection(404, 'NOT_FOUND'));
  expect(await screen.findByRole('searchbox')).toBeVisible();
  await screen.findByRole('link', { name: 'Payment issues (2)' });
  expect(server.callsTo('panel/home/read')).toHaveLength(1);
  expect(screen.queryByText(/Couldn’t load/)).toBeNull();
  expect(screen.queryByRole('region', { name: 'Needs attention' })).toBeNull();
});

test.each([
  [59_000, 'less than a minute'],
  [5 * 60_000, '5 min'],
  [3_600_000, '1 hour'],
  [47 * 3_600_000, '1 day'],
  [61 * 24 * 3_600_000, '2 months'],
])('an age of %s ms is %s', (ms, words) => {
  expect(ageText(ms)).toBe(words);
});

test.each([
  [150, 100, '+50%'],
  [0, 100, '−100%'],
  [100, 100, '±0%'],
  [1, 0, null],
])('a change to %s from %s is %s', (now, before, words) => {
  expect(changeText(now, before)).toBe(words);
});
