/** Tests `/adept/analytics`: the figures of a period, their charts, and the CSV and Excel exports. */
import '../../../../../src/web/screens/staff/analytics/Analytics';
import { screen, waitFor, within } from '@testing-library/react';
import type { AnalyticsStep } from '../../../../../src/shared/analyticsSteps';
import type { AnalyticsOfStep } from '../../../../../src/shared/contract/staffAnalytics';
import { addToDay, daysBetween } from '../../../../../src/shared/moscowDays';
import { emptyStep, NO_TOTAL } from '../../../../support/analyticsSamples';
import { takeConsole } from '../../../../support/consoleSpy';
import { fakePlatform } from '../../../../support/fakePlatform';
import { renderApp } from '../../../../support/renderApp';
import { json, rejection, scriptedApi } from '../../../../support/scriptedApi';
import { parseCells, unzip } from '../../../../support/workbook';

const TODAY = '2026-11-10';

function stepAt(from: string, index: number): AnalyticsOfStep {
  return {
    ...emptyStep(from, from),
    ...{ payments: 2, paid: 449.1, net: 440.6, refunds: 1, refunded: 8.5, trialsBegun: index },
    ...{ newPaying: 1, newMonthly: 449, canceledPaying: 2, canceledMonthly: 898, lapsedPaying: 1 },
    ...{ active: 10 + index, cancelled: 1, gifted: 2, paying: index, monthly: 449 * index },
  };
}

const stepsFrom = (from: string, to: string): AnalyticsOfStep[] =>
  Array.from({ length: daysBetween(from, to) }, (_, index) => stepAt(addToDay(from, index), index));

/** Sales of two card providers, in a period and on each day. */
const OF_TWO = {
  total: [
    { provider: 'cloudPayments', payments: 15, paid: 3091, returned: 100.5 },
    { provider: 'yooKassa', payments: 5, paid: 1400, returned: 0 },
  ],
  day: [{ provider: 'yooKassa', payments: 1, paid: 140.5, returned: 7 }],
};

function open(
  role = 'admin',
  path = '/adept/analytics?from=2026-11-01&to=2026-11-10',
  sales: typeof OF_TWO | null = null,
) {
  takeConsole();
  const server = scriptedApi();
  server.on('panel/me', { username: 'ann', role });
  server.on('panel/paymentIssues/count', { open: 0 });
  server.on('panel/analytics/read', ({ body }) => {
    const { from, to } = body as { from: string; to: string; step: AnalyticsStep };
    const total = {
      ...NO_TOTAL,
      ...{ payments: 20, paid: 4491, refunds: 1, refunded: 100.5, net: 4390.5, chargebacks: 0 },
      ...{ newPaying: 8, canceledPaying: 2, lapsedPaying: 1, trialsBegun: 45, trialsConverted: 7 },
      ...{ payingBefore: 12, monthlyBefore: 5388, monthlyChurn: 0.084, checks: 45, checked: 45 },
      checksReturned: 44,
      paidByKind: [
        { kind: 'charge', payments: 20, paid: 4491, returned: 100.5 },
        { kind: 'check', payments: 45, paid: 45, returned: 44 },
      ],
    };
    const steps = stepsFrom(from, to).map((each) => ({ ...each, byProvider: sales?.day }));
    return json({
      ...{ from, to, steps, total: { ...total, byProvider: sales?.total } },
      previous: {
        ...{ from: '2026-10-01', to: '2026-10-10', steps: stepsFrom('2026-10-01', '2026-10-09') },
        total: { ...total, paid: 3992, refunded: 50.25, net: 4390.5, monthlyChurn: 0.1 },
      },
      trialWeeks: [
        { week: '2026-10-12', begun: 10, charged: 5 },
        { week: '2026-11-09', begun: 20, charged: 0 },
      ],
      partners: [{ prefix: 'blogger', trialsBegun: 4, trialsConverted: 2, paid: 902, returned: 1 }],
    });
  });
  const stored = { accessToken: 'a-1', refreshToken: 'r-1' };
  const platform = Object.assign(fakePlatform({ fetch: server.fetch, stored }), {
    now: () => Date.parse(`${TODAY}T12:00:00Z`),
  });
  return { ...renderApp(path, { platform }), server, platform };
}

const card = async (name: string) => within(await screen.findByRole('region', { name }));

