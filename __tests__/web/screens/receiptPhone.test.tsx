/** Tests the phone number for receipts on all pages: shop, card change, campaign, account and profile, and without the setting. */
import '../../../src/web/components/payment/PhoneField';
import '../../../src/web/components/controls/AddressForm';
import '../../../src/web/screens/account/Account';
import '../../../src/web/screens/account/ReceiptPhone';
import '../../../src/web/screens/cardChange/CardChange';
import '../../../src/web/screens/pay/Pay';
import '../../../src/web/screens/profile/PhoneNotice';
import '../../../src/web/screens/profile/Profile';
import '../../../src/web/screens/shop/Shop';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { ClientConfiguration } from '../../../src/shared/configuration';
import { takeConsole } from '../../support/consoleSpy';
import { profileResponse, shopResponse, storedCustomer, storedVisitor } from '../../support/customer';
import { fakePlatform } from '../../support/fakePlatform';
import { MONTH_RUB, TRY_FREE } from '../../support/offer';
import { renderApp } from '../../support/renderApp';
import { rejection, scriptedApi } from '../../support/scriptedApi';

const PHONE = '+79123456789';
const SHOWN = '+7 912 345-67-89';
const ON: Partial<ClientConfiguration> = { receiptPhone: true };
const INVALID = /Проверь номер/;

const ORDER = {
  ...{ id: 'o-1', accountId: 'uid-1', kind: 'trial', amount: 1, currency: 'RUB', description: 'VPN' },
  recurringPayment: {
    ...{ amount: MONTH_RUB, interval: 'Month', period: 1 },
    startDate: '2026-12-28T12:05:00.000Z',
  },
};

interface Options {
  configuration?: Partial<ClientConfiguration>;
  receiptPhone?: string;
  profile?: object;
  isCustomer?: boolean;
}

function open(path: string, options: Options = {}) {
  const { configuration = ON, receiptPhone, profile = {}, isCustomer = false } = options;
  const phone = receiptPhone === undefined ? {} : { receiptPhone };
  const server = scriptedApi();
  const offered = { ...ORDER, ...phone };
  server.on('shop/getShop', shopResponse('trial', { order: offered }));
  server.on('shop/consent', { success: true });
  server.on('shop/getOrder', { success: true, state: 'open' });
  const campaign = { ...ORDER, id: 'o-campaign', kind: 'campaign', receiptEmail: null };
  server.on('shop/getCampaignOrder', { order: campaign });
  server.on('shop/getCampaignOrderState', { success: true, state: 'open' });
  server.on('subscriptions/cardChange', {
    ...{ success: true, state: 'offered', dueAt: '2026-12-28T12:05:00.000Z', cardMask: '•••• 4242' },
    order: { ...offered, kind: 'cardChange' },
  });
  server.on('profile/phone', { success: true });
  server.on('shop/campaignPhone', { success: true });
  const state = isCustomer ? {} : { subscriptionIsActive: false, subscriptionStatus: 'NOT_ACTIVE' };
  server.on('profile', profileResponse(0, { ...state, ...profile }));
  const stored = isCustomer ? storedCustomer() : storedVisitor();
  const platform = fakePlatform({ fetch: server.fetch, stored, configuration });
  platform.payWith(() => ({ kind: 'closed' }));
  return { server, ...renderApp(path, { platform }) };
}

const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Телефон' });
const noField = () => expect(screen.queryByRole('textbox', { name: 'Телефон' })).not.toBeInTheDocument();

async function agreeAndPay(user: UserEvent, label: string | RegExp): Promise<void> {
  const tick = await screen.findByRole<HTMLInputElement>('checkbox');
  if (!tick.checked) await user.click(tick);
  await user.click(screen.getByRole('button', { name: label }));
}

