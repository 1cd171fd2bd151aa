import '../../../../src/web/screens/shop/Shop';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { OFFER_EDITION } from '../../../../src/shared/offerEdition';
import type { CardWidgetOutcome } from '../../../../src/web/platform/platform';
import { formatMoneyDay } from '../../../../src/web/texts/dates';
import { SHOP_TEXTS } from '../../../../src/web/texts/shop';
import { takeConsole } from '../../../support/consoleSpy';
import {
  EMAIL,
  profileResponse,
  shopResponse,
  storedCustomer,
  storedVisitor,
} from '../../../support/customer';
import { fakePlatform } from '../../../support/fakePlatform';
import { MONTH_RUB, TRIAL_DAYS, TRY_FREE } from '../../../support/offer';
import { renderApp } from '../../../support/renderApp';
import { json, lostNetwork, rejection, scriptedApi } from '../../../support/scriptedApi';

const spaced = (text: string | null) => text?.replace(/\u00a0/g, ' ') ?? '';

interface Options {
  stored?: Record<string, string>;
  storedInTab?: Record<string, string>;
}

function openShop(result: object, { stored = storedVisitor(), storedInTab = {} }: Options = {}) {
  const server = scriptedApi();
  server.on('shop/getShop', result);
  server.on('profile', profileResponse(0, { subscriptionIsActive: false, subscriptionStatus: 'NOT_ACTIVE' }));
  const platform = fakePlatform({ fetch: server.fetch, stored, storedInTab });
  return { server, ...renderApp('/shop', { platform }) };
}

const trialButton = () => screen.findByRole('button', { name: TRY_FREE, hidden: true });

const tick = () => screen.findByRole('checkbox', { name: 'Соглашаюсь на эти списания и принимаю условия' });

/** Ticks the consent unless it is ticked already, and presses the payment button. */
async function agreeAndPay(user: UserEvent): Promise<HTMLElement> {
  const consent = await tick();
  if (!(consent as HTMLInputElement).checked) await user.click(consent);
  const button = await trialButton();
  await user.click(button);
  return button;
}

/** A fake card dialog that the test closes. */
function openDialog(platform: ReturnType<typeof fakePlatform>) {
  let close: (outcome: CardWidgetOutcome) => void = () => undefined;
  platform.payWith(() => new Promise<CardWidgetOutcome>((resolve) => (close = resolve)));
  return {
    end: (outcome: CardWidgetOutcome) =>
      act(async () => {
        close(outcome);
        await Promise.resolve();
      }),
  };
}

const COMPLETED: CardWidgetOutcome = { kind: 'completed', transactionId: '1' };

it('shows «Загрузка...» until the price is there [screen-43]', async () => {
  let result: (response: Response) => void = () => undefined;
  openShop(() => new Promise<Response>((resolve) => (result = resolve)));
  expect(await screen.findByText('Загрузка...')).toBeVisible();
  result(json(shopResponse('trial')));
  expect(await trialButton()).toBeVisible();
  expect(screen.queryByText('Загрузка...')).not.toBeInTheDocument();
});

