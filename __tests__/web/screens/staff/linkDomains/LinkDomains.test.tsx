/** Tests `/adept/linkDomains`: the table of link domains, and the mark of a blocked domain. */
import '../../../../../src/web/screens/staff/linkDomains/LinkDomains';
import { screen, within } from '@testing-library/react';
import { takeConsole } from '../../../../support/consoleSpy';
import { fakePlatform } from '../../../../support/fakePlatform';
import { renderApp } from '../../../../support/renderApp';
import { rejection, scriptedApi } from '../../../../support/scriptedApi';

const QUIET = { served: 12, rejected: 1, failed: 0 };
const USUAL = { served: 1310, rejected: 2, failed: 3 };
const ONE = {
  domain: 'one.example',
  ...{ isConfigured: true, isPreferred: true, blockedAt: null },
  ...{ recent: QUIET, usual: USUAL },
  ...{ devices: 412, missing: 57, onOtherDomain: 9, shown: 31, unfetched: 28, usualUnfetched: 0.12 },
};
const TWO = {
  ...{ ...ONE, domain: 'two.example', isPreferred: false, blockedAt: '2026-11-21T09:00:00.000Z' },
  ...{ usual: null, usualUnfetched: null },
};
const FORMER = { ...ONE, domain: 'old.example', isConfigured: false, isPreferred: false };

function open(content: object[] = [ONE, TWO, FORMER]) {
  takeConsole();
  const server = scriptedApi();
  server.on('panel/me', { username: 'ann', role: 'admin' });
  server.on('panel/linkDomains/read', { content, other: { recent: USUAL, usual: null } });
  server.on('panel/linkDomains/mark', { success: true });
  const stored = { accessToken: 'a-1', refreshToken: 'r-1' };
  return {
    ...renderApp('/adept/linkDomains', { platform: fakePlatform({ fetch: server.fetch, stored }) }),
    server,
  };
}

const row = async (domain: string) => {
  const cell = await screen.findByText(domain);
  const found = cell.closest('tr');
  if (found === null) throw new Error(`no row of ${domain}`);
  return within(found);
};

it('compares each domain with its past week', async () => {
  open();
  const first = await row('one.example');
  for (const text of ['New links', '12', 'usually 1,310', '412', '57', '9', '28 of 31', 'usually 12%'])
    expect(first.getByText(text)).toBeVisible();
  const second = await row('two.example');
  expect(second.getByText('Blocked')).toBeVisible();
  expect(second.getAllByText('no earlier numbers').length).toBeGreaterThan(0);
  const former = await row('old.example');
  expect(former.getByText('Not configured')).toBeVisible();
  expect(former.queryByRole('button')).not.toBeInTheDocument();
  expect(
    screen.getByText('Through other domains in 24 h: 1,310 served, 2 rejected, 3 failed.'),
  ).toBeVisible();
});

it('marks a domain after a question, and unblocks one', async () => {
  const { user, server } = open();
  await user.click(await screen.findByRole('button', { name: 'Mark as blocked: one.example' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Mark one.example as blocked?' }));
  await user.click(dialog.getByRole('button', { name: 'Mark as blocked' }));
  expect(await screen.findByText('one.example is marked as blocked')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Unblock: two.example' }));
  expect(await screen.findByText('two.example is no longer marked as blocked')).toBeVisible();
  expect(server.callsTo('panel/linkDomains/mark').map(({ body }) => body)).toEqual([
    { domain: 'one.example', isBlocked: true },
    { domain: 'two.example', isBlocked: false },
  ]);
});

it('shows why the last domain cannot be marked', async () => {
  const { user, server } = open([ONE]);
  server.on('panel/linkDomains/mark', () => rejection(409, 'CONFLICT'));
  await user.click(await screen.findByRole('button', { name: 'Mark as blocked: one.example' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Mark as blocked' }));
  expect(await screen.findByText('Couldn’t change the domain')).toBeVisible();
  expect(screen.getByText(/rejected with 409/)).toBeVisible();
});

it('explains an empty list', async () => {
  open([]);
  expect(await screen.findByText('No VPN panel is configured')).toBeVisible();
});