it('shows each figure with its definition and the change against the period before', async () => {
  const { user, server } = open();
  expect(await screen.findAllByText(/Moscow time/)).toHaveLength(1);
  const gross = await card('Gross sales');
  expect(gross.getByText(/^4,491\s₽$/, { selector: 'strong' })).toBeVisible();
  expect(gross.getByText('+12.5% vs 01.10.26 – 10.10.26')).toBeVisible();
  expect(gross.getByText('20 sales')).toBeVisible();
  await user.click(gross.getByText('How it’s computed'));
  expect(await gross.findByText(/Card verifications and rejected payments aren’t sales/)).toBeVisible();
  expect((await card('Net revenue')).getByText('No change vs 01.10.26 – 10.10.26')).toBeVisible();
  expect((await card('Refunds and disputes')).getByText('+100.0% vs 01.10.26 – 10.10.26')).toBeVisible();
  expect((await card('Monthly churn')).getByText('8.4%')).toBeVisible();
  expect((await card('Monthly churn')).getByText('2 canceled, 1 lapsed')).toBeVisible();
  expect((await card('MRR movements')).getByText(/^−1,347\s₽$/)).toBeVisible();
  // Only weeks whose trials have ended count in the conversion.
  expect((await card('Trial conversion')).getByText('50.0%')).toBeVisible();
  expect((await card('Not sales')).getByText(/^45 · 45\s₽, 44\s₽ refunded$/)).toBeVisible();
  const partners = await screen.findByRole('table', { name: 'Partner campaigns' });
  expect(within(partners).getByText('blogger')).toBeVisible();
  expect(server.callsTo('panel/analytics/read').map(({ body }) => body)).toEqual([
    { from: '2026-11-01', to: '2026-11-10', step: 'day' },
  ]);
});

it('names the value of each step for the arrow keys, with the period before and incomplete steps', async () => {
  const { user } = open();
  const chart = (await card('Gross sales')).getByRole('slider', { name: 'Gross sales, by day' });
  const value = () => chart.getAttribute('aria-valuetext')?.replaceAll('\u00a0', ' ');
  chart.focus();
  await user.keyboard('{End}');
  // The period before has one day less.
  expect(value()).toBe('10.11.26, in progress; 449.10 ₽');
  expect((await card('Gross sales')).getByText('10.11.26, in progress')).toBeVisible();
  await user.keyboard('{ArrowLeft}');
  expect(value()).toBe('09.11.26; 449.10 ₽; 09.10.26: 449.10 ₽');
  expect(chart).toHaveAttribute('aria-valuenow', '9');
  await user.keyboard('{Home}{ArrowLeft}');
  expect(value()).toBe('01.11.26; 449.10 ₽; 01.10.26: 449.10 ₽');
  // The first Escape hides the value, and does not leave the screen.
  await user.keyboard('{Escape}');
  expect((await card('Gross sales')).queryByText('01.11.26')).toBeNull();
  const movements = (await card('MRR movements')).getByRole('slider');
  movements.focus();
  await user.keyboard('{Home}');
  expect(movements.getAttribute('aria-valuetext')).toMatch(
    /^01\.11\.26; New: 449\s₽; Returned: 0\s₽; Canceled: −898\s₽; Lapsed: 0\s₽; Price changes: 0\s₽$/,
  );
});

it('offers each chart and all figures as tables', async () => {
  const { user } = open();
  const gross = await card('Gross sales');
  await user.click(gross.getByText('Show as table'));
  const table = await gross.findByRole('table', { name: 'Gross sales, by day' });
  expect(within(table).getAllByRole('row')).toHaveLength(11);
  expect(within(table).getByText('10.11.26, in progress')).toBeVisible();
  await user.click(screen.getByText('All figures by day'));
  const all = await screen.findByRole('table', { name: 'All figures by day' });
  expect(within(all).getAllByRole('row')).toHaveLength(11);
});

it('marks the steps that are not complete, and shows no steps after today', async () => {
  open('admin', '/adept/analytics?from=2026-11-01&to=2026-11-20');
  const chart = (await card('Gross sales')).getByRole('slider');
  expect(chart).toHaveAttribute('aria-valuemax', '10');
  expect(chart.querySelectorAll('[data-partial]')).toHaveLength(1);
  const line = (await card('Paying subscribers')).getByRole('slider');
  expect(line.querySelectorAll('path[data-partial]')).toHaveLength(1);
  const weeks = (await card('Trial conversion')).getByRole('slider');
  expect(weeks.getAttribute('aria-valuetext')).toBe(
    'Week from 09.11.26, some trials are still running; 0.0%; 0 of 20 converted',
  );
});

it.each([
  ['from=2026-10-01&to=2026-10-31', 'day'],
  ['from=2026-08-17&to=2026-11-10', 'week'],
  ['from=2025-12-01&to=2026-11-10', 'month'],
])('requests %s by %s', async (query, step) => {
  const { server } = open('admin', `/adept/analytics?${query}`);
  await screen.findByRole('region', { name: 'Gross sales' });
  expect(server.callsTo('panel/analytics/read').map(({ body }) => (body as { step: string }).step)).toEqual([
    step,
  ]);
});

it('requests the selected period, and keeps the period in the URL', async () => {
  const { user, server, address } = open();
  await screen.findByRole('region', { name: 'Gross sales' });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), 'Last 12 months');
  await waitFor(() => expect(server.callsTo('panel/analytics/read')).toHaveLength(2));
  expect(server.callsTo('panel/analytics/read').at(-1)?.body).toEqual({
    ...{ from: '2025-12-01', to: TODAY, step: 'month' },
  });
  expect(address()).toBe(`/adept/analytics?from=2025-12-01&to=${TODAY}`);
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