describe.each([
  ['/shop', false, TRY_FREE],
  ['/account/card', true, 'Ввести новую карту'],
] as const)('before a payment on %s', (path, isCustomer, label) => {
  it('asks for the number, stores it in E.164 and puts it into the receipt', async () => {
    const { server, user, platform } = open(path, { isCustomer });
    const input = await field();
    expect(input).toHaveAttribute('type', 'tel');
    expect(input).toHaveAttribute('inputmode', 'tel');
    expect(input).toHaveAttribute('autocomplete', 'tel');
    await user.type(input, '8 (912) 345-67-89');
    await agreeAndPay(user, label);
    await waitFor(() => expect(platform.openedOrders).toMatchObject([{ receiptPhone: PHONE }]));
    expect(server.callsTo('profile/phone').map(({ body }) => body)).toEqual([{ phone: PHONE }]);
  });

  it('reports a wrong number, and keeps it and the focus', async () => {
    const { server, user, platform } = open(path, { isCustomer });
    const input = await field();
    await user.type(input, '+7 912 345');
    await agreeAndPay(user, label);
    expect(await screen.findByText(INVALID)).toBeVisible();
    expect(input).toHaveFocus();
    expect(input).toBeInvalid();
    expect(input).toHaveValue('+7 912 345');
    expect(server.callsTo('profile/phone')).toEqual([]);
    expect(platform.openedOrders).toEqual([]);
    await user.type(input, '-67-89');
    expect(screen.queryByText(INVALID)).not.toBeInTheDocument();
  });

  it('shows the stored number, and does not store it again', async () => {
    const { server, user, platform } = open(path, { isCustomer, receiptPhone: PHONE });
    expect(await field()).toHaveValue(SHOWN);
    await agreeAndPay(user, label);
    await waitFor(() => expect(platform.openedOrders).toMatchObject([{ receiptPhone: PHONE }]));
    expect(server.callsTo('profile/phone')).toEqual([]);
  });

  it('without the setting has no field and makes no call', async () => {
    const { server, user, platform } = open(path, { isCustomer, configuration: {} });
    await agreeAndPay(user, label);
    await waitFor(() => expect(platform.openedOrders).toHaveLength(1));
    noField();
    expect(server.callsTo('profile/phone')).toEqual([]);
    expect(platform.openedOrders[0]).not.toHaveProperty('receiptPhone');
  });
});

it.each([
  [429, /слишком много попыток|слишком часто/i, 0],
  [503, /окно оплаты не открылось|не открылось/i, 0],
  [404, null, 1],
  [400, null, 1],
] as const)('a server that responds with %d to the number', async (status, text, opened) => {
  takeConsole();
  const { server, user, platform } = open('/shop');
  server.on('profile/phone', () => rejection(status));
  const input = await field();
  await user.type(input, PHONE);
  await agreeAndPay(user, TRY_FREE);
  await waitFor(() => expect(server.callsTo('profile/phone')).not.toHaveLength(0));
  if (text !== null) expect(await screen.findByRole('alert')).toHaveTextContent(text);
  await waitFor(() => expect(platform.openedOrders).toHaveLength(opened));
  if (opened === 0) expect(input).toHaveValue(PHONE);
});

it('a visitor who is not signed in is not asked for the number', async () => {
  const server = scriptedApi();
  renderApp('/shop', { platform: fakePlatform({ fetch: server.fetch, stored: {}, configuration: ON }) });
  expect(await screen.findByRole('button', { name: TRY_FREE })).toBeVisible();
  noField();
});

describe('the campaign page', () => {
  const payButton = () => screen.findByRole('button', { name: /Оплатить/ });

  it('asks for the number before it opens the payment dialog', async () => {
    const { server, user, platform } = open('/pay');
    const input = await field();
    await user.click(await payButton());
    expect(await screen.findByText(INVALID)).toBeVisible();
    expect(platform.openedOrders).toEqual([]);
    await user.type(input, SHOWN);
    await user.click(await payButton());
    await waitFor(() => expect(platform.openedOrders).toMatchObject([{ receiptPhone: PHONE }]));
    const [call] = server.callsTo('shop/campaignPhone');
    expect(call?.body).toEqual({ orderId: 'o-campaign', phone: PHONE });
  });

  it('asks for the email address and the number if the server opens the payment', async () => {
    const cardWidget = { scriptUrl: 'https://widget.example/w.js', publicTerminalId: '', dialect: 'token' };
    const { user, platform } = open('/pay', {
      configuration: { ...ON, cardWidget: { ...cardWidget, dialect: 'token' } },
    });
    await user.type(await screen.findByRole('textbox', { name: /почт|email/i }), 'payer@example.org');
    await user.click(await payButton());
    expect(await screen.findByText(INVALID)).toBeVisible();
    await user.type(await field(), PHONE);
    await user.click(await payButton());
    await waitFor(() => expect(platform.openedOrders).toMatchObject([{ receiptPhone: PHONE }]));
  });

  it('without the setting opens the payment dialog by itself', async () => {
    const { server, platform } = open('/pay', { configuration: {} });
    await waitFor(() => expect(platform.openedOrders).toHaveLength(1));
    noField();
    expect(server.callsTo('shop/campaignPhone')).toEqual([]);
  });
});

