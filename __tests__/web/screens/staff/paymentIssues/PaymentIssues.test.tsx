/** Tests `/adept/paymentIssues`: payments that need attention, and the actions of senior staff. */
import '../../../../../src/web/screens/staff/paymentIssues/PaymentIssues';
import { act, screen, waitFor, within } from '@testing-library/react';
import { api } from '../../../../../src/web/api/api';
import { takeConsole } from '../../../../support/consoleSpy';
import { fakePlatform } from '../../../../support/fakePlatform';
import { renderApp } from '../../../../support/renderApp';
import { json, rejection, scriptedApi } from '../../../../support/scriptedApi';

const AT = '2026-11-21T09:00:00.000Z';
const UNKNOWN = {
  id: 2,
  question: 'unknownAccount',
  at: AT,
  amount: 449,
  currency: 'RUB',
  transactionId: '504270',
  provider: 'yooKassa',
  payerId: 'somebody',
  reason: 'Nobody we know paid it.',
  actions: ['refund', 'explained'],
};
const REJECTED = {
  id: 1,
  question: 'refundRejected',
  at: AT,
  amount: 1,
  transactionId: '504271',
  userId: 7,
  email: 'vasilisa@example.com',
  reason: 'ProviderRejected: payments/refund: not enough money',
  actions: ['retry', 'explained'],
};

function open(role = 'senior') {
  takeConsole();
  const server = scriptedApi();
  server.on('panel/me', { username: 'ann', role });
  server.on('panel/paymentIssues/count', { open: 2 });
  server.on('panel/paymentIssues/list', { content: [UNKNOWN, REJECTED], next: null });
  server.on('panel/paymentIssues/act', { success: true });
  const stored = { accessToken: 'a-1', refreshToken: 'r-1' };
  return {
    ...renderApp('/adept/paymentIssues', { platform: fakePlatform({ fetch: server.fetch, stored }) }),
    server,
  };
}

it('lists unexplained payments, and shows their number in the navigation', async () => {
  open();
  const table = await screen.findByRole('table', { name: 'Payment issues' });
  expect(await within(table).findByText('No matching customer')).toBeVisible();
  expect(within(table).getByText('Refund declined')).toBeVisible();
  expect(within(table).getByText('Provider rejected: payments/refund: not enough money')).toBeVisible();
  expect(within(table).getByText('504270 (YooKassa)')).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Payment issues (2)' })).toBeVisible();
});

it('refunds a payment with a note', async () => {
  const { user, server } = open();
  await user.click(
    await screen.findByRole('button', { name: 'Resolve: No matching customer, payment 504270' }),
  );
  await user.type(screen.getByLabelText('Note'), 'not ours');
  await user.click(screen.getByRole('button', { name: /^Refund 449/ }));
  expect(await screen.findByText('Refund started')).toBeVisible();
  expect(server.callsTo('panel/paymentIssues/act').map(({ body }) => body)).toEqual([
    { id: 2, action: 'refund', note: 'not ours' },
  ]);
});

it('rejects an empty explanation', async () => {
  const { user, server } = open();
  await user.click(await screen.findByRole('button', { name: /^Resolve: Refund declined/ }));
  await user.click(screen.getByRole('radio', { name: /^Mark as resolved/ }));
  await user.click(screen.getByRole('button', { name: 'Mark as resolved' }));
  expect(screen.getByText('Add a reason.')).toBeVisible();
  expect(server.callsTo('panel/paymentIssues/act')).toEqual([]);
});

it('names the customer, the payment, what happened and the effect of each action', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: /^Resolve: Refund declined/ }));
  const dialog = within(screen.getByRole('dialog', { name: 'Refund declined' }));
  expect(dialog.getByRole('link')).toHaveAttribute('href', '/crucify?id=7');
  expect(dialog.getByText('#504271, 21.11.26 12:00')).toBeVisible();
  expect(dialog.getByText(/^The card provider declined this refund.*not enough money$/)).toBeVisible();
  expect(dialog.getByRole('radio', { name: /^Retry.*carried out at most once/ })).toBeChecked();
  expect(dialog.getByRole('button', { name: /^Retry refund of 1/ })).toBeVisible();
  expect(dialog.getByRole('radio', { name: /^Mark as resolved.*Moves no money/ })).toBeVisible();
});

