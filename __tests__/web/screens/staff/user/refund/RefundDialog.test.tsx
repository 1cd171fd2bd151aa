/** Tests the refund dialog: exactly one refund despite repeated clicks and lost responses. */
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { createStore } from '../../../../../../src/web/app/store';
import { PlatformContext } from '../../../../../../src/web/platform/PlatformContext';
import { RefundDialog } from '../../../../../../src/web/screens/staff/user/refund/RefundDialog';
import { REFUND_TEXTS } from '../../../../../../src/web/texts/staff/refund';
import { StyleProvider } from '../../../../../../src/web/theme/StyleProvider';
import { takeConsole } from '../../../../../support/consoleSpy';
import { fakePlatform } from '../../../../../support/fakePlatform';
import { json, lostNetwork, rejection, scriptedApi } from '../../../../../support/scriptedApi';
import { takeToasts } from '../../../../../support/toasts';

const PAYMENT = {
  transactionId: '101',
  at: '2026-11-20T09:00:00.000Z',
  amount: 449,
  currency: 'RUB',
  role: 'recurrent',
  orderKind: 'renewal',
  state: 'paid',
  cardMask: '•••• 4242',
  refundable: { amount: 449, accessUntil: null },
};

function open(payments: object[] = [PAYMENT]) {
  takeToasts();
  const server = scriptedApi();
  server.on('panel/users/payments', {
    payments,
    nextChargeAt: '2026-12-20T09:00:00.000Z',
    nextChargeAmount: 449,
  });
  const platform = fakePlatform({
    fetch: server.fetch,
    stored: { accessToken: 'staff-token', refreshToken: 'refresh' },
  });
  const closed = jest.fn();
  render(
    <Provider store={createStore(platform)}>
      <PlatformContext value={platform}>
        <StyleProvider>
          <MemoryRouter>
            <RefundDialog
              user={{ id: 1, email: 'vasilisa@example.com', uid: 'u-1' }}
              onClose={() => {
                closed();
              }}
            />
          </MemoryRouter>
        </StyleProvider>
      </PlatformContext>
    </Provider>,
  );
  return { server, closed, platform, user: userEvent.setup() };
}

const submitButton = (name: RegExp = /^Refund 449/) => screen.findByRole('button', { name });

it('shows the effect of the refund and sends one refund for a double click [call-35, error-32]', async () => {
  const { server, closed, user } = open();
  const response = server.hold('panel/refund');
  const dialog = await screen.findByRole('dialog', { name: 'Refund' });
  expect(await within(dialog).findByText(/will be refunded to •••• 4242/)).toBeVisible();
  expect(within(dialog).getByText('Access ends immediately.')).toBeVisible();
  expect(within(dialog).getByText(/The next charge \(449\s₽ on .*\) will be canceled/)).toBeVisible();
  await user.dblClick(await submitButton());
  response({ success: true, amount: 449 });
  await waitFor(() => expect(closed).toHaveBeenCalledTimes(1));
  expect(server.callsTo('panel/refund').map(({ body }) => body)).toEqual([
    {
      email: 'vasilisa@example.com',
      uid: 'u-1',
      transactionIds: ['101'],
      amount: 449,
      access: 'end',
      stopRenewal: true,
      reason: 'changedMind',
      comment: '',
      requestKey: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    },
  ]);
  expect(takeToasts().map(({ text }) => text)).toEqual(['Refund Successfully']);
});

it.each([
  ['was lost', lostNetwork],
  ['was that of a broken proxy', () => rejection(502)],
  ['says nothing', () => json({ success: false })],
])('sends the same key again when the answer %s [flow-52]', async (_what, answer) => {
  takeConsole();
  const { server, closed, user } = open();
  server.on('panel/refund', (call, count) =>
    count === 1 ? answer(call, count) : json({ success: true, amount: 449 }),
  );
  await user.click(await submitButton());
  expect(await screen.findByText('No response from server')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(closed).toHaveBeenCalled());
  const [first, second] = server.callsTo('panel/refund').map(({ body }) => body);
  expect(second).toEqual(first);
});

it('does not report a refund as rejected if it was not sent', async () => {
  takeConsole();
  const { server, platform, user } = open();
  const button = await submitButton();
  platform.setOnline(false);
  server.on('panel/refund', lostNetwork);
  await user.click(button);
  expect(await screen.findByText(/^You’re offline, so we couldn’t refund the payment/)).toBeVisible();
  expect(screen.queryByText(REFUND_TEXTS.rejected)).toBeNull();
  expect(await submitButton()).toBeEnabled();
});

it('shows the server’s message of a rejection and stays open [flow-52]', async () => {
  takeConsole();
  const { server, closed, user } = open();
  const message = 'Payment 101 was already refunded by ivan on 21.11.26 12:00 Moscow time (449 ₽).';
  server.on('panel/refund', () => json({ error: { code: 'REFUND_REJECTED', message } }, 409));
  await user.click(await submitButton());
  expect(await screen.findByText(message)).toBeVisible();
  expect(closed).not.toHaveBeenCalled();
});

