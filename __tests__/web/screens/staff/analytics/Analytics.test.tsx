/** Tests `/adept/analytics`: the metrics of a period, their charts, and the CSV export. */
import '../../../../../src/web/screens/staff/analytics/Analytics';
import { screen, waitFor, within } from '@testing-library/react';
import type { AnalyticsOfDay } from '../../../../../src/shared/contract/staffAnalytics';
import { addToDay } from '../../../../../src/shared/moscowDays';
import { takeConsole } from '../../../../support/consoleSpy';
import { fakePlatform } from '../../../../support/fakePlatform';
import { renderApp } from '../../../../support/renderApp';
import { json, rejection, scriptedApi } from '../../../../support/scriptedApi';

const HAPPENED = {
  ...{ payments: 0, paid: 0, refunds: 0, refunded: 0, chargebacks: 0, chargedBack: 0, failedCharges: 0 },
  ...{ failedFirstPayments: 0, trialsBegun: 0, trialsConverted: 0, trialsCharged: 0, joined: 0, left: 0 },
  giftsUsed: 0,
};

function dayOf(day: string, index: number): AnalyticsOfDay {
  return {
    day,
    ...HAPPENED,
    payments: 2,
    paid: 449.1,
    trialsBegun: index,
    ...{ active: 10 + index, cancelled: 1, gifted: 2, paying: index, monthly: 449 * index },
  };
}

function open(role = 'admin', path = '/adept/analytics?from=2026-11-01&to=2026-11-10') {
  takeConsole();
  const server = scriptedApi();
  server.on('panel/me', { username: 'ann', role });
  server.on('panel/paymentIssues/count', { open: 0 });
  server.on('panel/analytics/read', ({ body }) => {
    const { from, to } = body as { from: string; to: string };
    const days: AnalyticsOfDay[] = [];
    for (let day = from; day <= to; day = addToDay(day, 1)) days.push(dayOf(day, days.length));
    return json({
      days,
      total: {
        ...HAPPENED,
        ...{ payments: 20, paid: 4491, refunds: 1, refunded: 100.5, left: 3, joined: 8 },
        ...{ trialsBegun: 45, trialsCharged: 9, trialsConverted: 7, net: 4390.5, payingBefore: 12 },
        paidByKind: [
          { kind: 'charge', payments: 10, paid: 4490 },
          { kind: 'check', payments: 1, paid: 1 },
        ],
      },
      partners: [{ prefix: 'blogger', trialsBegun: 4, trialsConverted: 2, paid: 902, returned: 1 }],
    });
  });
  const stored = { accessToken: 'a-1', refreshToken: 'r-1' };
  const platform = fakePlatform({ fetch: server.fetch, stored });
  return { ...renderApp(path, { platform }), server, platform };
}

const card = async (name: string) => within(await screen.findByRole('region', { name }));

it('shows each metric of the period beside its chart', async () => {
  const { server } = open();
  expect(await screen.findAllByText(/Moscow time/)).toHaveLength(1);
  expect((await card('Gross volume')).getByText(/^4,491\s₽$/)).toBeVisible();
  expect(
    (await card('Gross volume')).getByRole('img', { name: /^Gross volume, from 449\.10\s₽/ }),
  ).toBeVisible();
  expect(
    (await card('Monthly recurring revenue')).getByText(/^4,041\s₽$/, { selector: 'strong' }),
  ).toBeVisible();
  expect((await card('Churned')).getByText(/25\.0% churn \(3 of 12\)/)).toBeVisible();
  expect((await card('Trials started')).getByText(/9 converted so far \(20\.0%\)/)).toBeVisible();
  const partners = await screen.findByRole('table', { name: 'Partner campaigns' });
  expect(within(partners).getByText('blogger')).toBeVisible();
  const days = await screen.findByRole('table', { name: 'By day' });
  expect(within(days).getAllByRole('row')).toHaveLength(11);
  expect(server.callsTo('panel/analytics/read').map(({ body }) => body)).toEqual([
    { from: '2026-11-01', to: '2026-11-10' },
  ]);
});

it('shows a year by months, whose sums are exact', async () => {
  open('admin', '/adept/analytics?from=2026-01-01&to=2026-12-31');
  const months = await screen.findByRole('table', { name: 'By month' });
  const [, december] = within(months).getAllByRole('row');
  // The month has 31 days with 449.10 rubles each.
  expect(within(december!).getByText(/^13,922\.10\s₽$/)).toBeVisible();
  expect(within(months).getAllByRole('row')).toHaveLength(13);
});

it('requests the selected period, and keeps the period in the URL', async () => {
  const { user, server, address } = open();
  await screen.findByRole('table', { name: 'By day' });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), 'Last 7 days');
  await waitFor(() => expect(server.callsTo('panel/analytics/read')).toHaveLength(2));
  const asked = server.callsTo('panel/analytics/read').at(-1)?.body as { from: string; to: string };
  expect(addToDay(asked.from, 6)).toBe(asked.to);
  expect(address()).toBe(`/adept/analytics?from=${asked.from}&to=${asked.to}`);
});

it.each([
  ['from=2026-11-10&to=2026-11-01', 'End date can’t be before start date'],
  ['from=2025-11-10&to=2026-11-11', 'Choose at most 366 days'],
  ['from=soon&to=2026-11-11', 'Invalid date'],
])('tells what is wrong with %s and asks nothing', async (query, words) => {
  const { server } = open('admin', `/adept/analytics?${query}`);
  await waitFor(() => expect(screen.getByText(words)).toBeVisible());
  expect(server.callsTo('panel/analytics/read')).toEqual([]);
});

it('saves the daily metrics as a CSV table of numbers', async () => {
  const { user, platform } = open();
  await screen.findByRole('table', { name: 'By day' });
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  const [file] = platform.savedFiles;
  expect(file?.name).toBe('analytics-2026-11-01-2026-11-10.csv');
  const lines = (await file!.content.text()).trim().split('\r\n');
  expect(lines).toHaveLength(11);
  expect(lines[0]).toContain('"Day";"Active"');
  expect(lines[3]).toContain('03.11.2026;12;1;2;2;898');
  expect(lines[3]).toContain(';449,1;');
});

it('is for admins only: other staff see neither the link nor the metrics', async () => {
  const { server } = open('senior');
  server.on('panel/analytics/read', () => rejection(403, 'FORBIDDEN'));
  expect(await screen.findByText('You need the Admin role to view analytics.')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Analytics' })).toBeNull();
  expect(screen.queryByRole('search')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();
});
