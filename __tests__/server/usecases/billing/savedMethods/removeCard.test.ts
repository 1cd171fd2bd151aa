/** Tests that a removed card is never charged again, whatever notification arrives (Federal Law 376-FZ). */
import { emailIdentity, openAccount } from '../../../../../src/server/usecases/accounts/accounts';
import { createCustomerSession } from '../../../../../src/server/usecases/accounts/sessions';
import { deliverDueOutbox } from '../../../../../src/server/workers/delivery/deliverOutbox';
import type { Order } from '../../../../../src/shared/contract/shop';
import { stamp } from '../../../../support/cardCustomer';
import { agreeTo } from '../../../../support/consent';
import { CHECK, PAY, RECURRENT } from '../../../../support/notificationExamples';
import {
  addDays,
  addMonths,
  addSeconds,
  MONTH_IN_FORM,
  MONTH_KOPECKS,
  MONTH_RUB,
  TRIAL_END,
} from '../../../../support/offer';
import { payOrder } from '../../../../support/payments';
import { startTestServer, type TestServer } from '../../../../support/server';

const CHARGED_AT = addSeconds(TRIAL_END, 5);

let server: TestServer;
let token: string;
let order: Order;

async function shop(): Promise<Order> {
  const { body } = await server.call('getShop', { token });
  if (!body.order) throw new Error('there is no order');
  await agreeTo(server.db, body.order.id);
  return body.order;
}

beforeEach(async () => {
  server = await startTestServer();
  const { deps } = server;
  const { id } = await openAccount(deps.db, deps, emailIdentity('payer@example.org'));
  token = await createCustomerSession(deps.db, deps, id);
  order = await shop();
  await payOrder(server, order);
  await reportRecurringPayment('Active', order.recurringPayment.startDate);
});

afterEach(() => deliverDueOutbox(server.deps));

const reportRecurringPayment = (state: string, next: Date | string, counts: Record<string, string> = {}) =>
  server.fakeCardProvider.notify('recurrent', {
    ...RECURRENT,
    AccountId: order.accountId,
    Status: state,
    StartDate: stamp(order.recurringPayment.startDate),
    NextTransactionDate: stamp(next),
    ...counts,
  });

const charge = (transactionId: string, at: Date) => ({
  ...PAY,
  TransactionId: transactionId,
  InvoiceId: order.id,
  AccountId: order.accountId,
  SubscriptionId: RECURRENT.Id,
  Amount: MONTH_IN_FORM,
  DateTime: stamp(at),
});

const remove = () => server.call('removeCard', { token, body: {} });
const userInfo = async () => (await server.call('getProfile', { token, body: {} })).body.userInfo;
const payments = async () => (await server.call('listPayments', { token, body: {} })).body.payments ?? [];

test('ends the recurring payment here and at the provider, deletes the card and keeps the paid access', async () => {
  server.fakeCardProvider.recurringPayments = [
    {
      id: RECURRENT.Id,
      accountId: order.accountId,
      state: 'active',
      amountKopecks: MONTH_KOPECKS,
      currency: 'RUB',
      nextChargeAt: new Date(order.recurringPayment.startDate),
      startAt: new Date(order.recurringPayment.startDate),
      successes: 0,
      failures: 0,
    },
  ];
  expect(await userInfo()).toMatchObject({ subscriptionStatus: 'ACTIVE', cardMask: '•••• 4242' });
  expect((await remove()).body).toEqual({ success: true, userInfo: { subscriptionIsActive: true } });
  expect(await userInfo()).toMatchObject({
    subscriptionStatus: 'CANCELED',
    subscriptionIsActive: true,
    expirationDate: order.recurringPayment.startDate,
    cardMask: null,
  });
  await deliverDueOutbox(server.deps);
  expect(server.fakeCardProvider.changes).toContainEqual(
    expect.objectContaining({ call: 'cancel', id: RECURRENT.Id }),
  );
});

test('a charge that is attempted anyway is rejected at its Check, and refunded if it was made', async () => {
  await remove();
  server.clock.set(addSeconds(TRIAL_END, 10));
  const fields = charge('600001', CHARGED_AT);
  const check = await server.fakeCardProvider.notify('check', { ...fields, ...{ Status: CHECK.Status } });
  expect(await check.json()).toEqual({ code: 13 });
  await server.fakeCardProvider.notify('pay', fields);
  expect(await userInfo()).toMatchObject({ subscriptionStatus: 'EXPIRED', cardMask: null });
  await deliverDueOutbox(server.deps);
  expect(server.fakeCardProvider.changes).toContainEqual(
    expect.objectContaining({ call: 'refund', id: '600001' }),
  );
});