it('shows the remaining amount after another agent has refunded', async () => {
  takeConsole();
  const { server, user } = open();
  const message = 'Payment 101 was already refunded by ivan on 21.11.26 12:00 Moscow time (449 ₽).';
  const payments = [{ ...PAYMENT, state: 'returned', refundable: null }];
  server.on('panel/refund', () => {
    server.on('panel/users/payments', { payments });
    return json({ error: { code: 'REFUND_REJECTED', message } }, 409);
  });
  await user.click(await submitButton());
  expect(await screen.findByText(/No payments can be refunded/)).toBeVisible();
  expect(screen.getByText(message)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^(Refund|End)/ })).not.toBeInTheDocument();
});

it('sends nothing if another agent refunded since the dialog was opened, and says so', async () => {
  takeConsole();
  const { server, user } = open();
  const button = await submitButton();
  server.on('panel/users/payments', { payments: [{ ...PAYMENT, state: 'returned', refundable: null }] });
  await user.click(button);
  expect(await screen.findByText('Payment #101: Paid → Refunded')).toBeVisible();
  expect(server.callsTo('panel/refund')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Show current state' }));
  expect(await screen.findByText(/No payments can be refunded/)).toBeVisible();
});

it('accepts a decimal comma, and rejects an excessive amount before sending it', async () => {
  const { server, closed, user } = open();
  server.on('panel/refund', { success: true, amount: 149.5 });
  await submitButton();
  await user.click(screen.getByRole('radio', { name: 'Partial' }));
  await user.type(screen.getByLabelText('Partial amount, ₽'), '450');
  await user.click(await submitButton(/^Refund/));
  expect(screen.getByText(/^Enter at most 449/)).toBeVisible();
  expect(server.callsTo('panel/refund')).toHaveLength(0);
  await user.clear(screen.getByLabelText('Partial amount, ₽'));
  await user.type(screen.getByLabelText('Partial amount, ₽'), '149,50');
  await user.click(await submitButton(/^Refund 149\.50/));
  await waitFor(() => expect(closed).toHaveBeenCalled());
  expect(server.callsTo('panel/refund')[0]?.body).toMatchObject({ amount: 149.5 });
});

describe('access after the refund', () => {
  const OLDER = {
    ...PAYMENT,
    transactionId: '100',
    at: '2026-10-20T09:00:00.000Z',
    refundable: { amount: 400, accessUntil: '2026-12-20T09:00:00.000Z' },
  };
  const openWithAccess = () => {
    const opened = open([PAYMENT, OLDER]);
    opened.server.on('panel/users/payments', {
      payments: [PAYMENT, OLDER],
      accessUntil: '2030-12-20T09:00:00.000Z',
      nextChargeAt: '2030-12-20T09:00:00.000Z',
      nextChargeAmount: 449,
    });
    opened.server.on('panel/refund', { success: true, amount: 849 });
    return opened;
  };

  it('can be chosen: the access may stay, and so may the renewal', async () => {
    const { server, user, closed } = openWithAccess();
    await user.click(await screen.findByRole('radio', { name: /^Keep until 20\.12\.30/ }));
    expect(screen.getByText(/^Access stays until 20\.12\.30/)).toBeVisible();
    expect(screen.getByText(/will be canceled\.$/)).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: 'Also cancel renewal' }));
    expect(screen.getByText(/^Renewal stays on: 449\s₽/)).toBeVisible();
    await user.click(await submitButton());
    await waitFor(() => expect(closed).toHaveBeenCalled());
    expect(server.callsTo('panel/refund').map(({ body }) => body)).toMatchObject([
      { transactionIds: ['101'], access: 'keep', stopRenewal: false },
    ]);
  });

  it('several payments are refunded in one request, each in full', async () => {
    const { server, user, closed } = openWithAccess();
    await user.click(await screen.findByRole('checkbox', { name: /20\.10\.26/ }));
    expect(screen.queryByRole('radio', { name: 'Partial' })).toBeNull();
    await user.click(await submitButton(/^Refund 849/));
    await waitFor(() => expect(closed).toHaveBeenCalled());
    expect(server.callsTo('panel/refund').map(({ body }) => body)).toMatchObject([
      { transactionIds: ['101', '100'], amount: 'all', access: 'end', stopRenewal: true },
    ]);
  });

  it('no refund is sent without a selected payment', async () => {
    const { server, user } = openWithAccess();
    await user.click(await screen.findByRole('checkbox', { name: /20\.11\.26/ }));
    await user.click(screen.getByRole('button', { name: /^(Refund|End)/ }));
    expect(await screen.findByText('Choose a payment')).toBeVisible();
    expect(server.callsTo('panel/refund')).toEqual([]);
  });
});

it('shows a message if nothing can be refunded', async () => {
  open([{ ...PAYMENT, refundable: null }]);
  expect(await screen.findByText(/No payments can be refunded/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Refund/ })).not.toBeInTheDocument();
});