it('says who resolved the issue since the dialog was opened, and sends nothing', async () => {
  const { user, server } = open();
  await user.click(await screen.findByRole('button', { name: /^Resolve: No matching customer/ }));
  const resolved = { ...UNKNOWN, actions: [], action: 'refund', by: 'bob', actedAt: AT };
  server.on('panel/paymentIssues/list', ({ body }) =>
    json({ content: (body as { all?: boolean }).all ? [resolved, REJECTED] : [REJECTED], next: null }),
  );
  server.on('panel/paymentIssues/act', () => rejection(409));
  await user.click(screen.getByRole('button', { name: /^Refund 449/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'No matching customer' }));
  expect(await dialog.findByText('Refund by bob')).toBeVisible();
  expect(dialog.queryByRole('radio')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

describe('a read that began before a colleague resolved the issue', () => {
  const resolved = { ...UNKNOWN, actions: [], action: 'refund', by: 'bob', actedAt: AT };
  const answers = ({ body }: { body: unknown }) =>
    json({ content: (body as { all?: boolean }).all ? [resolved, REJECTED] : [REJECTED], next: null });

  it.each([
    ['of the list', 'panel/paymentIssues/list', { content: [UNKNOWN, REJECTED], next: null }],
    ['of another part of the console', 'panel/paymentIssues/count', { open: 2 }],
  ])('%s does not hold back the present state', async (_part, path, late) => {
    const { user, server, store } = open();
    await user.click(await screen.findByRole('button', { name: /^Resolve: No matching customer/ }));
    const release = server.hold(path);
    act(() => void store.dispatch(api.util.invalidateTags(['Money'])));
    await waitFor(() => expect(server.callsTo(path)).toHaveLength(2));
    server.on('panel/paymentIssues/count', { open: 1 });
    server.on('panel/paymentIssues/list', answers);
    server.on('panel/paymentIssues/act', () => rejection(409));
    await user.click(screen.getByRole('button', { name: /^Refund 449/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'No matching customer' }));
    expect(await dialog.findByText('Refund by bob')).toBeVisible();
    release(late);
    expect(dialog.getByText('Refund by bob')).toBeVisible();
    expect(dialog.queryByRole('radio')).toBeNull();
  });
});

it('records a chargeback by payment number, and opens its customer', async () => {
  const { user, server, address } = open();
  server.on('panel/paymentIssues/chargeback', { success: true, userId: 7 });
  await user.click(await screen.findByRole('button', { name: 'Record dispute…' }));
  await user.click(screen.getByRole('button', { name: 'Record dispute' }));
  expect(screen.getByText('Enter the payment number.')).toBeVisible();
  expect(screen.getByText('Enter the disputed amount.')).toBeVisible();
  expect(screen.getByText('Enter a source.')).toBeVisible();
  await user.type(screen.getByLabelText('Payment number'), '504271');
  await user.type(screen.getByLabelText('Amount, RUB'), '449,50');
  await user.type(screen.getByLabelText('Source'), 'email');
  await user.click(screen.getByRole('button', { name: 'Record dispute' }));
  await waitFor(() => expect(address()).toBe('/crucify?id=7'));
  expect(server.callsTo('panel/paymentIssues/chargeback').map(({ body }) => body)).toEqual([
    { transactionId: '504271', amount: 449.5, note: 'email' },
  ]);
});

it('is for senior staff only: other staff see neither the link nor the list', async () => {
  const { server } = open('support');
  server.on('panel/paymentIssues/list', () => rejection(403, 'FORBIDDEN'));
  expect(await screen.findByText('You need the Senior role to view this page.')).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Payment issues/ })).toBeNull();
  expect(screen.queryByLabelText('Show')).toBeNull();
  expect(screen.queryByRole('button', { name: /chargeback/ })).toBeNull();
  expect(server.callsTo('panel/paymentIssues/count')).toEqual([]);
});
