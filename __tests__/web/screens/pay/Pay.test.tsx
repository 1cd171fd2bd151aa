import '../../../../src/web/screens/pay/Pay';
import '../../../../src/web/screens/thanks/Thanks';
import { act, screen, waitFor, within } from '@testing-library/react';
import { capitalized, periodWords } from '../../../../src/shared/offerWords';
import type { CardWidgetOutcome } from '../../../../src/web/platform/platform';
import { formatMoneyDay } from '../../../../src/web/texts/dates';
import { FLOW_TEXTS } from '../../../../src/web/texts/flows';
import { SHOP_TEXTS } from '../../../../src/web/texts/shop';
import { takeConsole } from '../../../support/consoleSpy';
import { fakePlatform } from '../../../support/fakePlatform';
import { CAMPAIGN_TRIAL_DAYS, MONTH_RUB } from '../../../support/offer';
import { renderApp } from '../../../support/renderApp';
import { json, scriptedApi } from '../../../support/scriptedApi';

const START = '2026-11-28T12:05:00.000Z';
const TRIAL = periodWords(CAMPAIGN_TRIAL_DAYS);
const COMPLETED: CardWidgetOutcome = { kind: 'completed', transactionId: '1' };
const spaced = (text: string | null) => text?.replace(/\u00a0/g, ' ') ?? '';

const response = (id: string) => ({
  order: {
    id,
    accountId: 'blogger-1',
    kind: 'campaign',
    amount: 1,
    currency: 'RUB',
    description: 'a week',
    receiptEmail: null,
    recurringPayment: { amount: MONTH_RUB, interval: 'Month', period: 1, startDate: START },
  },
});

function openPay(
  dialog: () => CardWidgetOutcome | Promise<CardWidgetOutcome>,
  { path = '/pay?i=Blogger', storedInTab = {} }: { path?: string; storedInTab?: Record<string, string> } = {},
) {
  const server = scriptedApi();
  server.on('shop/getCampaignOrder', (_call, count) => json(response(`order-${String(count)}`)));
  server.on('shop/getCampaignOrderState', { success: true, state: 'open' });
  const platform = fakePlatform({ fetch: server.fetch, storedInTab });
  platform.payWith(dialog);
  return { server, ...renderApp(path, { platform }) };
}

const payButton = (name: string | RegExp = /^Оплатить 1\s₽$/) =>
  screen.findByRole('button', { name, hidden: true });

/** A fake card dialog that the test closes. */
function openDialog() {
  let close: (outcome: CardWidgetOutcome) => void = () => undefined;
  const closed = new Promise<CardWidgetOutcome>((resolve) => (close = resolve));
  return {
    dialog: () => closed,
    end: (outcome: CardWidgetOutcome) =>
      act(async () => {
        close(outcome);
        await Promise.resolve();
      }),
  };
}

it('requests an order with the partner, opens the dialog once, and leads to the thanks page [screen-45, screen-46, screen-48]', async () => {
  const { dialog, end } = openDialog();
  const { server, platform, address } = openPay(dialog);
  expect(await screen.findByRole('button', { name: 'Открываем окно оплаты' })).toBeInTheDocument();
  expect(server.callsTo('shop/getCampaignOrder').map(({ body }) => body)).toEqual([{ partner: 'Blogger' }]);
  expect(platform.openedOrders.map(({ id }) => id)).toEqual(['order-1']);
  server.on('shop/getCampaignOrderState', { success: true, state: 'paid' });
  await end(COMPLETED);
  await waitFor(() => expect(address()).toBe('/thanks'));
  expect(platform.openedOrders).toHaveLength(1);
});

it('shows the general offer without a date, and opens nothing, until the order is there', async () => {
  const { server, platform } = openPay(() => ({ kind: 'closed' }));
  let arrive: (response: Response) => void = () => undefined;
  server.on('shop/getCampaignOrder', () => new Promise<Response>((resolve) => (arrive = resolve)));
  const charge = await screen.findByText(/сейчас/);
  expect(spaced(charge.textContent)).toBe(
    `1 ₽ сейчас за ${TRIAL.accusative}, затем ${MONTH_RUB} ₽ каждый месяц`,
  );
  expect(screen.getByRole('button', { name: 'Загрузка...' })).toHaveAttribute('aria-busy');
  expect(platform.openedOrders).toEqual([]);
  await waitFor(() => expect(server.callsTo('shop/getCampaignOrder')).toHaveLength(1));
  act(() => arrive(json(response('order-1'))));
  await payButton();
  expect(spaced(screen.getByText(/сейчас/).textContent)).toContain(spaced(formatMoneyDay(START)));
  expect(platform.openedOrders.map(({ id }) => id)).toEqual(['order-1']);
});

