/** Tests granting days, moving a subscription and refunding unused days: input, request and rejections. */
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { createStore } from '../../../../../src/web/app/store';
import { PlatformContext } from '../../../../../src/web/platform/PlatformContext';
import { CustomerActions } from '../../../../../src/web/screens/staff/user/CustomerActions';
import { StyleProvider } from '../../../../../src/web/theme/StyleProvider';
import { takeConsole } from '../../../../support/consoleSpy';
import { fakePlatform } from '../../../../support/fakePlatform';
import { rejection, scriptedApi } from '../../../../support/scriptedApi';
import { takeToasts } from '../../../../support/toasts';

const EMAIL = 'vasilisa@exmaple.org';

function open(role = 'senior', status = 'ACTIVE') {
  takeToasts();
  takeConsole();
  const server = scriptedApi();
  server.on('panel/me', { username: 'ann', role });
  server.on('panel/users/grantDays', { success: true });
  server.on('panel/users/moveSubscription', { success: true });
  const platform = fakePlatform({ fetch: server.fetch, stored: { accessToken: 'a', refreshToken: 'r' } });
  const subscription = { status, totalCost: 449, endDate: '2026-12-21T09:00:00.000Z' };
  const show = () =>
    render(
      <Provider store={createStore(platform)}>
        <PlatformContext value={platform}>
          <StyleProvider>
            <MemoryRouter>
              <CustomerActions user={{ id: 7, email: EMAIL, uid: 'u-7', devices: [], subscription }} />
            </MemoryRouter>
          </StyleProvider>
        </PlatformContext>
      </Provider>,
    );
  const { unmount } = show();
  const comeBack = () => {
    unmount();
    show();
  };
  const user = userEvent.setup();
  const openDialog = async (name: string) => {
    await user.click(await screen.findByRole('button', { name }));
    return within(await screen.findByRole('dialog', { name }));
  };
  return { server, user, openDialog, comeBack };
}