it('saves the figures of each day as a CSV file for a Russian spreadsheet', async () => {
  const { user, platform } = open();
  await screen.findByRole('region', { name: 'Gross sales' });
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(platform.savedFiles).toHaveLength(1));
  const [file] = platform.savedFiles;
  expect(file?.name).toBe('analytics-2026-11-01-2026-11-10.csv');
  const bytes = new Uint8Array(await file!.content.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const lines = (await file!.content.text()).trim().split('\r\n');
  expect(lines).toHaveLength(11);
  expect(lines[0]).toMatch(/^\uFEFF?"Day \(Moscow\)";"Net revenue";"Sales";"Gross sales";/);
  expect(lines[3]).toMatch(/^03\.11\.2026;440,6;2;449,1;1;8,5;/);
});

it('saves an Excel workbook whose cells are numbers and dates', async () => {
  const { user, platform } = open('admin', '/adept/analytics?from=2026-01-01&to=2026-11-10');
  await screen.findByRole('region', { name: 'Gross sales' });
  await user.click(screen.getByRole('button', { name: 'Export Excel' }));
  await waitFor(() => expect(platform.savedFiles).toHaveLength(1), { timeout: 20_000 });
  const [file] = platform.savedFiles;
  expect(file?.name).toBe('analytics-2026-01-01-2026-11-10.xlsx');
  const files = unzip(Buffer.from(await file!.content.arrayBuffer()));
  const days = new Map(parseCells({ files, sheet: 'sheet1' }));
  expect(days.get('A1')).toMatchObject({ type: 's', value: 'Day (Moscow)' });
  // 46023 is 1 January 2026 as a serial date of Excel.
  expect(days.get('A2')).toEqual({ type: 'n', value: 46_023, format: 'dd.mm.yyyy' });
  expect(days.get('B2')).toMatchObject({ type: 'n', value: 440.6 });
  expect(days.get('C2')).toMatchObject({ type: 'n', value: 2 });
  expect(days.get(`A${String(daysBetween('2026-01-01', '2026-11-10') + 1)}`)?.value).toBe(46_023 + 313);
  const summary = new Map(parseCells({ files, sheet: 'sheet2' }));
  expect(summary.get('B2')).toEqual({ type: 'n', value: 46_023, format: 'dd.mm.yyyy' });
  expect(summary.get('A4')).toMatchObject({ type: 's', value: 'Net revenue' });
  expect(summary.get('B4')).toMatchObject({ type: 'n', value: 4390.5 });
  expect(summary.get('D4')?.value).toBe('Gross sales minus refunds and disputes.');
  const weeks = new Map(parseCells({ files, sheet: 'sheet3' }));
  expect(weeks.get('D2')).toEqual({ type: 'n', value: 0.5, format: '0.0%' });
});

it('divides the sales by card provider, also in the exports, if there are several', async () => {
  const { user, platform } = open('admin', undefined, OF_TWO);
  const sales = await card('Gross sales by card provider');
  expect(sales.getByText('CloudPayments').nextElementSibling).toHaveTextContent(
    '15 · 3,091 ₽, 100.50 ₽ refunded',
  );
  expect(sales.getByText('YooKassa').nextElementSibling).toHaveTextContent('5 · 1,400 ₽, 0 ₽ refunded');
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(platform.savedFiles).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Export Excel' }));
  await waitFor(() => expect(platform.savedFiles).toHaveLength(2), { timeout: 20_000 });
  const [csv, workbook] = platform.savedFiles;
  const lines = (await csv!.content.text()).trim().split('\r\n');
  expect(lines[0]).toMatch(/;"Sales, YooKassa";"Gross sales, YooKassa";"Refunds and disputes, YooKassa"$/);
  // CloudPayments had no sales on this day.
  expect(lines[1]).toMatch(/;0;0;0;1;140,5;7$/);
  const files = unzip(Buffer.from(await workbook!.content.arrayBuffer()));
  const days = parseCells({ files, sheet: 'sheet1' });
  const header = days.find(([, { value }]) => value === 'Gross sales, YooKassa')?.[0].replace('1', '') ?? '';
  expect(new Map(days).get(`${header}2`)).toMatchObject({ type: 'n', value: 140.5 });
  const summary = parseCells({ files, sheet: 'sheet2' }).map(([, { value }]) => value);
  expect(summary).toEqual(expect.arrayContaining(['Gross sales, YooKassa', 1400]) as unknown);
});

it('does not divide the sales if all are of one card provider', async () => {
  open('admin', undefined, { ...OF_TWO, total: OF_TWO.total.slice(0, 1) });
  await card('Gross sales');
  expect(screen.queryByRole('region', { name: 'Gross sales by card provider' })).toBeNull();
});

it('is for admins only: other staff see neither the link nor the figures', async () => {
  const { server } = open('senior');
  server.on('panel/analytics/read', () => rejection(403, 'FORBIDDEN'));
  expect(await screen.findByText('You need the Admin role to view analytics.')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Analytics' })).toBeNull();
  expect(screen.queryByRole('search')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();
});
