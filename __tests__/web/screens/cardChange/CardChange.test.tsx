/**
 * Tests the page on which a customer changes the card: terms and consent, each outcome of the payment, and states in
 * which no change of card is offered.
 */
import '../../../../src/web/screens/cardChange/CardChange';
import '../../../../src/web/screens/subscription/Subscription';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { takeConsole } from '../../../support/consoleSpy';
import { profileResponse, storedCustomer } from '../../../support/customer';
import { fakePlatform } from '../../../support/fakePlatform';
import { MONTH_RUB } from '../../../support/offer';
import { renderApp } from '../../../support/renderApp';
import { rejection, type Script, scriptedApi } from '../../../support/scriptedApi';

const order = (kind: 'cardChange' | 'cardChangeMonth') => ({
  id: 'o-2',
  accountId: 'uid-1',
  kind,
  amount: kind === 'cardChange' ? 1 : MONTH_RUB,
  currency: 'RUB',
  description: 'new card',
  recurringPayment: {
    amount: MONTH_RUB,
    interval: 'Month',
    period: 1,
    startDate: '2026-12-28T12:05:02.000Z',
  },
});

const offered = (kind: 'cardChange' | 'cardChangeMonth' = 'cardChange') => ({
  success: true,
  state: 'offered',
  order: order(kind),
  dueAt: '2026-11-28T12:05:00.000Z',
  cardMask: '•••• 4242',
});

function open(change: object | Script, { stored = storedCustomer(), storedInTab = {} } = {}) {
  const server = scriptedApi();
  server.on('profile', profileResponse(0, { cardMask: '•••• 5555' }));
  server.on('subscriptions/payments', { success: true, payments: [] });
  server.on('subscriptions/cardChange', change);
  server.on('shop/consent', { success: true });
  const platform = fakePlatform({ fetch: server.fetch, stored, storedInTab });
  return { server, ...renderApp('/account/card', { platform }) };
}

const words = () => document.body.textContent.replaceAll('\u00a0', ' ');
const agree = async (user: UserEvent) =>
  user.click(await screen.findByRole('checkbox', { name: /Соглашаюсь/ }));

it('states the 1 ruble payment, the amount and the date of the next charge, and asks for the consent before the card', async () => {
  const { user, server, platform } = open(offered());
  expect(await screen.findByText(/1\s₽ сейчас \(вернём\), затем 449\s₽ каждый месяц с/)).toBeVisible();
  expect(words()).toContain('28 декабря 2026');
  expect(words()).toContain('продлевается с карты •••• 4242');
  await user.click(screen.getByRole('button', { name: 'Ввести новую карту' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Поставь галочку');
  expect(platform.openedOrders).toEqual([]);
  platform.payWith(() => ({ kind: 'completed', transactionId: '1' }));
  server.on('shop/getOrder', { success: true, state: 'paid' });
  await agree(user);
  await user.click(screen.getByRole('button', { name: 'Ввести новую карту' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Карта изменена' })).toBeVisible();
  expect(await screen.findByText('•••• 5555')).toBeVisible();
  const details = (await screen.findAllByRole('definition')).map(({ textContent }) => textContent);
  expect(details).toEqual(['•••• 5555', '449\u00a0₽', expect.stringContaining('28.11.26')]);
  expect(platform.openedOrders.map(({ kind, amount }) => [kind, amount])).toEqual([['cardChange', 1]]);
  expect(platform.sessionStorage.contents()).toEqual({});
});

it('states that the month of the failed charge is paid', async () => {
  open(offered('cardChangeMonth'));
  expect(await screen.findByText(/449\s₽ сейчас, затем 449\s₽ каждый месяц с/)).toBeVisible();
  expect(words()).toContain('Новая карта оплатит этот месяц');
});

it('shows why the bank declined the new card, and offers another attempt', async () => {
  const { user, server, platform } = open(offered());
  platform.payWith(() => ({ kind: 'declined', reason: 'noMoney' }));
  server.on('shop/getOrder', { success: true, state: 'declined', declineReason: 'noMoney' });
  await agree(user);
  await user.click(screen.getByRole('button', { name: 'Ввести новую карту' }));
  expect(await screen.findByText('Оплата не прошла')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Ввести новую карту' })).toBeEnabled();
});

it('says that only a card can replace the present one after a payment from a wallet', async () => {
  const { user, server, platform } = open(offered());
  platform.payWith(() => ({ kind: 'completed', transactionId: '1' }));
  server.on('shop/getOrder', { success: true, state: 'declined', rejection: 'cardNeeded' });
  await agree(user);
  await user.click(screen.getByRole('button', { name: 'Ввести новую карту' }));
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent('Здесь нужна банковская карта');
  expect(notice).toHaveTextContent('а подписка продлится, как раньше');
  expect(await screen.findByRole('button', { name: 'Ввести новую карту' })).toBeEnabled();
});

it('continues the check of the payment after a reload', async () => {
  const { server } = open(offered(), { storedInTab: { cardChangeCheck: 'o-2' } });
  server.on('shop/getOrder', { success: true, state: 'paid' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Карта изменена' })).toBeVisible();
});

it('shows that the money is refunded if the renewal was cancelled meanwhile', async () => {
  const { server } = open(offered(), { storedInTab: { cardChangeCheck: 'o-2' } });
  server.on('profile', profileResponse(0, { subscriptionStatus: 'CANCELED' }));
  server.on('shop/getOrder', { success: true, state: 'paid' });
  expect(await screen.findByText(/Деньги вернём/)).toBeVisible();
});

it.each([
  [{ success: true, state: 'chargeDue' }, 'Сейчас проходит списание'],
  [{ success: true, state: 'tooFar', from: '2027-02-01T09:00:00.000Z' }, 'Поменять карту можно будет с'],
  [{ success: true, state: 'noRenewal' }, 'менять карту не нужно'],
  [{ success: true, state: 'of a newer server' }, 'Напиши в поддержку'],
])('explains %j', async (change, text) => {
  open(change);
  expect(await screen.findByText(new RegExp(text))).toBeVisible();
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
});

it('leads to support if the server does not support this endpoint', async () => {
  takeConsole();
  open(() => rejection(404));
  expect(await screen.findByText(/Поменять карту здесь пока нельзя/)).toBeVisible();
});

it('is linked beside the card on /subscription while the subscription renews', async () => {
  const server = scriptedApi();
  server.on('profile', profileResponse(0, { cardMask: '•••• 4242' }));
  server.on('subscriptions/payments', { success: true, payments: [] });
  renderApp('/subscription', { platform: fakePlatform({ fetch: server.fetch, stored: storedCustomer() }) });
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Поменять карту' })).toHaveAttribute('href', '/account/card'),
  );
});