it('shows no pay button after a payment, whatever is still loading', async () => {
  const { dialog, end } = openDialog();
  const { server, router, address, store } = openPay(dialog);
  await screen.findByRole('button', { name: 'Открываем окно оплаты' });
  const thanks = router.routes[0]?.children?.find(({ path }) => path === '/thanks');
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  // The chunk of the thanks screen loads slowly.
  Object.assign(thanks ?? {}, { loader: () => arrived.then(() => null) });
  server.on('shop/getCampaignOrderState', { success: true, state: 'paid' });
  await end(COMPLETED);
  expect(await screen.findByText('Оплата прошла')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Оплатить|оплат/ })).not.toBeInTheDocument();
  // The pay button must not appear after a reload either.
  expect(store.getState().payment.campaign).toBe('order-1');
  act(() => arrive());
  await waitFor(() => expect(address()).toBe('/thanks'));
  await waitFor(() => expect(store.getState().payment.campaign).toBeNull());
});

it('shows the amounts charged now and later, and the date of the later charge [number-4, screen-47]', async () => {
  openPay(() => ({ kind: 'closed' }), { path: '/pay' });
  await payButton();
  expect(screen.getByRole('heading', { level: 1, hidden: true })).toHaveTextContent(
    new RegExp(`^${capitalized(TRIAL.first)} за 1\\s₽$`),
  );
  expect(spaced(screen.getByText(/сейчас/).textContent)).toBe(
    `1 ₽ сейчас за ${TRIAL.accusative}, затем ${MONTH_RUB} ₽ каждый месяц с ${spaced(formatMoneyDay(START))}`,
  );
  expect(screen.getByRole('link', { name: 'публичной оферты' })).toHaveAttribute('href', '/offer');
});

it('opens the dialog again by its button after it was closed, for the same order', async () => {
  const { user, platform, server } = openPay(() => ({ kind: 'closed' }));
  await user.click(await payButton());
  await waitFor(() => expect(platform.openedOrders.map(({ id }) => id)).toEqual(['order-1', 'order-1']));
  expect(server.callsTo('shop/getCampaignOrder')).toHaveLength(1);
});

it('explains a decline and requests another order for the next attempt', async () => {
  const { user, platform } = openPay(() => ({ kind: 'declined', reason: 'noMoney' }));
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent('Оплата не прошла');
  await user.click(await payButton('Попробовать оплатить снова'));
  await waitFor(() => expect(platform.openedOrders.map(({ id }) => id)).toEqual(['order-1', 'order-2']));
});

it('shows an error if the dialog cannot be opened, and offers support and another attempt', async () => {
  const { platform } = openPay(() => ({ kind: 'unavailable' }));
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent('Окно оплаты не открылось');
  expect(within(notice).getByRole('link', { name: 'Написать в поддержку' })).toHaveAttribute(
    'href',
    platform.configuration.brand.supportBotUrl,
  );
  expect(await payButton('Попробовать оплатить снова')).toBeEnabled();
});

it('reports that nothing can be paid while the card provider of new orders is gone, and opens nothing', async () => {
  takeConsole();
  const { server, platform, user } = openPay(() => ({ kind: 'closed' }));
  const paused = { error: { code: 'PROVIDER_UNAVAILABLE', message: 'Внешняя служба сейчас не отвечает.' } };
  server.on('shop/getCampaignOrder', () => json(paused, 503));
  const notice = await screen.findByRole('alert');
  expect(within(notice).getByRole('heading', { name: 'Оплата временно недоступна' })).toBeVisible();
  expect(within(notice).getByRole('link', { name: 'Написать в поддержку' })).toBeVisible();
  expect(platform.openedOrders).toEqual([]);
  server.on('shop/getCampaignOrder', response('order-2'));
  await user.click(within(notice).getByRole('button', { name: 'Попробовать снова' }));
  await waitFor(() => expect(platform.openedOrders.map(({ id }) => id)).toEqual(['order-2']));
});

it('charges the amounts of the specification if the server does not support campaign orders', async () => {
  takeConsole();
  const server = scriptedApi();
  const platform = fakePlatform({ fetch: server.fetch });
  platform.payWith(() => COMPLETED);
  const { address } = renderApp('/pay?i=Blogger', { platform });
  await waitFor(() => expect(address()).toBe('/thanks'));
  const [order] = platform.openedOrders;
  expect(order).toMatchObject({
    kind: 'campaign',
    amount: 1,
    currency: 'RUB',
    recurringPayment: { amount: MONTH_RUB, interval: 'Month', period: 1 },
  });
  expect(order?.accountId).toMatch(/^blogger-[0-9a-f]{32}$/);
  expect((Date.parse(order?.recurringPayment.startDate ?? '') - Date.now()) / 86_400_000).toBeCloseTo(
    CAMPAIGN_TRIAL_DAYS,
    1,
  );
});

