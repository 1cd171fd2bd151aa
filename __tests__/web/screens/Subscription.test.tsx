import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import '../../../src/web/screens/Subscription';
import { formatDateTime } from '../../../src/web/texts/dates';
import { takeConsole } from '../../support/consoleSpy';
import { EMAIL, profileAnswer, storedCustomer } from '../../support/customer';
import { fakePlatform } from '../../support/fakePlatform';
import { holdFor } from '../../support/pointer';
import { renderApp } from '../../support/renderApp';
import { lostNetwork, refusal, scriptedApi } from '../../support/scriptedApi';

// Roles are slow to tell in jsdom on a busy machine.
jest.setTimeout(30_000);

const DATE = formatDateTime('2026-11-28T12:05:00.000Z')!;

function openSubscription(answer: object = profileAnswer(0), stored = storedCustomer()) {
  const server = scriptedApi();
  server.on('profile', answer);
  const app = renderApp('/subscription', { platform: fakePlatform({ fetch: server.fetch, stored }) });
  return { ...app, server };
}

const cancelButton = () => screen.findByRole('button', { name: 'Отменить подписку', hidden: true });

describe('when ACTIVE', () => {
  it('shows amount, currency and date of the next charge, and what cancelling means', async () => {
    openSubscription(profileAnswer(0, { cardMask: '•••• 4242' }));
    expect(await screen.findByText('Следующее списание')).toBeVisible();
    expect(screen.getByText('449 ₽')).toBeVisible();
    expect(screen.getByText(DATE)).toBeVisible();
    expect(screen.getByText('•••• 4242')).toBeVisible();
    expect(
      screen.getByText(`Если отменить, деньги больше не спишутся, а доступ останется до ${DATE}.`),
    ).toBeVisible();
    expect(await cancelButton()).toHaveAccessibleDescription('* удерживай кнопку чтобы выполнить');
    expect(screen.queryByText('Подписка отменена')).not.toBeInTheDocument();
  });

  it('names another currency', async () => {
    openSubscription(profileAnswer(0, { amount: 5.5, currency: 'USD' }));
    expect(await screen.findByText('5,50 USD')).toBeVisible();
  });

  it('cancels after 2 s and not after less', async () => {
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

  it('cancels by assistive technology after a question that says what it means', async () => {
    const { server, user, address } = openSubscription();
    server.on('subscriptions/cancel', { success: true, userInfo: { subscriptionIsActive: true } });
    fireEvent.click(await cancelButton(), { detail: 0 });
    const dialog = await screen.findByRole('dialog', { name: 'Отменить подписку?' });
    expect(dialog).toHaveAccessibleDescription(new RegExp(`доступ останется до ${DATE}`));
    await user.click(within(dialog).getByRole('button', { name: 'Отменить подписку' }));
    await waitFor(() => expect(address()).toBe('/profile'));
  });

  it.each<[string, object, string]>([
    ['cancelled and still active', { success: true, userInfo: { subscriptionIsActive: true } }, '/profile'],
    ['cancelled and over', { success: true, userInfo: { subscriptionIsActive: false } }, '/shop'],
    ['not successful', { success: false }, '/profile'],
    ['a call error', () => refusal(500), '/'],
  ])('%s leads on', async (_what, answer, path) => {
    takeConsole();
    const { server, address } = openSubscription();
    server.on('subscriptions/cancel', answer);
    holdFor(await cancelButton(), 2000);
    await waitFor(() => expect(address()).toBe(path));
  });
});

describe('otherwise', () => {
  it.each(['CANCELED', 'GIFTED'])(
    '%s says «Подписка отменена» and how long the access lasts',
    async (status) => {
      openSubscription(profileAnswer(0, { subscriptionStatus: status }));
      expect(await screen.findByRole('heading', { name: 'Подписка отменена' })).toBeVisible();
      expect(screen.getByText(`Доступ останется до ${DATE}. Деньги больше не спишутся.`)).toBeVisible();
      expect(screen.queryByRole('button', { name: 'Отменить подписку' })).not.toBeInTheDocument();
      expect(screen.queryByRole('link', { name: 'Возобновить подписку' })).not.toBeInTheDocument();
    },
  );

  it.each(['EXPIRED', 'NOT_ACTIVE', 'SOMETHING'])(
    '%s without access says so and offers to begin again',
    async (subscriptionStatus) => {
      openSubscription(
        profileAnswer(0, { subscriptionStatus, subscriptionIsActive: false, expirationDate: null }),
      );
      expect(await screen.findByRole('heading', { name: 'Подписка отменена' })).toBeVisible();
      expect(screen.getByText('Доступ закончился, деньги больше не спишутся.')).toBeVisible();
      expect(screen.getByRole('link', { name: 'Возобновить подписку' })).toHaveAttribute('href', '/shop');
    },
  );
});

it.each<[string, object]>([
  ['ACTIVE', profileAnswer(0)],
  ['CANCELED', profileAnswer(0, { subscriptionStatus: 'CANCELED' })],
  ['loading', () => new Promise<Response>(() => undefined)],
])('offers the way back to the profile when %s', async (_state, answer) => {
  const { user, address } = openSubscription(answer);
  await user.click(await screen.findByRole('link', { name: 'Вернуться в личный кабинет' }));
  await waitFor(() => expect(address()).toBe('/profile'));
});

it('says so when the state cannot be fetched, and tries again', async () => {
  takeConsole();
  const { server, user } = openSubscription(lostNetwork);
  const notice = await screen.findByRole('alert', {}, { timeout: 10_000 });
  expect(notice).toHaveTextContent('Не получилось узнать состояние подписки');
  expect(screen.queryByText('Подписка отменена')).not.toBeInTheDocument();
  server.on('profile', profileAnswer(0));
  await user.click(within(notice).getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByText('449 ₽')).toBeVisible();
});
