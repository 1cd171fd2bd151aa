/** Tests `/crucify`, the customer screen of the console. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { takeConsole } from '../../../../support/consoleSpy';
import { fakePlatform } from '../../../../support/fakePlatform';
import { renderApp } from '../../../../support/renderApp';
import { json, lostNetwork, rejection, scriptedApi } from '../../../../support/scriptedApi';
import { recordToasts } from '../../../../support/toasts';

afterEach(() => jest.useRealTimers());

const EMAIL = 'vasilisa@example.com';
const EPOCH = '1970-01-01T00:00:00.000Z';
const TOKENS = { accessToken: 'a-1', refreshToken: 'r-1' };
const PHONE = {
  id: 4,
  deviceName: 'Samsung Galaxy S24 Ultra',
  deviceId: '0123456789abcdef',
  isActive: true,
  platform: 'android',
  firstActivation: EPOCH,
  firebaseToken: 't-1',
};
const customer = (status: string, devices: object[] = [PHONE]) => ({
  id: 7,
  email: EMAIL,
  uid: 'u-1',
  firstPayment: 1,
  firstPaymentIsActive: true,
  currency: 'RUB',
  subscription: { status, totalCost: 450, endDate: EPOCH },
  devices,
});

function openUser(record: object = customer('ACTIVE'), role = 'senior') {
  const server = scriptedApi();
  server.on('panel/me', { username: 'ann', role });
  server.on('panel/users/getUserById', record);
  server.on('panel/users/payments', { payments: [] });
  server.on('panel/users/timeline', { entries: [], next: null });
  const platform = fakePlatform({ fetch: server.fetch, stored: TOKENS });
  return { server, ...renderApp('/crucify?id=7', { platform }) };
}

const region = async (name: string) => within(await screen.findByRole('region', { name }));

async function detach(user: ReturnType<typeof openUser>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Detach Samsung Galaxy S2...' }));
  const question = within(await screen.findByRole('dialog'));
  await user.click(question.getByRole('button', { name: 'Detach' }));
}

it('shows each field of the record [call-32, screen-85]', async () => {
  const { server } = openUser();
  const record = await region('Details');
  const raw = within(record.getByText('Raw record').closest('details')!);
  const details = raw
    .getAllByRole('term')
    .map(({ textContent, nextElementSibling }) => [
      textContent,
      nextElementSibling?.textContent.replace(/\s/g, ' '),
    ]);
  expect(details).toEqual([
    ['id', '7'],
    ['email', EMAIL],
    ['uid', 'u-1'],
    ['firstPayment', '1 ₽'],
    ['firstPaymentIsActive', 'true'],
    ['currency', 'RUB'],
    ['status', 'ACT'],
    ['totalCost', '450 ₽'],
    ['endDate', 'never'], // [input-21]
  ]);
  expect(server.callsTo('panel/users/getUserById')).toMatchObject([{ query: { id: '7' } }]);
});

it('shows three slots, and «NOT ACTIVE DEVICE» in slots without a device or with an inactive device [call-33, error-44]', async () => {
  openUser(customer('ACTIVE', [PHONE, { ...PHONE, id: 5, deviceId: 'second', isActive: false }]));
  const devices = await region('Devices');
  const slots = devices.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(slots).toHaveLength(3);
  expect(slots.map((slot) => slot.includes('NOT ACTIVE DEVICE'))).toEqual([false, true, true]);
  expect(slots[0]).toContain('Samsung Galaxy S2...');
  expect(slots[0]).toContain('0123456789First activation never');
  expect(devices.getAllByRole('link')[0]).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/torride\?user=7/),
  );
});

/** A payment with unused days. */
const UNUSED = {
  ...{ transactionId: '101', at: '2026-11-20T09:00:00.000Z', amount: 449, role: 'recurrent', state: 'paid' },
  unused: { amount: 200, accessUntil: null },
};

it('offers no refund of unused days if no payment has any', async () => {
  const { server } = openUser(customer('CANCELED'));
  expect(await screen.findByText(/^Refunds are available for active/)).toBeInTheDocument();
  await waitFor(() => expect(server.callsTo('panel/users/payments')).not.toEqual([]));
  expect(screen.queryByRole('button', { name: 'Refund unused days' })).toBeNull();
});

