import '../../../../src/web/screens/subscription/Subscription';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { formatMoneyTime } from '../../../../src/web/texts/dates';
import { takeConsole } from '../../../support/consoleSpy';
import { EMAIL, profileResponse, shopResponse, storedCustomer } from '../../../support/customer';
import { fakePlatform } from '../../../support/fakePlatform';
import { MONTH_RUB } from '../../../support/offer';
import { holdFor } from '../../../support/pointer';
import { renderApp } from '../../../support/renderApp';
import { lostNetwork, rejection, scriptedApi } from '../../../support/scriptedApi';

const DATE = formatMoneyTime('2026-11-28T12:05:00.000Z')!.replaceAll('\u00a0', ' ');

function openSubscription(response: object = profileResponse(0), stored = storedCustomer()) {
  const server = scriptedApi();
  server.on('profile', response);
  const app = renderApp('/subscription', { platform: fakePlatform({ fetch: server.fetch, stored }) });
  return { ...app, server };
}

const cancelButton = () => screen.findByRole('button', { name: 'Отменить подписку', hidden: true });

describe('when ACTIVE', () => {
  it('shows amount, currency and date of the next charge, and what cancelling means [screen-73]', async () => {
    openSubscription(profileResponse(0, { cardMask: '•••• 4242' }));
    expect(await screen.findByText('Следующее списание')).toBeVisible();
    expect(screen.getByText(`${MONTH_RUB} ₽`)).toBeVisible();
    expect(screen.getAllByText(DATE)[0]).toBeVisible();
    expect(screen.getByText('Доступ до')).toBeVisible();
    expect(screen.getByText('•••• 4242')).toBeVisible();
    expect(
      screen.getByText(`Если отменить, деньги больше не спишутся, а доступ останется до ${DATE}.`),
    ).toBeVisible();
    expect(await cancelButton()).toHaveAccessibleDescription('* удерживай кнопку чтобы выполнить');
    expect(screen.queryByText('Подписка отменена')).not.toBeInTheDocument();
  });

  it('shows that the charge failed, when it is retried, and that cancelling then ends the access', async () => {
    const { server } = openSubscription(profileResponse(0, { chargeIsOverdue: true }));
    server.on('subscriptions/payments', {
      success: true,
      payments: [
        {
          id: '2',
          at: '2026-11-27T12:05:00.000Z',
          amount: MONTH_RUB,
          currency: 'RUB',
          purpose: 'month',
          state: 'declined',
          returned: 0,
          declineReason: 'noMoney',
        },
      ],
    });
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('Списание не прошло');
    expect(notice).toHaveTextContent(
      'На карте не хватает денег. Доступ пока работает: мы попробуем ещё раз.',
    );
    expect(screen.getByText('Следующая попытка списания')).toBeVisible();
    expect(screen.getByText(DATE)).toBeVisible();
    expect(screen.queryByText('Доступ до')).not.toBeInTheDocument();
    expect(screen.queryByText(/доступ останется до/)).not.toBeInTheDocument();
    expect(screen.getByText(/а доступ сразу закончится/)).toBeVisible();
  });

  it('shows no failure while a due charge is only pending', async () => {
    const { server } = openSubscription(profileResponse(0, { chargeIsOverdue: true }));
    server.on('subscriptions/payments', { success: true, payments: [] });
    expect(await screen.findByText('Платежей пока не было.')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('shows another currency [screen-73]', async () => {
    openSubscription(profileResponse(0, { amount: 5.5, currency: 'USD' }));
    expect(await screen.findByText('5,50 USD')).toBeVisible();
  });

  it('cancels after 2 s and not after less [access-14, flow-41, screen-54, screen-74]', async () => {
    const { server, address } = openSubscription();
    server.on('subscriptions/cancel', { success: true, userInfo: { subscriptionIsActive: true } });
    const button = await cancelButton();
    holdFor(button, 1999);
    expect(server.callsTo('subscriptions/cancel')).toHaveLength(0);
    holdFor(button, 2000);
    await waitFor(() => expect(address()).toBe('/profile'));
    expect(server.callsTo('subscriptions/cancel')).toEqual([
      expect.objectContaining({ body: { email: EMAIL, uid: 'uid-1' } }),
    ]);
  });

  it('cancels by assistive technology after a confirmation that explains the consequences', async () => {
    const { server, user, address } = openSubscription();
    server.on('subscriptions/cancel', { success: true, userInfo: { subscriptionIsActive: true } });
    fireEvent.click(await cancelButton(), { detail: 0 });
    const dialog = await screen.findByRole('dialog', { name: 'Отменить подписку?' });
    expect(dialog).toHaveAccessibleDescription(
      new RegExp(`доступ останется до ${DATE.replaceAll(' ', String.raw`\s`)}`),
    );
    await user.click(within(dialog).getByRole('button', { name: 'Отменить подписку' }));
    await waitFor(() => expect(address()).toBe('/profile'));
  });

  it.each<[string, object, string]>([
    ['cancelled and still active', { success: true, userInfo: { subscriptionIsActive: true } }, '/profile'], // [flow-37]
    ['cancelled and over', { success: true, userInfo: { subscriptionIsActive: false } }, '/shop'], // [flow-38]
    ['not successful', { success: false }, '/profile'], // [flow-39]
    ['a call error', () => rejection(500), '/'], // [flow-40]
  ])('%s leads on [error-16]', async (_what, response, path) => {
    takeConsole();
    const { server, address } = openSubscription();
    server.on('subscriptions/cancel', response);
    holdFor(await cancelButton(), 2000);
    await waitFor(() => expect(address()).toBe(path));
  });
});

describe('otherwise', () => {
  it.each([
    ['CANCELED', `Доступ останется до ${DATE}. Деньги больше не спишутся.`],
    ['GIFTED', `Сейчас работает подарок: доступ до ${DATE}. Списаний нет.`],
  ])('%s says «Подписка отменена» and how long the access lasts [screen-75]', async (status, meaning) => {
    openSubscription(profileResponse(0, { subscriptionStatus: status }));
    expect(await screen.findByRole('heading', { name: 'Подписка отменена' })).toBeVisible();
    expect(screen.getByText(meaning)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Отменить подписку' })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Возобновить подписку' })).not.toBeInTheDocument();
  });

  const ENDED = 'Доступ закончился, деньги больше не спишутся.';
  it.each([
    ['EXPIRED', ENDED, 'Возобновить подписку'],
    ['NOT_ACTIVE', 'Подписки пока не было: доступа нет, и деньги не спишутся.', 'Перейти к подписке'],
    ['SOMETHING', ENDED, 'Возобновить подписку'],
  ])(
    '%s without access says so and offers to begin again [screen-75]',
    async (subscriptionStatus, meaning, toShop) => {
      openSubscription(
        profileResponse(0, { subscriptionStatus, subscriptionIsActive: false, expirationDate: null }),
      );
      expect(await screen.findByRole('heading', { name: 'Подписка отменена' })).toBeVisible();
      expect(screen.getByText(meaning)).toBeVisible();
      expect(screen.getByRole('link', { name: toShop })).toHaveAttribute('href', '/shop');
    },
  );
});

it.each<[string, object, string]>([
  ['ACTIVE', profileResponse(0), 'Следующее списание'],
  ['CANCELED', profileResponse(0, { subscriptionStatus: 'CANCELED' }), 'Подписка отменена'],
  ['loading', () => new Promise<Response>(() => undefined), 'Управление подпиской'],
])('offers the way back to the profile when %s [screen-76]', async (_state, response, heading) => {
  const { user, address } = openSubscription(response);
  await screen.findByRole('heading', { name: heading });
  await user.click(await screen.findByRole('link', { name: 'Вернуться в личный кабинет' }));
  await waitFor(() => expect(address()).toBe('/profile'));
});

it('shows an error if the state cannot be fetched, and tries again', async () => {
  takeConsole();
  const { server, user } = openSubscription(lostNetwork);
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent('Не получилось узнать состояние подписки');
  expect(screen.queryByText('Подписка отменена')).not.toBeInTheDocument();
  server.on('profile', profileResponse(0));
  await user.click(within(notice).getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByText(`${MONTH_RUB} ₽`)).toBeVisible();
});

describe('the card', () => {
  const PAID = {
    id: '2',
    at: '2026-11-28T12:05:00.000Z',
    amount: MONTH_RUB,
    currency: 'RUB',
    purpose: 'month',
    state: 'paid',
    returned: 0,
    cardMask: '•••• 4242',
    receiptUrl: 'https://receipts.example/2',
  };

  it('is removed after a confirmation in plain words', async () => {
    const { server, user } = openSubscription(profileResponse(0, { cardMask: '•••• 4242' }));
    server.on('subscriptions/removeCard', { success: true, userInfo: { subscriptionIsActive: true } });
    await user.click(await screen.findByRole('button', { name: 'Отвязать карту' }));
    const question = await screen.findByRole('dialog', { name: 'Отвязать карту?' });
    expect(question).toHaveTextContent('С карты •••• 4242 больше ничего не спишется');
    expect(server.callsTo('subscriptions/removeCard')).toEqual([]);
    server.on('profile', profileResponse(0, { cardMask: null, subscriptionStatus: 'CANCELED' }));
    await user.click(within(question).getByRole('button', { name: 'Отвязать карту' }));
    expect(await screen.findByText('Карта отвязана.')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Подписка отменена' })).toBeVisible();
    expect(screen.queryByText('•••• 4242')).not.toBeInTheDocument();
  });

  it('is named a payment method if it has no number, and can be replaced and removed all the same', async () => {
    const { server, user } = openSubscription(profileResponse(0, { hasPaymentMethod: true }));
    server.on('subscriptions/removeCard', { success: true, userInfo: { subscriptionIsActive: true } });
    expect(await screen.findByText('Способ оплаты')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Поменять' })).toHaveAttribute('href', '/account/card');
    await user.click(screen.getByRole('button', { name: 'Отвязать способ оплаты' }));
    const question = await screen.findByRole('dialog', { name: 'Отвязать способ оплаты?' });
    expect(question).toHaveTextContent('С него больше ничего не спишется');
    server.on('profile', profileResponse(0, { hasPaymentMethod: false, subscriptionStatus: 'CANCELED' }));
    await user.click(within(question).getByRole('button', { name: 'Отвязать способ оплаты' }));
    expect(await screen.findByText('Способ оплаты отвязан.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Отвязать способ оплаты' })).not.toBeInTheDocument();
  });

  it('is not shown if nothing is stored, also by a server that does not report payment methods', async () => {
    openSubscription(profileResponse(0));
    expect(await screen.findByText('Следующее списание')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Отвязать/ })).not.toBeInTheDocument();
  });

  it('stays, with a message, if the server could not remove it', async () => {
    takeConsole();
    const { server, user } = openSubscription(profileResponse(0, { cardMask: '•••• 4242' }));
    server.on('subscriptions/removeCard', lostNetwork);
    await user.click(await screen.findByRole('button', { name: 'Отвязать карту' }));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Отвязать карту' }),
    );
    expect(await screen.findByText('Карта не отвязана')).toBeVisible();
    expect(screen.getByText('•••• 4242')).toBeVisible();
  });

  it('shows each payment, its outcome and its receipt', async () => {
    const server = scriptedApi();
    server.on('profile', profileResponse(0, { cardMask: '•••• 1111' }));
    server.on('subscriptions/payments', {
      success: true,
      payments: [
        { ...PAID, id: '5', state: 'declined', declineReason: 'noMoney', receiptUrl: null },
        { ...PAID, id: '4', state: 'partlyReturned', returned: 200 },
        { ...PAID, id: '3', state: 'returned', returned: MONTH_RUB, receiptUrl: 'javascript:alert(1)' },
        PAID,
        { ...PAID, id: '1', amount: 1, purpose: 'trial', state: 'voided', receiptUrl: null },
      ],
    });
    renderApp('/subscription', {
      platform: fakePlatform({ fetch: server.fetch, stored: storedCustomer() }),
    });
    const history = await screen.findByRole('region', { name: 'Платежи' });
    const entries = (await within(history).findAllByRole('listitem')).map(({ textContent }) =>
      textContent.replace(/\u00a0/g, ' '),
    );
    expect(entries[0]).toContain('отклонено');
    expect(entries[0]).toContain('На карте не хватает денег');
    expect(entries[1]).toContain('возвращено 200 ₽');
    expect(entries[2]).toContain('возвращено');
    expect(entries[3]).toContain('оплачено');
    expect(entries[4]).toMatch(/1 ₽.*возвращено.*Проверка карты/);
    expect(
      within(history)
        .getAllByRole('link', { name: /Чек от/ })
        .map((link) => link.getAttribute('href')),
    ).toEqual(['https://receipts.example/2', 'https://receipts.example/2']);
  });

  it.each<['sandbox' | 'production', number]>([
    ['sandbox', 1],
    ['production', 0],
  ])('links to a receipt without a certificate in the %s: %i', async (mode, links) => {
    const server = scriptedApi();
    server.on('profile', profileResponse(0));
    const receiptUrl = 'http://localhost:8080/sandbox/receipts/2';
    server.on('subscriptions/payments', { success: true, payments: [{ ...PAID, receiptUrl }] });
    const platform = fakePlatform({ fetch: server.fetch, stored: storedCustomer() });
    renderApp('/subscription', {
      platform: { ...platform, configuration: { ...platform.configuration, mode } },
    });
    await screen.findByRole('listitem');
    expect(screen.queryAllByRole('link', { name: /Чек от/ })).toHaveLength(links);
  });

  it('omits the history if the server keeps none', async () => {
    takeConsole();
    openSubscription(profileResponse(0));
    await cancelButton();
    await waitFor(() => expect(screen.queryByText('Платежи')).not.toBeInTheDocument());
  });
});

describe('resuming', () => {
  it('is paid for in place while access lasts: the full price, with a consent', async () => {
    const { server, user, platform, address } = openSubscription(
      profileResponse(0, { subscriptionStatus: 'CANCELED' }),
    );
    server.on('shop/getShop', shopResponse('renewal'));
    server.on('shop/getOrder', { success: true, state: 'paid' });
    platform.payWith(() => ({ kind: 'completed', transactionId: '1' }));
    expect(await screen.findByText(/оставшиеся дни не пропадут/)).toBeVisible();
    await user.click(await screen.findByRole('checkbox', { name: /Соглашаюсь/ }));
    await user.click(screen.getByRole('button', { name: 'Возобновить подписку' }));
    await waitFor(() => expect(address()).toBe('/profile'));
    expect(platform.openedOrders.map(({ kind, amount }) => [kind, amount])).toEqual([['renewal', MONTH_RUB]]);
  });
});
