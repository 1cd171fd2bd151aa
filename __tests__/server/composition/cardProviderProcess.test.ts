/**
 * Tests that the fake card providers keep running after SIGKILL of the server, and notify the restarted server. Each fake
 * has a process of its own.
 */
import type { FakePayment } from '../../../src/server/sandbox/fakeCardProvider/fakeCardProvider';
import type { YooKassaState } from '../../../src/server/sandbox/fakeYooKassa/controls';
import type { Order } from '../../../src/shared/contract/shop';
import { CARDS } from '../../support/cardPayer';
import { cardProviderProcesses, isAlive } from '../../support/cardProviderProcesses';
import { addMonths, addSeconds, throughTrial } from '../../support/offer';
import { YOOKASSA_CARDS } from '../../support/yooKassaServer';

/** Customers, by the card provider of their order. */
const EMAILS = { cloudpayments: 'payer@example.org', yookassa: 'other@example.org' } as const;
/** Time between the last clock change and the charge. The time must exceed the duration of the test's own steps. */
const BEFORE_CHARGE = 'PT23H';
const HOUR_MS = 3_600_000;
const SKEW_MS = 5 * 60_000;

/** Timeout of the test, which starts two servers and two fake card providers, each with its own embedded database. */
jest.setTimeout(240_000);

const { start, state, control, get, post, advance, signIn, order, profile } = cardProviderProcesses();

const payments = async () => (await get('/sandbox/api/payments')) as FakePayment[];
const charges = async () => (await payments()).filter(({ role }) => role === 'recurrent');

async function subscribeAtCloudPayments(): Promise<Order> {
  const paidOrder = await order(await signIn(EMAILS.cloudpayments));
  const card = await post<{ token: string }>('/sandbox/card/widget/token', {
    number: CARDS.plain,
    expires: '12/60',
    cvv: '123',
  });
  const paid = await post('/sandbox/card/widget/pay', {
    publicTerminalId: 'pk_sandbox',
    token: card.token,
    amount: paidOrder.amount,
    currency: paidOrder.currency,
    externalId: paidOrder.id,
    accountId: paidOrder.accountId,
    email: paidOrder.receiptEmail,
    recurrent: paidOrder.recurringPayment,
  });
  expect(paid).toMatchObject({ status: 'success' });
  return paidOrder;
}

async function subscribeAtYooKassa(): Promise<void> {
  await post('/sandbox/api/newOrders', { provider: 'yookassa' });
  const token = await signIn(EMAILS.yookassa);
  const { id: orderId } = await order(token);
  const opened = await post<{ confirmationToken: string }>('/api/shop/openPayment', { orderId }, token);
  const card = { number: YOOKASSA_CARDS.plain, expires: '11/34', cvv: '123' };
  expect(
    await post('/sandbox/card/yookassa/widget/pay', { token: opened.confirmationToken, ...card }),
  ).toEqual({ status: 'paid' });
}

test('the providers charge and notify while the server is dead, and end with the restarted server', async () => {
  const first = await start();
  const { recurringPayment } = await subscribeAtCloudPayments();
  await advance(throughTrial(-1));
  await advance(BEFORE_CHARGE);
  expect(await charges()).toEqual([]);
  // YooKassa's notification is late, so the server is dead when the notification is sent for the first time.
  await post('/sandbox/api/yookassa', { skewMs: SKEW_MS, delayMs: HOUR_MS });
  await subscribeAtYooKassa();
  const pids = [(await state('cloudpayments')).pid, (await state('yookassa')).pid];
  expect(new Set(pids).size).toBe(2);
  await first.kill('SIGKILL');
  expect(pids.map(isAlive)).toEqual([true, true]);

  await control('cloudpayments', 'moveTo', addSeconds(recurringPayment.startDate, 1));
  await control('cloudpayments', 'runDueRecurringPayments');
  // The fake card provider gets no response to its Check request. Therefore it declines the charge and keeps the
  // notification about the decline for later.
  const [declinedCharge] = (await control('cloudpayments', 'listPayments')) as FakePayment[];
  expect(declinedCharge).toMatchObject({
    role: 'recurrent',
    status: 'declined',
    notifications: [
      { type: 'fail', state: 'pending' },
      { type: 'recurrent', state: 'pending' },
    ],
  });

  const dueAt = String(await control('yookassa', 'nextDueAt'));
  await control('yookassa', 'moveTo', addSeconds(dueAt, 1));
  await control('yookassa', 'runDue');
  // The fake has sent the notification, got no response, and repeats the notification after at least one minute.
  const repeatedAt = new Date(String(await control('yookassa', 'nextDueAt')));
  expect(repeatedAt.getTime()).toBeGreaterThanOrEqual(addSeconds(dueAt, 60).getTime());

  const second = await start();
  expect([(await state('cloudpayments')).pid, (await state('yookassa')).pid]).toEqual(pids);
  await advance('P2D');
  expect((await charges()).map(({ status }) => status)).toEqual(['completed', 'declined']);
  const [declined] = (await charges()).filter(({ status }) => status === 'declined');
  expect(declined?.notifications.map((notification) => notification.state)).toEqual([
    'delivered',
    'delivered',
  ]);
  expect((await profile(EMAILS.cloudpayments)).userInfo).toMatchObject({
    subscriptionStatus: 'ACTIVE',
    expirationDate: addMonths(recurringPayment.startDate, 1).toISOString(),
  });
  expect((await profile(EMAILS.yookassa)).userInfo).toMatchObject({ subscriptionStatus: 'ACTIVE' });
  const yooKassa = (await get('/sandbox/api/yookassa')) as YooKassaState;
  expect(yooKassa.settings).toMatchObject({ skewMs: SKEW_MS });
  expect(yooKassa.payments).toMatchObject([{ status: 'canceled', reason: 'canceled_by_merchant' }]);

  expect(await second.kill('SIGTERM')).toBe(0);
  for (const name of ['cloudpayments', 'yookassa'] as const)
    await expect(state(name)).rejects.toMatchObject({ code: 'ENOENT' });
});