it('copies the email and shows a confirmation [error-39]', async () => {
  const { user, platform } = openUser();
  await user.click(await screen.findByRole('button', { name: EMAIL }));
  expect(await screen.findByText('Mail copied to clipboard')).toBeInTheDocument();
  expect(platform.copied).toEqual([EMAIL]);
});

it.each([
  ['NOT_ACTIVE', 'NOT', false],
  ['ACTIVE', 'ACT', true], // [flow-54]
  ['EXPIRED', 'EXP', false],
  ['CANCELED', 'CAN', false], // [flow-54]
  ['GIFTED', 'GIF', false],
  ['PAUSED', 'UNK', false],
])('with the status %s shows %s, and a refund: %s', async (status, abbreviation, hasRefund) => {
  const { server } = openUser(customer(status));
  server.on('panel/users/payments', { payments: [UNUSED] });
  expect((await region('Details')).getByText(abbreviation)).toBeInTheDocument();
  const refund = screen.queryByRole('button', { name: 'Refund' });
  expect(refund !== null).toBe(hasRefund);
  if (refund) await waitFor(() => expect(refund).toBeEnabled());
  else if (status === 'CANCELED')
    expect(await screen.findByRole('button', { name: 'Refund unused days' })).toBeEnabled();
  else expect(await screen.findByText(/^Refunds are available for active/)).toBeInTheDocument();
});

it('leads to the connection log [screen-85]', async () => {
  openUser();
  expect(await screen.findByRole('link', { name: 'Connection logs' })).toHaveAttribute(
    'href',
    '/severance?userId=7',
  );
});

it('shows a substitute name for a device without a name, so that it can be opened and detached', async () => {
  openUser(customer('ACTIVE', [{ ...PHONE, deviceName: '' }]));
  expect(await screen.findByRole('link', { name: 'Unnamed device' })).toHaveAttribute(
    'href',
    '/torride?user=7&device=0123456789abcdef',
  );
  expect(screen.getByRole('button', { name: 'Detach Unnamed device' })).toBeInTheDocument();
});

it.each([
  ['says yes', () => json({ success: true }), 'Detached Successfully'], // [error-33]
  ['says no', () => json({ success: false }), 'data detached failed'], // [error-34]
  ['refuses', () => rejection(409), 'data detached failed'],
])('detaching tells when the server %s [call-37]', async (_what, script, words) => {
  takeConsole();
  const { server, user, address } = openUser();
  server.on('profile/detachDevice', script);
  await detach(user);
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(server.callsTo('profile/detachDevice')).toMatchObject([
    { bearer: 'a-1', body: { uid: 'u-1', email: EMAIL, deviceId: '0123456789abcdef' } },
  ]);
  expect(address()).toBe('/crucify?id=7');
});

it('goes to /refresh if detaching fails, and to /capitulum if the refresh is rejected [flow-50, screen-80]', async () => {
  takeConsole();
  const { server, user, address } = openUser();
  server.on('profile/detachDevice', () => rejection(500));
  server.on('auth/refreshToken', () => rejection(401));
  await detach(user);
  await waitFor(() => expect(address()).toBe('/capitulum'));
  expect(server.callsTo('auth/refreshToken')).toHaveLength(1);
  expect(server.callsTo('profile/detachDevice')).toHaveLength(1);
});

it.each([
  ['an unexpected error', () => rejection(500, 'INTERNAL', 'req-12345678')],
  ['maintenance', () => rejection(503, 'UNAVAILABLE')],
])('tells of a failed detach by %s in the console’s words alone', async (_what, script) => {
  takeConsole();
  const { server, user, address } = openUser();
  server.on('profile/detachDevice', script);
  server.on('auth/refreshToken', NEW_TOKENS);
  const toasts = recordToasts();
  await detach(user);
  await waitFor(() => expect(server.callsTo('auth/refreshToken')).toHaveLength(1));
  await waitFor(() => expect(address()).toBe('/crucify?id=7'));
  await waitFor(() => expect(toasts).toEqual(['data detached failed']));
});