test('a later provider report about the recurring payment does not reactivate it', async () => {
  await reportRecurringPayment('Rejected', order.recurringPayment.startDate, {
    FailedTransactionsNumber: '3',
  });
  await remove();
  await reportRecurringPayment('Active', addMonths(TRIAL_END, 1), { SuccessfulTransactionsNumber: '1' });
  await server.fakeCardProvider.notify('pay', charge('600002', CHARGED_AT));
  expect((await userInfo())?.subscriptionStatus).not.toBe('ACTIVE');
  await deliverDueOutbox(server.deps);
  expect(server.fakeCardProvider.changes).toContainEqual(
    expect.objectContaining({ call: 'refund', id: '600002' }),
  );
});

test('a repeated removal changes nothing, and neither does a removal without a card', async () => {
  await remove();
  const before = await userInfo();
  expect((await remove()).body.success).toBe(true);
  expect(await userInfo()).toEqual(before);
});

test('a new payment restores a card, and the remaining days are kept', async () => {
  await remove();
  server.clock.set('2026-11-21T09:05:00Z');
  const again = await shop();
  expect(again).toMatchObject({ kind: 'renewal', amount: MONTH_RUB });
  // Access consists of the remaining days of the trial, followed by the month that is paid now.
  expect(again.recurringPayment.startDate.slice(0, 10)).toBe(
    addMonths(TRIAL_END, 1).toISOString().slice(0, 10),
  );
  await payOrder(server, again);
  expect(await userInfo()).toMatchObject({
    subscriptionStatus: 'ACTIVE',
    expirationDate: again.recurringPayment.startDate,
    cardMask: '•••• 4242',
  });
});

test.each([
  ['a withdrawal', remove],
  ['a cancel', () => server.call('cancelSubscription', { token, body: { email: 'payer@example.org' } })],
])('an order that is opened and paid in the same second as %s counts as later', async (_what, end) => {
  await deliverDueOutbox(server.deps);
  const earlier = server.fakeCardProvider.changes.length;
  server.clock.set('2026-11-21T09:05:00.200Z');
  await end();
  server.clock.set('2026-11-21T09:05:00.300Z');
  const again = await shop();
  server.clock.set('2026-11-21T09:05:00.900Z');
  // The card provider reports the payment time without milliseconds.
  await payOrder(server, again);
  expect(await userInfo()).toMatchObject({
    subscriptionStatus: 'ACTIVE',
    expirationDate: again.recurringPayment.startDate,
    cardMask: '•••• 4242',
  });
  await deliverDueOutbox(server.deps);
  expect(server.fakeCardProvider.changes.slice(earlier).filter(({ call }) => call === 'refund')).toEqual([]);
});

test('the history lists each payment with its outcome', async () => {
  await deliverDueOutbox(server.deps);
  server.clock.set(addSeconds(TRIAL_END, 10));
  await server.fakeCardProvider.notify('pay', charge('600001', CHARGED_AT));
  const { SubscriptionId, ...failed } = { ...charge('600002', addDays(CHARGED_AT, 7)), ReasonCode: '5051' };
  server.clock.set(addSeconds(addDays(CHARGED_AT, 7), 5));
  await server.fakeCardProvider.notify('fail', { ...failed, SubscriptionId, Reason: 'InsufficientFunds' });
  expect(await payments()).toMatchObject([
    { id: '600002', purpose: 'month', state: 'declined', amount: MONTH_RUB, declineReason: 'noMoney' },
    { id: '600001', purpose: 'month', state: 'paid', amount: MONTH_RUB, cardMask: '•••• 4242' },
    { purpose: 'trial', state: 'returned', amount: 1 },
  ]);
});

test("a customer cannot read another customer's payments", async () => {
  const { deps } = server;
  const { id } = await openAccount(deps.db, deps, emailIdentity('other@example.org'));
  const other = await createCustomerSession(deps.db, deps, id);
  expect((await server.call('listPayments', { token: other, body: {} })).body).toEqual({
    success: true,
    payments: [],
  });
});
