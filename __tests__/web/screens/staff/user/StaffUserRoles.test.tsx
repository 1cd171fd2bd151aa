/** Tests refund rights on `/crucify`, and an unknown customer id. */
import '../../../../../src/web/screens/staff/user/StaffUser';
import { screen, waitFor } from '@testing-library/react';
import { takeConsole } from '../../../../support/consoleSpy';
import { fakePlatform } from '../../../../support/fakePlatform';
import { renderApp } from '../../../../support/renderApp';
import { rejection, scriptedApi } from '../../../../support/scriptedApi';

const TOKENS = { accessToken: 'a-1', refreshToken: 'r-1' };
const EMAIL = 'vasilisa@example.com';
const CUSTOMER = {
  id: 7,
  email: EMAIL,
  uid: 'uid-7',
  firstPayment: 1,
  firstPaymentIsActive: true,
  currency: 'RUB',
  subscription: { status: 'ACTIVE', totalCost: 450, endDate: '2026-12-21T09:00:00.000Z' },
  devices: [],
};

function start(role: string) {
  const server = scriptedApi();
  server.on('panel/me', { username: 'ann', role });
  server.on('panel/users/getUserById', CUSTOMER);
  server.on('panel/users/payments', { payments: [], nextChargeAmount: 449 });
  server.on('panel/users/timeline', { entries: [], next: null });
  return { server, ...renderApp('/crucify?id=7', { platform: platformOver(server) }) };
}

const platformOver = (server: ReturnType<typeof scriptedApi>) =>
  fakePlatform({ fetch: server.fetch, stored: TOKENS });
const ready = () => screen.findByRole('heading', { level: 1, name: /^vasilisa@\s?example\.com$/ });

beforeEach(() => {
  takeConsole();
});

describe('the refund', () => {
  it.each(['senior', 'admin'])('is shown to %s while the subscription is ACTIVE', async (role) => {
    start(role);
    await ready();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Refund' })).toBeEnabled());
    expect(screen.queryByText('You need the Senior role to refund.')).not.toBeInTheDocument();
  });

  it('is hidden for support, with the reason', async () => {
    start('support');
    await ready();
    expect(await screen.findByText('You need the Senior role to refund.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Refund' })).not.toBeInTheDocument();
  });
});

describe('an unknown customer', () => {
  it('is reported for an id that the server does not know, with a link back', async () => {
    const server = scriptedApi();
    server.on('panel/me', { username: 'ann', role: 'support' });
    server.on('panel/users/getUserById', () => rejection(404, 'NOT_FOUND'));
    const { user } = renderApp('/crucify?id=7', { platform: platformOver(server) });
    expect(await screen.findByRole('alert')).toHaveTextContent('Customer not found');
    const back = screen.getByRole('link', { name: 'Back to search' });
    expect(back).toHaveAttribute('href', '/adept');
    // The server rejects reports about an unknown customer.
    await user.click(back);
    expect(await screen.findByText('input your search...')).toBeVisible();
    expect(server.callsTo('panel/users/presence')).toEqual([]);
  });

  it.each(['', '?id=', '?id=0', '?id=-1', '?id=1e3', '?id=x', '?id=2147483648'])(
    'is reported for %s without a request',
    async (query) => {
      const server = scriptedApi();
      server.on('panel/me', { username: 'ann', role: 'support' });
      renderApp(`/crucify${query}`, { platform: platformOver(server) });
      expect(await screen.findByRole('alert')).toHaveTextContent('Customer not found');
      expect(server.callsTo('panel/users/getUserById')).toHaveLength(0);
    },
  );
});