it('goes to /refresh if the record cannot be loaded, and returns with new tokens [flow-47]', async () => {
  takeConsole();
  const { server, address } = openUser();
  let isDown = true;
  server.on('panel/users/getUserById', () => (isDown ? rejection(500) : json(customer('GIFTED'))));
  server.on('auth/refreshToken', () => {
    isDown = false;
    return json({ accessToken: 'a-2', refreshToken: 'r-2' });
  });
  expect((await region('Details')).getByText('GIF')).toBeInTheDocument();
  expect(server.callsTo('auth/refreshToken')).toHaveLength(1);
  expect(address()).toBe('/crucify?id=7');
});

describe.each([
  ['401', () => rejection(401)],
  ['500', () => rejection(500)],
  ['an answer of another kind', () => json({ entries: 'none' })],
])('a timeline and payments that keep answering %s', (_what, script) => {
  it('fail in their own panels, and the customer stays on the screen', async () => {
    takeConsole();
    const { server, address, router } = openUser();
    server.on('panel/users/timeline', script);
    server.on('panel/users/payments', script);
    server.on('auth/refreshToken', (_call, count) =>
      json({ accessToken: `a-${count + 1}`, refreshToken: `r-${count + 1}` }),
    );
    const led: string[] = [];
    router.subscribe(({ navigation }) => led.push(navigation.location?.pathname ?? '/crucify'));
    expect(await screen.findByText('Couldn’t load the timeline')).toBeInTheDocument();
    expect((await region('Details')).getByText('ACT')).toBeInTheDocument();
    expect(address()).toBe('/crucify?id=7');
    expect(new Set(led)).toEqual(new Set(['/crucify']));
    expect(server.callsTo('auth/refreshToken').length).toBeLessThanOrEqual(2);
    await waitFor(() => expect(screen.queryByText('…')).toBeNull());
  });
});

it.each([
  ['401', () => rejection(401)],
  ['500', () => rejection(500)],
])(
  'a customer that keeps answering %s ends on /capitulum after two renewals, and stays',
  async (_what, script) => {
    jest.useFakeTimers({ advanceTimers: true });
    takeConsole();
    const { server, address, router } = openUser();
    for (const path of [
      'panel/users/getUserById',
      'panel/users/timeline',
      'panel/users/payments',
      'panel/me',
    ])
      server.on(path, script);
    server.on('auth/refreshToken', (_call, count) =>
      json({ accessToken: `a-${count + 1}`, refreshToken: `r-${count + 1}` }),
    );
    await waitFor(() => expect(address()).toBe('/capitulum'), { timeout: 20_000 });
    const places: string[] = [];
    router.subscribe(({ location }) => places.push(location.pathname));
    await act(() => jest.advanceTimersByTimeAsync(2500));
    expect(places).toEqual([]);
    expect(server.callsTo('auth/refreshToken')).toHaveLength(2);
  },
);

const NEW_TOKENS = { accessToken: 'a-2', refreshToken: 'r-2' };
const PAYMENT = {
  transactionId: '101',
  at: '2026-11-20T09:00:00.000Z',
  amount: 449,
  role: 'recurrent',
  state: 'paid',
  refundable: { amount: 449, accessUntil: null },
};

it('shows how and when the customer signed up', async () => {
  openUser({ ...customer('ACTIVE'), providerId: 'google.com', registeredAt: '2026-11-02T09:00:00.000Z' });
  const record = await region('Details');
  expect(record.getByText('Sign-in method').nextElementSibling).toHaveTextContent('Google');
  expect(record.getByText('Registered').nextElementSibling).toHaveTextContent(/^02\.11\.26 /);
});

it('shows the masked phone number, if there is one', async () => {
  openUser({ ...customer('ACTIVE'), phone: '+7 ••• •••-12-34' });
  const record = await region('Details');
  expect(record.getByText('Phone for receipts').nextElementSibling).toHaveTextContent('+7 ••• •••-12-34');
});

