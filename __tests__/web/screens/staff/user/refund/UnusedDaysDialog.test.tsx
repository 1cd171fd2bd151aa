/** Tests the refund of the unused days of a cancelled subscription. */
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { createStore } from '../../../../../../src/web/app/store';
import { PlatformContext } from '../../../../../../src/web/platform/PlatformContext';
import { UnusedDaysDialog } from '../../../../../../src/web/screens/staff/user/refund/UnusedDaysDialog';
import { StyleProvider } from '../../../../../../src/web/theme/StyleProvider';
import { takeConsole } from '../../../../../support/consoleSpy';
import { fakePlatform } from '../../../../../support/fakePlatform';
import { json, lostNetwork, scriptedApi } from '../../../../../support/scriptedApi';
import { takeToasts } from '../../../../../support/toasts';

const PAYMENT = {
  transactionId: '101',
  at: '2026-11-20T09:00:00.000Z',
  amount: 300,
  currency: 'RUB',
  role: 'recurrent',
  orderKind: 'renewal',
  state: 'paid',
  cardMask: '•••• 4242',
  unused: { amount: 210.5, accessUntil: null },
};

function open(payments: object[] = [{ ...PAYMENT, transactionId: '100', unused: null }, PAYMENT]) {
  takeToasts();
  const server = scriptedApi();
  server.on('panel/users/payments', { payments });
  const platform = fakePlatform({
    fetch: server.fetch,
    stored: { accessToken: 'staff-token', refreshToken: 'refresh' },
  });
  const onClose = jest.fn<undefined, []>();
  render(
    <Provider store={createStore(platform)}>
      <PlatformContext value={platform}>
        <StyleProvider>
          <MemoryRouter>
            <UnusedDaysDialog
              user={{ id: 1, email: 'vasilisa@example.com', uid: 'u-1' }}
              onClose={() => onClose()}
            />
          </MemoryRouter>
        </StyleProvider>
      </PlatformContext>
    </Provider>,
  );
  return { server, onClose, user: userEvent.setup() };
}

const submit = (name: RegExp = /^Refund 210[.,]50/) => screen.findByRole('button', { name });

it('refunds the amount of the remaining days once', async () => {
  const { server, onClose, user } = open();
  const response = server.hold('panel/refund');
  expect(await screen.findByText(/will be refunded to •••• 4242/)).toBeVisible();
  expect(screen.getByText('Access ends immediately.')).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Reason'), 'doesNotWork');
  await user.type(screen.getByLabelText('Internal note (optional)'), 'asked in the chat');
  await user.dblClick(await submit());
  response({ success: true, amount: 210.5 });
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(server.callsTo('panel/refund').map(({ body }) => body)).toEqual([
    {
      email: 'vasilisa@example.com',
      uid: 'u-1',
      transactionId: '101',
      unusedDays: true,
      amount: 210.5,
      reason: 'doesNotWork',
      comment: 'asked in the chat',
      requestKey: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    },
  ]);
});

it('shows a message if no paid days are left', async () => {
  const { user, onClose } = open([{ ...PAYMENT, unused: null }]);
  expect(await screen.findByText('No unused days to refund')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('repeats the request with the same key if the response was lost', async () => {
  const { server, onClose, user } = open();
  server.on('panel/refund', lostNetwork);
  await user.click(await submit());
  expect(await screen.findByText(/We couldn’t confirm the refund/)).toBeVisible();
  takeConsole();
  server.on('panel/refund', { success: true });
  await user.click(await submit(/^Try again/));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  const keys = server
    .callsTo('panel/refund')
    .map(({ body }) => Reflect.get(body as object, 'requestKey') as string);
  expect(new Set(keys).size).toBe(1);
});

it('shows why it was rejected', async () => {
  const { server, user } = open();
  server.on('panel/refund', () =>
    json({ error: { code: 'REFUND_REJECTED', message: 'No unused days to refund' } }, 409),
  );
  await user.click(await submit());
  expect(await screen.findByText('No unused days to refund')).toBeVisible();
  takeConsole();
});