it('shows the price and what it buys [access-12, number-1, screen-40, screen-41]', async () => {
  openShop(shopResponse('trial'));
  await trialButton();
  expect(screen.getByText(`${MONTH_RUB} ₽`).parentElement).toHaveTextContent(`${MONTH_RUB} ₽ в месяц`);
  const benefits = within(screen.getByRole('list', { name: 'Что входит' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(benefits).toEqual([
    'Безлимитные гигабайты',
    'Без ограничения скорости',
    'Не собираем данные о том, что ты делаешь в сети',
    'Невозможно заблокировать',
  ]);
});

describe('before the button', () => {
  it('a trial shows the amounts charged now and later, and the date of the later charge [flow-25]', async () => {
    openShop(shopResponse('trial'));
    const day = spaced(formatMoneyDay('2026-11-28T12:05:00.000Z'));
    expect(spaced((await screen.findByText(/сейчас/)).textContent)).toBe(
      `1 ₽ сейчас (вернём), затем ${MONTH_RUB} ₽ каждый месяц с ${day}`,
    );
    expect(await trialButton()).toHaveAccessibleDescription(/вернётся в течение трёх дней/);
    expect(screen.getByRole('link', { name: 'публичной оферты' })).toHaveAttribute('href', '/offer');
  });

  it('a renewal charges the full price now and again one month later [flow-24]', async () => {
    openShop(shopResponse('renewal'), { stored: storedVisitor({ firstPaymentActivated: 'true' }) });
    const day = spaced(formatMoneyDay('2026-12-21T12:05:00.000Z'));
    expect(await screen.findByRole('button', { name: 'Возобновить подписку' })).toBeVisible();
    expect(spaced(screen.getByText(/сейчас/).textContent)).toBe(
      `${MONTH_RUB} ₽ сейчас, затем ${MONTH_RUB} ₽ каждый месяц с ${day}`,
    );
    expect(screen.queryByText(/бесплатно/)).not.toBeInTheDocument();
  });
});

describe('the link to past payments and their receipts', () => {
  it('is shown to a customer who has paid before', async () => {
    const stored = storedVisitor({ firstPaymentActivated: 'true' });
    const { user, address } = openShop(shopResponse('renewal'), { stored });
    await user.click(await screen.findByRole('link', { name: 'Прошлые платежи и чеки' }));
    await waitFor(() => expect(address()).toBe('/subscription'));
  });

  it('is hidden for a customer who never paid or is not signed in', async () => {
    openShop(shopResponse('trial'));
    await trialButton();
    expect(screen.queryByRole('link', { name: 'Прошлые платежи и чеки' })).not.toBeInTheDocument();
  });
});

describe('without a sign-in', () => {
  it('shows the general offer and asks to sign in first', async () => {
    const { server, user, address, platform } = openShop(rejection(401), { stored: {} });
    const button = await trialButton();
    expect(screen.getByText(`${MONTH_RUB} ₽`)).toBeVisible();
    expect(screen.getByText(/Сначала попросим войти/)).toBeVisible();
    await user.click(button);
    await waitFor(() => expect(address()).toBe('/login'));
    expect(server.callsTo('shop/getShop')).toHaveLength(0);
    expect(platform.openedOrders).toHaveLength(0);
  });
});

it('goes to /profile when the subscription is known to be active [flow-22]', async () => {
  const { server, address } = openShop(shopResponse('trial'), { stored: storedCustomer() });
  server.on('profile', profileResponse(0));
  await waitFor(() => expect(address()).toBe('/profile'));
});

it('goes to /profile when the server offers no order because the subscription is active', async () => {
  const { server, address } = openShop({
    firstPaymentActivated: false,
    subscriptionStatus: 'ACTIVE',
    order: null,
  });
  server.on('profile', profileResponse(0));
  await waitFor(() => expect(address()).toBe('/profile'));
});

it('explains that the price cannot be loaded, and offers another attempt and support', async () => {
  takeConsole();
  const { server, user, platform } = openShop(lostNetwork);
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent('Не получилось загрузить цену');
  expect(within(notice).getByRole('link', { name: 'Написать в поддержку' })).toHaveAttribute(
    'href',
    platform.configuration.brand.supportBotUrl,
  );
  server.on('shop/getShop', shopResponse('trial'));
  await user.click(within(notice).getByRole('button', { name: 'Попробовать снова' }));
  expect(await trialButton()).toBeVisible();
});

it('reports that nothing can be paid while the card provider of new orders is gone, and offers support', async () => {
  takeConsole();
  const paused = { error: { code: 'PROVIDER_UNAVAILABLE', message: 'Внешняя служба сейчас не отвечает.' } };
  const { server, user } = openShop(() => json(paused, 503));
  const notice = await screen.findByRole('alert');
  expect(within(notice).getByRole('heading', { name: 'Оплата временно недоступна' })).toBeVisible();
  expect(notice).toHaveTextContent('Внешняя служба сейчас не отвечает. Если не поможет, мы рядом.');
  expect(within(notice).getByRole('link', { name: 'Написать в поддержку' })).toBeVisible();
  server.on('shop/getShop', shopResponse('trial'));
  await user.click(within(notice).getByRole('button', { name: 'Попробовать снова' }));
  expect(await trialButton()).toBeVisible();
});

it.each([
  ['of a network that is gone to the network', lostNetwork, 'Проверь интернет'],
  ['of a rejection to another try', () => json({}, 500), 'Сервис ответил с ошибкой, интернет ни при чём'],
  [
    'of a server at rest to its own words',
    () => json({ error: { code: 'UNAVAILABLE', message: 'Технические работы.' } }, 503),
    'Технические работы. Если не поможет',
  ],
])('redirects after the response %s', async (_what, result, words) => {
  takeConsole();
  openShop(result);
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent(words);
  expect(notice.textContent.includes('Проверь интернет')).toBe(result === lostNetwork);
});

describe('paying', () => {
  it('opens the dialog for the order, checks the payment and goes to /profile [flow-23, screen-42]', async () => {
    const { server, user, platform, address } = openShop(shopResponse('trial'));
    let state = 'open';
    server.on('shop/getOrder', () => json({ success: true, state }));
    const dialog = openDialog(platform);
    const button = await agreeAndPay(user);
    expect(button).toHaveAttribute('aria-busy', 'true');
    await user.click(button);
    expect(platform.openedOrders.map(({ id }) => id)).toEqual(['order-1']);
    await dialog.end(COMPLETED);
    expect(await screen.findByRole('heading', { name: 'Проверяем оплату…' })).toBeVisible();
    expect(address()).toBe('/shop');
    server.on('profile', profileResponse(0));
    state = 'paid';
    await waitFor(() => expect(address()).toBe('/profile'));
    expect(await screen.findByText('подписка активна')).toBeVisible();
  });

  it('goes on checking after a reload', async () => {
    const { server, address } = openShop(shopResponse('trial'), { storedInTab: { paymentCheck: 'order-1' } });
    let state = 'open';
    server.on('shop/getOrder', () => json({ success: true, state }));
    expect(await screen.findByRole('heading', { name: 'Проверяем оплату…' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /бесплатно/ })).not.toBeInTheDocument();
    server.on('profile', profileResponse(0));
    state = 'paid';
    await waitFor(() => expect(address()).toBe('/profile'));
  });

  it('says in plain words why a card was declined, and takes another try with a new order', async () => {
    const { server, user, platform } = openShop(shopResponse('trial'));
    server.on('shop/getOrder', { success: true, state: 'open' });
    platform.payWith(() => ({ kind: 'declined', reason: 'noMoney' }));
    await agreeAndPay(user);
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('Оплата не прошла');
    expect(notice).toHaveTextContent('На карте не хватает денег.');
    await waitFor(() => expect(server.callsTo('shop/getShop').length).toBeGreaterThan(1));
    platform.payWith(() => ({ kind: 'closed' }));
    await agreeAndPay(user);
    await waitFor(() => expect(platform.openedOrders).toHaveLength(2));
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  });

  it('shows the reason if the server is notified of the decline', async () => {
    const { server, user, platform } = openShop(shopResponse('trial'));
    server.on('shop/getOrder', { success: true, state: 'declined', declineReason: 'threeDs' });
    platform.payWith(() => COMPLETED);
    await agreeAndPay(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('Проверка 3-D Secure не пройдена.');
    expect(await trialButton()).toBeEnabled();
  });

  it('stays without a message if the dialog is closed', async () => {
    const { server, user, platform, address } = openShop(shopResponse('trial'));
    server.on('shop/getOrder', { success: true, state: 'open' });
    platform.payWith(() => ({ kind: 'closed' }));
    await agreeAndPay(user);
    await waitFor(async () => expect(await trialButton()).not.toHaveAttribute('aria-busy'));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(address()).toBe('/shop');
  });

  it('explains that the dialog does not open, and offers another attempt and support', async () => {
    const { server, user, platform } = openShop(shopResponse('trial'));
    server.on('shop/getOrder', { success: true, state: 'open' });
    platform.payWith(() => ({ kind: 'unavailable' }));
    await agreeAndPay(user);
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('Окно оплаты не открылось');
    expect(within(notice).getByRole('link', { name: 'Написать в поддержку' })).toBeVisible();
    await user.click(within(notice).getByRole('button', { name: 'Попробовать снова' }));
    await waitFor(() => expect(platform.openedOrders).toHaveLength(2));
  });
});

describe('the consent', () => {
  it('is never ticked beforehand, and nothing is charged or recorded without it', async () => {
    const { server, user, platform } = openShop(shopResponse('trial'));
    const consent = await tick();
    expect(consent).not.toBeChecked();
    expect(consent).toHaveAccessibleDescription(
      new RegExp(String.raw`1\s₽ сейчас .*затем ${MONTH_RUB}\s₽ каждый месяц`),
    );
    await user.click(await trialButton());
    expect(screen.getByRole('alert')).toHaveTextContent('Поставь галочку');
    expect(consent).toHaveFocus();
    expect(consent).toBeInvalid();
    expect(platform.openedOrders).toEqual([]);
    expect(server.callsTo('shop/consent')).toEqual([]);
    await user.click(consent);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('is recorded with the displayed texts before the dialog opens', async () => {
    const { server, user, platform } = openShop(shopResponse('trial'));
    server.on('shop/getOrder', { success: true, state: 'open' });
    server.on('shop/consent', () => {
      expect(platform.openedOrders).toEqual([]);
      return json({ success: true });
    });
    platform.payWith(() => ({ kind: 'closed' }));
    await agreeAndPay(user);
    await waitFor(() => expect(platform.openedOrders).toHaveLength(1));
    const [call] = server.callsTo('shop/consent');
    expect(call?.body).toMatchObject({ orderId: 'order-1', offerEdition: OFFER_EDITION.version });
    const { wording } = call?.body as { wording: string };
    expect(spaced(wording)).toMatch(
      new RegExp(
        String.raw`^1 ₽ сейчас \(вернём\), затем ${MONTH_RUB} ₽ каждый месяц с .+ Соглашаюсь на эти списания и принимаю условия публичной оферты\.$`,
      ),
    );
  });

  it.each([
    ['opens no dialog when it could not be recorded', lostNetwork, 'Окно оплаты не открылось'],
    ['opens no dialog when the terms are not in force any more', { success: false }, 'Условия обновились'],
  ])('%s', async (_what, result, words) => {
    takeConsole();
    const { server, user, platform } = openShop(shopResponse('trial'));
    server.on('shop/consent', result);
    await agreeAndPay(user);
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    expect(platform.openedOrders).toEqual([]);
  });

  it('is required again if the terms change', async () => {
    const { server, user, platform } = openShop(shopResponse('trial'));
    server.on('shop/getOrder', { success: true, state: 'open' });
    platform.payWith(() => {
      server.on('shop/getShop', shopResponse('renewal'));
      return { kind: 'closed' };
    });
    await agreeAndPay(user);
    expect(await screen.findByRole('button', { name: 'Возобновить подписку' })).toBeVisible();
    expect(await tick()).not.toBeChecked();
  });
});

describe('a card that already had a trial', () => {
  const fullPrice = () => ({ ...shopResponse('renewal'), firstPaymentActivated: false });

  it('is not claimed after a payment from a wallet, and a card or the full price is offered', async () => {
    const { server, user, platform } = openShop(() => json(shopResponse('trial')));
    server.on('shop/getOrder', { success: true, state: 'declined', rejection: 'cardNeeded' });
    platform.payWith(() => ({ kind: 'completed', transactionId: '1' }));
    await agreeAndPay(user);
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent(SHOP_TEXTS.cardNeeded.title);
    expect(notice).toHaveTextContent(SHOP_TEXTS.cardNeeded.text);
    expect(within(notice).getByRole('button', { name: /Показать цену/ })).toBeVisible();
  });

  it('is not claimed if the card only resembles cards that had trials', async () => {
    const { server, user, platform } = openShop(() => json(shopResponse('trial')));
    server.on('shop/getOrder', { success: true, state: 'declined', rejection: 'trialLimit' });
    platform.payWith(() => ({ kind: 'declined', reason: 'rejected' }));
    await agreeAndPay(user);
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent(SHOP_TEXTS.trialLimit.title);
    expect(notice).toHaveTextContent(SHOP_TEXTS.trialLimit.text);
    expect(within(notice).getByRole('button', { name: /Показать цену/ })).toBeVisible();
  });

  it('is explained in plain words, with the full price as a way out and a way back', async () => {
    const { server, user, platform } = openShop(({ body }: { body: { fullPrice?: boolean } }) =>
      json(body.fullPrice ? fullPrice() : shopResponse('trial')),
    );
    server.on('shop/getOrder', { success: true, state: 'declined', rejection: 'trialUsed' });
    platform.payWith(() => ({ kind: 'declined', reason: 'rejected' }));
    await agreeAndPay(user);
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent(SHOP_TEXTS.trialUsed.title);
    await user.click(
      within(notice).getByRole('button', {
        name: new RegExp(`Показать цену: ${MONTH_RUB}.₽ в месяц`),
      }),
    );
    expect(
      await screen.findByRole('button', { name: new RegExp(`Оформить за ${MONTH_RUB}.₽ в месяц`) }),
    ).toBeVisible();
    expect(spaced((await screen.findByText(/сейчас/)).textContent)).toMatch(
      new RegExp(`^${MONTH_RUB} ₽ сейчас, затем ${MONTH_RUB} ₽`),
    );
    expect(await tick()).not.toBeChecked();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: SHOP_TEXTS.backToTrial }));
    expect(await trialButton()).toBeVisible();
  });
});

it('works with a server of the same contract that supports neither orders nor consents', async () => {
  const { server, user, platform, address } = openShop({
    firstPayment: 0,
    monthlyPayment: MONTH_RUB,
    firstPaymentActivated: false,
    subscriptionStatus: 'NOT_ACTIVE',
  });
  platform.payWith(() => COMPLETED);
  const before = Date.now();
  await agreeAndPay(user);
  server.on('profile', profileResponse(0));
  await waitFor(() => expect(address()).toBe('/profile'));
  const [order] = platform.openedOrders;
  expect(order).toMatchObject({
    accountId: 'uid-1',
    kind: 'trial',
    amount: 1,
    currency: 'RUB',
    receiptEmail: EMAIL,
    recurringPayment: {
      ...{ amount: MONTH_RUB, interval: 'Month', period: 1 },
      receiptLabel: expect.stringMatching(/месяц/) as string,
    },
  });
  const days = (Date.parse(order?.recurringPayment.startDate ?? '') - before) / 86_400_000;
  expect(days).toBeCloseTo(TRIAL_DAYS, 1);
});

describe('a payment whose confirmation is late', () => {
  /** Runs the payment check until it times out, on a clock that advances by one minute at each read. */
  async function waitInVain() {
    const server = scriptedApi();
    server.on('shop/getShop', shopResponse('trial'));
    server.on('shop/getOrder', { success: true, state: 'open' });
    let now = Date.now();
    const platform = {
      ...fakePlatform({
        fetch: server.fetch,
        stored: storedVisitor(),
        storedInTab: { paymentCheck: 'order-1' },
      }),
      now: () => (now += 60_000),
    };
    const app = renderApp('/shop', { platform });
    expect(await screen.findByRole('heading', { name: 'Оплата ещё не пришла' })).toBeVisible();
    return { server, ...app };
  }

  it('promises an email and offers no second payment, not even after a reload', async () => {
    const { platform } = await waitInVain();
    expect(screen.getByText(/напишем на почту/)).toHaveTextContent(EMAIL);
    expect(screen.queryByRole('button', { name: /бесплатно/ })).not.toBeInTheDocument();
    expect(platform.sessionStorage.contents()).toEqual({ paymentCheck: 'order-1' });
  });

  it('can be checked again', async () => {
    const { server, user, address } = await waitInVain();
    server.on('shop/getOrder', { success: true, state: 'paid' });
    server.on('profile', profileResponse(0));
    await user.click(screen.getByRole('button', { name: 'Проверить ещё раз' }));
    await waitFor(() => expect(address()).toBe('/profile'));
  });

  it('can be left for the shop', async () => {
    const { user, platform } = await waitInVain();
    await user.click(screen.getByRole('button', { name: 'Вернуться к подписке' }));
    expect(await trialButton()).toBeVisible();
    expect(platform.sessionStorage.contents()).toEqual({});
  });
});

it('asks the customer to write to support if the subscription is at an account with another spelling', async () => {
  openShop({ ...shopResponse('trial'), isElsewhere: true });
  const notice = within(await screen.findByRole('alert'));
  expect(notice.getByRole('heading', { name: 'Похоже, подписка уже есть' })).toBeVisible();
  expect(notice.getByRole('link')).toBeVisible();
});