it('shows each payment with its state, what it bought, its refund and its receipt', async () => {
  const { server, user } = openUser();
  const returned = {
    ...PAYMENT,
    transactionId: '100',
    state: 'partlyReturned',
    provider: 'cloudPayments',
    returnedAmount: 150,
    receiptUrl: 'https://receipts.example/100',
    cardMask: '•••• 4242',
    boughtFrom: '2026-10-20T09:00:00.000Z',
    boughtUntil: '2026-11-20T09:00:00.000Z',
    refund: {
      amount: 150,
      reason: 'doesNotWork',
      by: 'olga',
      decidedAt: '2026-10-22T09:00:00.000Z',
      state: 'returned',
    },
  };
  const declined = {
    ...PAYMENT,
    transactionId: '99',
    state: 'declined',
    decline: { reason: 'noMoney', code: '5051' },
    refundable: null,
  };
  const older = Array.from({ length: 4 }, (_, index) => ({
    ...PAYMENT,
    transactionId: `9${String(index)}0`,
  }));
  server.on('panel/users/payments', { payments: [returned, declined, ...older] });
  const payments = await region('Payments');
  const rows = () => payments.getAllByRole('row').slice(1);
  const readCells = (row: HTMLElement | undefined) =>
    within(row!)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent.replace(/\s/g, ' '));
  await payments.findByText('#100');
  expect(rows()).toHaveLength(5);
  const [first, second] = rows();
  expect(readCells(first)).toEqual([
    ...[expect.stringMatching(/^\d\d\.\d\d\.\d\d \d\d:\d\d$/) as string, '449 ₽'],
    '150 ₽ refundedrefund of 150 ₽ by olga, service didn’t work',
    ...['•••• 4242', 'Monthly charge', '20.10.26 12:00 – 20.11.26 12:00', 'CloudPayments', '#100'],
    expect.stringMatching(/^Receipt/) as string,
  ]);
  expect(within(first!).getByRole('link', { name: /^Receipt/ })).toHaveAttribute(
    'href',
    'https://receipts.example/100',
  );
  expect(second).toHaveTextContent(/Failed.*insufficient funds \(code 5051\)/);
  expect(payments.getByRole('columnheader', { name: 'Provider' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show all 6' }));
  expect(rows()).toHaveLength(6);
});

it('has no column for the card provider if the server names none', async () => {
  const { server } = openUser();
  server.on('panel/users/payments', { payments: [{ ...PAYMENT, transactionId: '100', provider: null }] });
  const payments = await region('Payments');
  await payments.findByText('#100');
  expect(payments.queryByRole('columnheader', { name: 'Provider' })).toBeNull();
});

it('summarizes why the VPN does not work', async () => {
  const { server } = openUser(customer('NOT_ACTIVE', []));
  server.on('panel/users/payments', {
    payments: [
      { ...PAYMENT, role: 'first', state: 'declined', decline: { reason: 'noMoney', code: '5051' } },
    ],
  });
  const headline = await region('Overview');
  expect(headline.getByText('No subscription yet.')).toBeVisible();
  expect(headline.getByText(/^Last payment declined .*: insufficient funds\.$/)).toBeVisible();
  expect(headline.getByText('No device attached.')).toBeVisible();
});

it('opens dialogs and forms by a single key, and only focuses the button of an immediate action', async () => {
  const { server, user } = openUser();
  server.on('panel/users/notes', { notes: [] });
  await user.click(await screen.findByRole('heading', { level: 1 }));
  await screen.findByRole('button', { name: 'Add note' });
  await user.keyboard('e');
  expect(screen.getByRole('button', { name: 'Resend sign-in email' })).toHaveFocus();
  expect(server.callsTo('panel/users/resendSignInEmail')).toEqual([]);
  for (const [key, name] of [
    ['r', 'Refund'],
    ['c', 'Cancel renewal'],
    ['d', 'Add days'],
    ['m', 'Move to another email'],
  ] as const) {
    await user.keyboard(key);
    expect(await screen.findByRole('dialog', { name })).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  await user.keyboard('v');
  expect(screen.getByRole('link', { name: 'Samsung Galaxy S2...' })).toHaveFocus();
  await user.keyboard('n');
  expect(screen.getByLabelText('New note')).toHaveFocus();
  await user.keyboard('r');
  expect(screen.getByLabelText('New note')).toHaveValue('r');
});

it('offers every action in the command palette, and hides the keys while shortcuts are off', async () => {
  const { server, user, platform } = openUser(customer('ACTIVE'), 'admin');
  server.on('panel/users/search', { content: [], last: true });
  server.on('panel/users/notes', { notes: [] });
  // jsdom has no layout, so it does not implement scrolling.
  Element.prototype.scrollIntoView = () => undefined;
  await screen.findByRole('button', { name: 'Add note' });
  const refund = screen.getByRole('button', { name: 'Refund' });
  expect(refund).toHaveAttribute('aria-keyshortcuts', 'R');
  await user.keyboard('{Control>}k{/Control}');
  const palette = within(await screen.findByRole('dialog'));
  const actions = within(palette.getByRole('group', { name: 'Actions on this page' })).getAllByRole('option');
  expect(new Set(actions.map(({ textContent }) => textContent))).toEqual(
    new Set([
      ...['RefundR', 'Cancel renewalC', 'Add daysD', 'Resend sign-in emailE', 'Move to another emailM'],
      ...['Connection logs', 'Export data', 'Delete account…', 'Add noteN', 'DevicesV'],
      ...['Keyboard shortcuts?'],
    ]),
  );
  await user.click(screen.getByRole('option', { name: 'Delete account…' }));
  expect(await screen.findByRole('dialog', { name: /^Delete/ })).toBeVisible();
  await user.keyboard('{Escape}');
  act(() => platform.storage.changeElsewhere('staffShortcuts', 'off'));
  await waitFor(() => expect(refund).not.toHaveAttribute('aria-keyshortcuts'));
});

it('names colleagues who have the customer open, and reloads the page when they change something', async () => {
  const { server, user } = openUser();
  server.on('panel/users/presence', { others: ['bob', 'eve'], version: '1-1' });
  expect(await screen.findByText('Also open: bob, eve')).toBeVisible();
  const reads = server.callsTo('panel/users/getUserById').length;
  server.on('panel/users/presence', { others: [], version: '1-2' });
  server.on('panel/users/getUserById', customer('CANCELED'));
  act(() => {
    window.dispatchEvent(new Event('focus'));
  });
  await waitFor(() => expect(screen.queryByText(/^Also open/)).toBeNull());
  expect(await screen.findByText(/^Renewal canceled/)).toBeVisible();
  expect(server.callsTo('panel/users/getUserById').length).toBeGreaterThan(reads);
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await waitFor(() =>
    expect(server.callsTo('panel/users/presence').at(-1)?.body).toEqual({ userId: 7, isLeaving: true }),
  );
});

const GIFTED = { ...customer('ACTIVE'), subscription: { status: 'GIFTED', endDate: EPOCH } };

it('sends nothing from a stale dialog, says what changed, and offers the present state', async () => {
  const { server, user } = openUser();
  server.on('panel/users/stopRenewal', { success: true });
  await user.click(await screen.findByRole('button', { name: 'Cancel renewal' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel renewal' }));
  server.on('panel/users/getUserById', customer('ACTIVE', []));
  await user.click(dialog.getByRole('button', { name: 'Cancel renewal' }));
  expect(await dialog.findByText('Device “Samsung Galaxy S2...” detached')).toBeVisible();
  expect(server.callsTo('panel/users/stopRenewal')).toEqual([]);
  expect(dialog.getByRole('button', { name: 'Cancel renewal' })).toBeDisabled();
  expect(dialog.getByText(/^Not sent, because the customer has changed/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Show current state' }));
  expect(dialog.queryByText(/^Not sent/)).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Cancel renewal' }));
  expect(await screen.findByText('Renewal canceled')).toBeInTheDocument();
});

it('closes a stale dialog whose action is no longer possible', async () => {
  const { server, user } = openUser();
  await user.click(await screen.findByRole('button', { name: 'Cancel renewal' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel renewal' }));
  server.on('panel/users/getUserById', GIFTED);
  await user.click(dialog.getByRole('button', { name: 'Cancel renewal' }));
  expect(await dialog.findByText('Status: Active → Gifted')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Show current state' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText(/^Gifted access until/)).toBeVisible();
  expect(server.callsTo('panel/users/stopRenewal')).toEqual([]);
});

it('offers the present payments in a stale refund dialog', async () => {
  const { server, user } = openUser();
  server.on('panel/users/payments', { payments: [PAYMENT] });
  await user.click(await screen.findByRole('button', { name: 'Refund' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund' }));
  const submit = await dialog.findByRole('button', { name: /^Refund 449/ });
  server.on('panel/users/payments', {
    payments: [{ ...PAYMENT, state: 'partlyReturned', returnedAmount: 149, refundable: { amount: 300 } }],
  });
  await user.click(submit);
  expect(await dialog.findByText(/^Payment #101: Paid → 149.₽ refunded$/)).toBeVisible();
  expect(server.callsTo('panel/refund')).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Show current state' }));
  expect(await dialog.findByRole('button', { name: /^Refund 300/ })).toBeEnabled();
});

it('sorts and filters more than a few payments', async () => {
  const { server, user } = openUser();
  const payments = Array.from({ length: 6 }, (_, index) => ({
    ...PAYMENT,
    transactionId: String(index + 1),
    amount: 100 + index,
    state: index < 2 ? 'declined' : 'paid',
  }));
  server.on('panel/users/payments', { payments });
  const table = await region('Payments');
  const numbers = () => table.getAllByText(/^#\d$/).map(({ textContent }) => textContent);
  await user.click(await table.findByRole('button', { name: 'Amount' }));
  expect(numbers()).toEqual(['#1', '#2', '#3', '#4', '#5']);
  await user.click(table.getByRole('button', { name: 'Amount' }));
  expect(numbers()).toEqual(['#6', '#5', '#4', '#3', '#2']);
  await user.selectOptions(screen.getByLabelText('Status'), 'Failed');
  expect(numbers()).toEqual(['#2', '#1']);
});

it("computes days by the server's clock", async () => {
  const { server } = openUser();
  const inAYear = new Date(Date.now() + 366 * 86_400_000);
  // The time of day is noon, so that the expected date does not change during the test.
  inAYear.setHours(12, 0, 0, 0);
  const told = { headers: { 'X-Server-Time': inAYear.toISOString() } };
  server.on('panel/users/getUserById', () =>
    Response.json(
      {
        ...customer('GIFTED'),
        subscription: { status: 'GIFTED', totalCost: 0, endDate: inAYear.toISOString() },
      },
      told,
    ),
  );
  expect(await screen.findByText(/^Gifted access until today/)).toBeInTheDocument();
});

it('reports that an email was not sent, if the failure leads to /refresh', async () => {
  takeConsole();
  const { server, user, address } = openUser();
  server.on('panel/users/resendSignInEmail', () => rejection(401));
  server.on('auth/refreshToken', NEW_TOKENS);
  await user.click(await screen.findByRole('button', { name: 'Resend sign-in email' }));
  expect(await screen.findByText('Couldn’t send the sign-in email. rejected with 401')).toBeInTheDocument();
  await waitFor(() => expect(address()).toBe('/crucify?id=7'));
});

it('keeps the input of a refund across /refresh and a new sign-in, as the same refund', async () => {
  takeConsole();
  const { server, user, address } = openUser();
  server.on('panel/users/payments', { payments: [PAYMENT] });
  server.on('panel/refund', ({ bearer }) => (bearer === 'a-3' ? json({ success: true }) : rejection(401)));
  server.on('auth/refreshToken', () => rejection(401));
  server.on('auth/login', { accessToken: 'a-3', refreshToken: 'r-3' });
  await user.click(await screen.findByRole('button', { name: 'Refund' }));
  await user.click(await screen.findByRole('radio', { name: 'Partial' }));
  await user.type(await screen.findByLabelText('Partial amount, ₽'), '150');
  await user.type(screen.getByLabelText('Internal note (optional)'), 'rain');
  await user.click(screen.getByRole('button', { name: /^Refund 150/ }));
  expect(await screen.findByText('Couldn’t refund the payment. rejected with 401')).toBeInTheDocument();
  await waitFor(() => expect(address()).toBe('/capitulum'));
  await user.type(await screen.findByLabelText(/Username/), 'ann');
  await user.type(screen.getByLabelText(/Password/), 'p{Enter}');
  await waitFor(() => expect(address()).toBe('/crucify?id=7'));
  expect(await screen.findByLabelText('Internal note (optional)')).toHaveValue('rain');
  await user.click(screen.getByRole('button', { name: /^Refund 150/ }));
  expect(await screen.findByText('Refund Successfully')).toBeInTheDocument();
  const [first, ...others] = server.callsTo('panel/refund').map(({ body }) => body);
  expect(first).toMatchObject({ amount: 150, comment: 'rain' });
  for (const other of others) expect(other).toEqual(first);
});

it('asks before it refunds the last payment again if the server does not support request ids', async () => {
  takeConsole();
  const { server, user } = openUser();
  server.on('panel/users/payments', () => rejection(404));
  server.on('panel/refund', lostNetwork);
  await user.click(await screen.findByRole('button', { name: 'Refund' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund' }));
  await user.click(await dialog.findByRole('button', { name: 'Refund' }));
  expect(await dialog.findByText(/Check the status before retrying/)).toBeInTheDocument();
  server.on('panel/refund', { success: true });
  await user.click(dialog.getByRole('button', { name: 'Refund' }));
  const question = within(await screen.findByRole('dialog', { name: 'Send again?' }));
  expect(server.callsTo('panel/refund')).toHaveLength(1);
  await user.click(question.getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('Refund Successfully')).toBeInTheDocument();
  expect(server.callsTo('panel/refund')).toHaveLength(2);
});

it('shows the current state if a colleague has detached the device first', async () => {
  const { server, user } = openUser();
  const devices = await region('Devices');
  await screen.findByRole('button', { name: 'Detach Samsung Galaxy S2...' });
  server.on('panel/users/getUserById', customer('ACTIVE', []));
  server.on('profile/detachDevice', { success: false });
  await detach(user);
  expect(await screen.findByText('data detached failed')).toBeInTheDocument();
  await waitFor(() => expect(devices.queryByText('Samsung Galaxy S2...')).toBeNull());
});

it('is fetched again when the user returns to the tab', async () => {
  const { server } = openUser();
  expect((await region('Details')).getByText('ACT')).toBeInTheDocument();
  server.on('panel/users/getUserById', customer('EXPIRED'));
  server.on('panel/users/payments', { payments: [PAYMENT] });
  const paymentsRead = server.callsTo('panel/users/payments').length;
  const timelineRead = server.callsTo('panel/users/timeline').length;
  act(() => {
    window.dispatchEvent(new Event('visibilitychange'));
  });
  expect(await (await region('Details')).findByText('EXP')).toBeInTheDocument();
  await waitFor(() => expect(server.callsTo('panel/users/payments').length).toBeGreaterThan(paymentsRead));
  expect(server.callsTo('panel/users/timeline').length).toBeGreaterThan(timelineRead);
});

describe('an address with invisible characters', () => {
  const RAW = '\u200bvasilisa@example.com';
  const lookalikes = (accounts: object[]) => ({ visibleEmail: EMAIL, accounts });

  it('is shown with its code points, and moves to the visible address if that is free', async () => {
    openUser({ ...customer('ACTIVE'), email: RAW, lookalikes: lookalikes([]) });
    const record = await region('Details');
    expect(record.getByText(/⟨U\+200B⟩vasilisa@example\.com/)).toBeVisible();
    expect(record.getByText(/^No account has the visible address/)).toBeVisible();
  });

  it('is shown beside the account that has the visible address, on both pages', async () => {
    const other = { id: 12, email: EMAIL, status: 'EXPIRED' };
    openUser({ ...customer('ACTIVE'), email: RAW, lookalikes: lookalikes([other]) });
    const record = await region('Details');
    expect(record.getByText(/^The visible address has an account of its own/)).toBeVisible();
    expect(record.getByTitle(EMAIL).closest('a')).toHaveAttribute('href', '/crucify?id=12');
  });

  it('is named on the page of the account with the visible address', async () => {
    openUser({ ...customer('ACTIVE'), lookalikes: lookalikes([{ id: 12, email: RAW, status: 'ACTIVE' }]) });
    const record = await region('Details');
    expect(record.getByText(/differs only by invisible characters/)).toBeVisible();
    expect(record.getByTitle('⟨U+200B⟩vasilisa@example.com').closest('a')).toBeVisible();
  });
});
