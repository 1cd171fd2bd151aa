/**
 * Tests the customer application and the staff console with a server that implements only the API endpoints of the
 * specification.
 */
import { screen, waitFor, within } from '@testing-library/react';
import { CONTRACT } from '../../src/shared/contract/contract';
import { STAFF_SEARCH_TEXTS } from '../../src/web/texts/staff/search';
import { FILTER_TEXTS } from '../../src/web/texts/staff/tags';
import { takeConsole } from '../support/consoleSpy';
import { fakePlatform } from '../support/fakePlatform';
import { TRY_FREE } from '../support/offer';
import { pointer } from '../support/pointer';
import { renderApp } from '../support/renderApp';
import {
  SPEC_CUSTOMER,
  SPEC_GIFT_KEY,
  SPEC_MAIL_LINK_TOKEN,
  type SpecServer,
  specServer,
} from '../support/specServer';

const { email } = SPEC_CUSTOMER;

let server: SpecServer;

beforeEach(() => {
  takeConsole();
  server = specServer();
});

/**
 * Returns requested fields that the specification does not contain. Requests to endpoints that the specification does not
 * contain get a 404 response.
 */
const unknownFields = () => server.rejected.filter((each) => each.includes(': '));

/** Returns the error messages on the screen. */
const alerts = () => screen.queryAllByRole('alert').flatMap(({ textContent }) => textContent || []);

it('a customer signs in by email, pays, detaches a device, cancels and signs out', async () => {
  const platform = fakePlatform({ fetch: server.fetch });
  let app = renderApp('/login', { platform });
  await app.user.type(await screen.findByPlaceholderText('Введите email'), email);
  await app.user.click(screen.getByRole('button', { name: '→ Войти по email ссылке' }));
  await waitFor(() => expect(app.address()).toBe('/wait'));
  app.unmount();

  app = renderApp(`/confirm?token=${SPEC_MAIL_LINK_TOKEN}`, { platform });
  await waitFor(() => expect(app.address()).toBe('/shop'));
  platform.payWith(() => {
    server.activate();
    return { kind: 'completed', transactionId: '1' };
  });
  await app.user.click(await screen.findByRole('checkbox', { name: /Соглашаюсь на эти списания/ }));
  await app.user.click(await screen.findByRole('button', { name: new RegExp(TRY_FREE) }));
  await waitFor(() => expect(app.address()).toBe('/profile'));
  expect(platform.openedOrders).toMatchObject([{ kind: 'trial', accountId: email }]);
  expect(await screen.findByText('подписка активна')).toBeVisible();

  pointer.down(await screen.findByRole('button', { name: /Планшет/ }));
  await waitFor(() => expect(screen.getByText(/Список устройств 1\/3/)).toBeVisible());
  pointer.down(screen.getByRole('button', { name: 'Управлять подпиской' }));
  await waitFor(() => expect(app.address()).toBe('/subscription'));
  pointer.down(await screen.findByRole('button', { name: 'Отменить подписку' }));
  await waitFor(() => expect(app.address()).toBe('/profile'));
  expect(await screen.findByText('подписка отменена')).toBeVisible();
  await app.user.click(screen.getByText('сменить пользователя'));
  await waitFor(() => expect(app.address()).toBe('/login'));
  expect(unknownFields()).toEqual([]);
});

it('a customer activates a gift', async () => {
  const platform = fakePlatform({ fetch: server.fetch });
  const app = renderApp(`/giftConfirm?token=${SPEC_MAIL_LINK_TOKEN}&key=${SPEC_GIFT_KEY}`, { platform });
  await waitFor(() => expect(app.address()).toBe('/profile'));
  expect(await screen.findByText('подарочная подписка')).toBeVisible();
  expect(unknownFields()).toEqual([]);
});

it('a user in the query alone cannot pay', async () => {
  const platform = fakePlatform({ fetch: server.fetch });
  const app = renderApp(`/profile?email=${email}&uid=u-7`, { platform });
  await waitFor(() => expect(app.address()).toBe('/shop'));
  await app.user.click(await screen.findByRole('button', { name: new RegExp(TRY_FREE) }));
  await waitFor(() => expect(app.address()).toBe('/login'));
  expect(platform.openedOrders).toEqual([]);
});

it('staff sign in, search, open a customer, detach, push, read the log, refund and create a gift link', async () => {
  server.activate();
  const platform = fakePlatform({ fetch: server.fetch });
  const { user, address } = renderApp('/capitulum', { platform });
  await user.type(await screen.findByLabelText(/Username/), 'ann');
  await user.type(screen.getByLabelText(/Password/), 'p{Enter}');
  await waitFor(() => expect(address()).toBe('/adept'));

  await user.type(await screen.findByRole('searchbox'), 'vasil');
  const found = within(await screen.findByRole('table', { name: 'Customers found' }));
  await found.findByText(email);
  expect(alerts()).toEqual([]);
  await user.type(screen.getByLabelText('Months'), '3');
  await user.click(screen.getByRole('button', { name: 'Create gift link' }));
  expect(await screen.findByDisplayValue(new RegExp(SPEC_GIFT_KEY))).toBeVisible();

  await user.click(found.getByRole('link'));
  await waitFor(() => expect(address()).toBe('/crucify?id=7'));
  await screen.findByRole('region', { name: 'Details' });
  // The timeline and payment sections of the screen first check whether the server supports their API endpoints.
  for (const name of ['Timeline', 'Payments'])
    await waitFor(() => expect(screen.queryByRole('region', { name })).toBeNull());
  expect(alerts()).toEqual([]);
  for (const name of ['Gifts', 'Payment issues', 'Emails', 'Team', 'Audit log'])
    expect(screen.queryByRole('link', { name })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Resend sign-in email' })).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Detach Планшет' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Detach' }));
  expect(await screen.findByText('Detached Successfully')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText('Планшет')).toBeNull());

  await user.click(screen.getByRole('button', { name: 'Refund' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund' }));
  await user.click(await dialog.findByRole('button', { name: 'Refund' }));
  expect(await screen.findByText('Refund Successfully')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull());

  await user.click(screen.getByRole('link', { name: 'Телефон' }));
  await user.click(await screen.findByRole('button', { name: /LOGIN/ }));
  expect(await screen.findByText(/accepted/)).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: /logs/i }));
  await waitFor(() => expect(address()).toBe('/severance?userId=7'));
  expect(await screen.findByText('Phone')).toBeVisible();
  expect(unknownFields()).toEqual([]);
});

it('/adept shows no filters until it knows that the server supports them', async () => {
  let letItBeSaid: () => void = () => undefined;
  const maybeSaid = new Promise<void>((resolve) => {
    letItBeSaid = resolve;
  });
  const who = CONTRACT.getStaffMe.path;
  const platform = fakePlatform({
    fetch: async (...request) => {
      const [address] = request;
      if (typeof address === 'string' && address.endsWith(who)) await maybeSaid;
      return server.fetch(...request);
    },
  });
  const { user, address } = renderApp('/capitulum', { platform });
  await user.type(await screen.findByLabelText(/Username/), 'ann');
  await user.type(screen.getByLabelText(/Password/), 'p{Enter}');
  await waitFor(() => expect(address()).toBe('/adept'));
  expect(await screen.findByRole('searchbox')).toBeVisible();
  expect(screen.queryByRole('group', { name: FILTER_TEXTS.title })).toBeNull();
  letItBeSaid();
  await waitFor(() => expect(screen.getByText(STAFF_SEARCH_TEXTS.idle)).toBeVisible());
  expect(screen.queryByRole('group', { name: FILTER_TEXTS.title })).toBeNull();
});
