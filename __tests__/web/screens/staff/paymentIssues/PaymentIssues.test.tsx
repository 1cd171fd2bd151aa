/** Tests `/adept/paymentIssues`: payments that need attention, and the actions of senior staff. */
import '../../../../../src/web/screens/staff/paymentIssues/PaymentIssues';
import { screen, waitFor, within } from '@testing-library/react';
import { takeConsole } from '../../../../support/consoleSpy';
import { fakePlatform } from '../../../../support/fakePlatform';
import { renderApp } from '../../../../support/renderApp';
import { rejection, scriptedApi } from '../../../../support/scriptedApi';

const AT = '2026-11-21T09:00:00.000Z';
const UNKNOWN = {
  id: 2,
  question: 'unknownAccount',
  at: AT,
  amount: 449,
  currency: 'RUB',
  transactionId: '504270',
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
  expect(within(table).getByText(/not enough money/)).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Payment issues (2)' })).toBeVisible();
});

it('refunds a payment with a note', async () => {
  const { user, server } = open();
  await user.click(
    await screen.findByRole('button', { name: 'Resolve: No matching customer, payment 504270' }),
  );
  await user.type(screen.getByLabelText('Note'), 'not ours');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Refund started')).toBeVisible();
  expect(server.callsTo('panel/paymentIssues/act').map(({ body }) => body)).toEqual([
    { id: 2, action: 'refund', note: 'not ours' },
  ]);
});

it('rejects an empty explanation', async () => {
  const { user, server } = open();
  await user.click(await screen.findByRole('button', { name: /^Resolve: Refund declined/ }));
  await user.selectOptions(screen.getByLabelText('Action'), 'explained');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(screen.getByText('Add a reason.')).toBeVisible();
  expect(server.callsTo('panel/paymentIssues/act')).toEqual([]);
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
