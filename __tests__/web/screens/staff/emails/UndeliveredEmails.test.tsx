/** Tests `/adept/emails`: the list of undelivered emails, and sending an email again. */
import '../../../../../src/web/screens/staff/emails/UndeliveredEmails';
import { screen, within } from '@testing-library/react';
import { takeConsole } from '../../../../support/consoleSpy';
import { fakePlatform } from '../../../../support/fakePlatform';
import { renderApp } from '../../../../support/renderApp';
import { rejection, scriptedApi } from '../../../../support/scriptedApi';

const AT = '2026-11-21T09:00:00.000Z';
const REJECTED = {
  id: 2,
  template: 'paymentReceived',
  userId: 7,
  email: 'vasilisa@example.com',
  failedAt: AT,
  attempts: 1,
  reason: 'AddressRejected: 550 5.1.1 RCPT TO',
  rejectedSince: AT,
  canBeSentAgain: true,
};
const SIGN_IN = {
  id: 1,
  template: 'signIn',
  email: 'nobody@example.com',
  failedAt: AT,
  attempts: 1,
  reason: 'AddressRejected: 550 5.1.1 RCPT TO',
  canBeSentAgain: false,
};

function open() {
  takeConsole();
  const server = scriptedApi();
  server.on('panel/me', { username: 'ann', role: 'support' });
  server.on('panel/emails/list', { content: [REJECTED, SIGN_IN], next: null });
  server.on('panel/emails/sendAgain', { success: true });
  const stored = { accessToken: 'a-1', refreshToken: 'r-1' };
  return {
    ...renderApp('/adept/emails', { platform: fakePlatform({ fetch: server.fetch, stored }) }),
    server,
  };
}

it('lists undelivered emails with their reason, and sends one again', async () => {
  const { user, server } = open();
  const table = await screen.findByRole('table', { name: 'Failed emails' });
  expect(await within(table).findByText(/^Bouncing since/)).toBeVisible();
  expect(within(table).getAllByText('Address rejected: 550 5.1.1 RCPT TO')).toHaveLength(2);
  // The link in the email has expired, so the page offers no button to send the email again.
  expect(within(table).getByText(/Link expired/)).toBeVisible();
  const [button, ...others] = within(table).getAllByRole('button', { name: /^Resend: / });
  expect(others).toEqual([]);
  if (button) await user.click(button);
  expect(await screen.findByText('Email queued')).toBeVisible();
  expect(server.callsTo('panel/emails/sendAgain').map(({ body }) => body)).toEqual([{ id: 2 }]);
});

it('shows why an email cannot be sent again', async () => {
  const { user, server } = open();
  server.on('panel/emails/sendAgain', () => rejection(409, 'CONFLICT'));
  await user.click(await screen.findByRole('button', { name: /^Resend: / }));
  expect(await screen.findByText(/rejected with 409/)).toBeVisible();
});