it('shows that the card already had a trial, and links to the full price', async () => {
  const { server } = openPay(() => ({ kind: 'declined', reason: 'rejected' }));
  server.on('shop/getCampaignOrderState', { success: true, state: 'declined', rejection: 'trialUsed' });
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent(SHOP_TEXTS.trialUsed.title);
  expect(
    within(notice).getByRole('link', {
      name: new RegExp(`Войти и оформить за ${MONTH_RUB}.₽ в месяц`),
    }),
  ).toHaveAttribute('href', '/shop');
  await waitFor(() => expect(server.callsTo('shop/getCampaignOrder').length).toBeGreaterThan(1));
});

it('shows the terms of the payment next to the button', async () => {
  openPay(() => ({ kind: 'closed' }));
  await payButton();
  expect(screen.getByText(/Оплачивая, ты соглашаешься на эти списания/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'публичной оферты' })).toHaveAttribute('href', '/offer');
});

it('continues the check after a reload and opens nothing', async () => {
  const { server, platform, address } = openPay(() => ({ kind: 'closed' }), {
    storedInTab: { campaignCheck: 'order-0' },
  });
  expect(await screen.findByText('Проверяем оплату…')).toBeVisible();
  expect(server.callsTo('shop/getCampaignOrder')).toEqual([]);
  server.on('shop/getCampaignOrderState', { success: true, state: 'paid' });
  await waitFor(() => expect(address()).toBe('/thanks'));
  expect(platform.openedOrders).toEqual([]);
  await waitFor(() => expect(platform.sessionStorage.contents()).toEqual({}));
});

it('shows the offer, and opens nothing, when the check after a reload ends in a decline', async () => {
  const { server, platform } = openPay(() => ({ kind: 'closed' }), {
    storedInTab: { campaignCheck: 'order-0' },
  });
  server.on('shop/getCampaignOrderState', { success: true, state: 'declined' });
  expect(await screen.findByRole('alert')).toHaveTextContent('Оплата не прошла');
  expect(await payButton('Попробовать оплатить снова')).toBeVisible();
  expect(platform.openedOrders).toEqual([]);
});

describe('with a card dialog that shows payments which the server opens', () => {
  function openPayByToken(opening: object) {
    const server = scriptedApi();
    server.on('shop/getCampaignOrder', (_call, count) => json(response(`order-${String(count)}`)));
    server.on('shop/getCampaignOrderState', { success: true, state: 'open' });
    server.on('shop/openCampaignPayment', opening);
    const cardWidget = { scriptUrl: '/widget.js', publicTerminalId: '', dialect: 'token' } as const;
    const platform = fakePlatform({ fetch: server.fetch, configuration: { cardWidget } });
    platform.payWith(async (_order, openPayment) => {
      const opened = await openPayment();
      return opened.kind === 'opened' ? COMPLETED : opened;
    });
    return { server, ...renderApp('/pay', { platform }) };
  }

  it('asks for the email first, and opens the payment for this email', async () => {
    const { server, user, platform, address } = openPayByToken({ success: true, confirmationToken: 'ct-1' });
    const field = await screen.findByRole('textbox', { name: 'Почта для подписки' });
    expect(platform.openedOrders).toHaveLength(0);
    await user.click(await payButton());
    expect(field).toBeInvalid();
    server.on('shop/getCampaignOrderState', { success: true, state: 'paid' });
    await user.type(field, 'viewer@example.org');
    await user.click(await payButton());
    await waitFor(() => expect(address()).toBe('/thanks'));
    expect(server.callsTo('shop/openCampaignPayment').map(({ body }) => body)).toEqual([
      { orderId: 'order-1', email: 'viewer@example.org' },
    ]);
  });

  it('says in the form that the mail server cannot send to the address, until the address is edited', async () => {
    const { user, server, address } = openPayByToken({ success: false, problem: 'addressUnsupported' });
    const field = await screen.findByRole('textbox', { name: 'Почта для подписки' });
    await user.type(field, 'анна@пример.рф');
    await user.click(await payButton());
    await waitFor(() => expect(field).toHaveAccessibleDescription(FLOW_TEXTS.addressUnsupported));
    expect(field).toBeInvalid();
    server.on('shop/openCampaignPayment', { success: true, confirmationToken: 'ct-1' });
    server.on('shop/getCampaignOrderState', { success: true, state: 'paid' });
    await user.clear(field);
    await user.type(field, 'anna@example.org');
    expect(field).toBeValid();
    await user.click(await payButton());
    await waitFor(() => expect(address()).toBe('/thanks'));
  });

  it.each([
    [{ success: false, problem: 'unavailable' }, 'Оплата временно недоступна'],
    [{ success: false, problem: 'tooMany' }, 'Слишком много попыток подряд'],
    [{ success: false, problem: 'outdated' }, SHOP_TEXTS.termsChanged.title],
  ])('shows why no payment was opened, and offers support: %j', async (opening, title) => {
    const { user } = openPayByToken(opening);
    await user.type(await screen.findByRole('textbox', { name: 'Почта для подписки' }), 'viewer@example.org');
    await user.click(await payButton());
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent(title);
    expect(within(notice).getByRole('link', { name: 'Написать в поддержку' })).toBeInTheDocument();
  });
});