it('grants days with a reason, once even if the request is repeated', async () => {
  const { server, user, openDialog, comeBack } = open();
  const dialog = await openDialog('Add days');
  await user.click(dialog.getByRole('button', { name: 'Add days' }));
  expect(dialog.getByText('Enter a whole number from 1 to 31')).toBeVisible();
  await user.type(dialog.getByLabelText('Days'), '5');
  await user.selectOptions(dialog.getByLabelText('Reason'), 'Other');
  await user.type(dialog.getByLabelText('Internal note (optional)'), 'a night');
  server.on('panel/users/grantDays', () => rejection(500));
  await user.click(dialog.getByRole('button', { name: 'Add 5 days' }));
  await waitFor(() => expect(takeToasts()).toHaveLength(1));
  server.on('panel/users/grantDays', { success: true });
  comeBack();
  await user.click(await screen.findByRole('button', { name: 'Add 5 days' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = server.callsTo('panel/users/grantDays').map(({ body }) => body);
  expect(sent.at(-1)).toEqual({
    ...{ userId: 7, days: 5, reason: 'other', comment: 'a night' },
    requestKey: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
  });
  expect(new Set(sent.map((body) => JSON.stringify(body))).size).toBe(1);
  expect(takeToasts().map(({ text }) => text)).toContain('5 days added');
});

it('moves a subscription if both addresses are typed and a proof is given', async () => {
  const { server, user, openDialog } = open();
  const dialog = await openDialog('Move to another email');
  expect(dialog.getByLabelText('Current email')).toHaveFocus();
  const submit = () => user.click(dialog.getByRole('button', { name: 'Move subscription' }));
  await user.type(dialog.getByLabelText('Current email'), 'other@example.org');
  await user.type(dialog.getByLabelText('New email'), 'vasilisa@example.org');
  await user.type(dialog.getByLabelText('Confirm new email'), 'vasilisa@example.or');
  await submit();
  for (const words of ['Doesn’t match this customer', 'Emails don’t match', 'Enter the customer’s answer'])
    expect(dialog.getByText(words)).toBeVisible();
  expect(server.callsTo('panel/users/moveSubscription')).toEqual([]);
  await user.clear(dialog.getByLabelText('Current email'));
  await user.type(dialog.getByLabelText('Current email'), 'Vasilisa@Exmaple.org');
  await user.type(dialog.getByLabelText('Confirm new email'), 'g');
  await user.type(dialog.getByLabelText('Proof of ownership'), '42 42');
  await submit();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.callsTo('panel/users/moveSubscription').map(({ body }) => body)).toEqual([
    { userId: 7, from: EMAIL, to: 'vasilisa@example.org', proof: '4242', comment: '' },
  ]);
  expect(takeToasts().map(({ text }) => text)).toEqual(['Subscription moved to vasilisa@example.org']);
});

it('shows why a move was rejected, and keeps the input', async () => {
  const { server, user, openDialog } = open();
  const dialog = await openDialog('Move to another email');
  server.on('panel/users/moveSubscription', () => rejection(409, 'CONFLICT'));
  await user.type(dialog.getByLabelText('Current email'), EMAIL);
  await user.type(dialog.getByLabelText('New email'), 'a@example.org');
  await user.type(dialog.getByLabelText('Confirm new email'), 'a@example.org');
  await user.type(dialog.getByLabelText('Proof of ownership'), '4242');
  await user.click(dialog.getByRole('button', { name: 'Move subscription' }));
  expect(await dialog.findByRole('alert')).toBeVisible();
  expect(dialog.getByLabelText('New email')).toHaveValue('a@example.org');
});

it('restores the input of a move after its failure led to another screen', async () => {
  const { server, user, openDialog, comeBack } = open();
  const dialog = await openDialog('Move to another email');
  const typed = {
    'Current email': EMAIL,
    'New email': 'vasilisa@example.org',
    'Confirm new email': 'vasilisa@example.org',
    'Proof of ownership': '4242',
    'Internal note (optional)': 'she called',
  };
  for (const [label, text] of Object.entries(typed)) await user.type(dialog.getByLabelText(label), text);
  server.on('panel/users/moveSubscription', () => rejection(500));
  await user.click(dialog.getByRole('button', { name: 'Move subscription' }));
  await waitFor(() => expect(takeToasts()).toHaveLength(1));
  server.on('panel/users/moveSubscription', { success: true });
  comeBack();
  const again = within(await screen.findByRole('dialog', { name: 'Move to another email' }));
  for (const [label, text] of Object.entries(typed)) expect(again.getByLabelText(label)).toHaveValue(text);
  await user.click(again.getByRole('button', { name: 'Move subscription' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = server.callsTo('panel/users/moveSubscription').map(({ body }) => JSON.stringify(body));
  expect(new Set(sent).size).toBe(1);
  comeBack();
  await screen.findByRole('button', { name: 'Move to another email' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('restores the input of a refund of unused days after its failure led to another screen', async () => {
  const { server, user, openDialog, comeBack } = open('senior', 'CANCELED');
  const payment = { transactionId: '101', at: '2026-11-20T09:00:00.000Z', amount: 300, currency: 'RUB' };
  const unused = { amount: 210.5, accessUntil: null };
  const details = { role: 'recurrent', orderKind: 'renewal', state: 'paid', cardMask: '4242' };
  server.on('panel/users/payments', { payments: [{ ...payment, ...details, unused }] });
  server.on('panel/refund', () => rejection(401));
  const name = 'Refund unused days';
  const dialog = await openDialog(name);
  await user.selectOptions(await dialog.findByLabelText('Reason'), 'doesNotWork');
  await user.type(dialog.getByLabelText('Internal note (optional)'), 'asked in the chat');
  await user.click(dialog.getByRole('button', { name: /^Refund 210/ }));
  await waitFor(() => expect(takeToasts()).toHaveLength(1));
  server.on('panel/refund', { success: true });
  comeBack();
  expect(await screen.findByLabelText('Internal note (optional)')).toHaveValue('asked in the chat');
  const again = within(screen.getByRole('dialog', { name }));
  expect(again.getByLabelText('Reason')).toHaveValue('doesNotWork');
  await user.click(again.getByRole('button', { name: /^Refund 210/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = server.callsTo('panel/refund').map(({ body }) => JSON.stringify(body));
  expect(sent.length).toBeGreaterThan(1);
  expect(new Set(sent).size).toBe(1);
  comeBack();
  await screen.findByRole('button', { name });
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('is hidden for support, and a customer without a subscription cannot be moved', async () => {
  open('support');
  expect(await screen.findByText('You need the Senior role to refund.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add days' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Move to another email' })).toBeNull();
});

it('offers only days for a customer without a subscription', async () => {
  open('senior', 'NOT_ACTIVE');
  expect(await screen.findByRole('button', { name: 'Add days' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Move to another email' })).toBeNull();
});