describe('the account page', () => {
  const openAccount = (profile: object = {}, configuration = ON) =>
    open('/account', { isCustomer: true, profile, configuration });

  it('stores a number', async () => {
    const { server, user } = openAccount();
    await user.type(await field(), '912 345 67 89');
    expect(screen.queryByRole('button', { name: 'Удалить номер' })).not.toBeInTheDocument();
    server.on('profile', profileResponse(0, { phone: PHONE }));
    await user.click(screen.getByRole('button', { name: 'Сохранить номер' }));
    expect(await screen.findByText('Номер сохранён.')).toBeVisible();
    expect(server.callsTo('profile/phone').map(({ body }) => body)).toEqual([{ phone: PHONE }]);
    await waitFor(async () => expect(await field()).toHaveValue(SHOWN));
  });

  it('reports a wrong number without a call', async () => {
    const { server, user } = openAccount();
    await user.type(await field(), '12{Enter}');
    expect(await screen.findByText(INVALID)).toBeVisible();
    expect(await field()).toHaveValue('12');
    expect(server.callsTo('profile/phone')).toEqual([]);
  });

  it('removes the number', async () => {
    const { server, user } = openAccount({ phone: PHONE });
    expect(await field()).toHaveValue(SHOWN);
    server.on('profile', profileResponse(0));
    await user.click(screen.getByRole('button', { name: 'Удалить номер' }));
    expect(await screen.findByText('Номер удалён.')).toBeVisible();
    expect(server.callsTo('profile/phone').map(({ body }) => body)).toEqual([{ phone: null }]);
    await waitFor(async () => expect(await field()).toHaveValue(''));
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Удалить номер' })).not.toBeInTheDocument(),
    );
    expect(document.body).not.toHaveFocus();
  });

  it.each([
    [429, /слишком часто/],
    [503, /rejected with 503/],
  ])('explains the error %d, and keeps the typed number', async (status, text) => {
    takeConsole();
    const { server, user } = openAccount();
    server.on('profile/phone', () => rejection(status));
    await user.type(await field(), PHONE);
    await user.click(screen.getByRole('button', { name: 'Сохранить номер' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Не получилось изменить номер');
    expect(alert).toHaveTextContent(text);
    expect(await field()).toHaveValue(PHONE);
  });

  it('without the setting has no such section, and does not fetch the profile', async () => {
    const { server } = openAccount({ phone: PHONE }, {});
    expect(await screen.findByRole('list', { name: 'Страницы аккаунта' })).toBeVisible();
    noField();
    expect(screen.queryByText('Телефон для чеков')).not.toBeInTheDocument();
    expect(server.callsTo('profile')).toEqual([]);
  });
});

describe('the profile', () => {
  const openProfile = (profile: object, configuration = ON) =>
    open('/profile', { isCustomer: true, profile, configuration });
  const isLoaded = () => screen.findByRole('button', { name: 'Управлять подпиской', hidden: true });

  it('asks a subscriber from before the setting for the number', async () => {
    openProfile({});
    expect(await screen.findByRole('heading', { name: 'Добавь телефон для чеков' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Добавить телефон' })).toHaveAttribute('href', '/account');
  });

  it.each([
    ['has a number', { phone: PHONE }, ON],
    ['is not charged', { subscriptionStatus: 'CANCELED' }, ON],
    ['buys without the setting', {}, {}],
  ] as const)('asks for nothing if the customer %s', async (_who, profile, configuration) => {
    openProfile(profile, configuration);
    await isLoaded();
    expect(screen.queryByText(/Добавь телефон|Телефон больше/)).not.toBeInTheDocument();
  });

  it('without the setting offers to remove a number that was stored before', async () => {
    const { server, user } = openProfile({ phone: PHONE }, {});
    await user.click(await screen.findByRole('button', { name: 'Удалить телефон' }));
    await waitFor(() =>
      expect(server.callsTo('profile/phone').map(({ body }) => body)).toEqual([{ phone: null }]),
    );
  });
});
