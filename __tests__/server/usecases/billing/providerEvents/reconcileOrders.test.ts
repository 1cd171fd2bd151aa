/** Tests the reconciler, which queries the card provider for events that no notification has reported. */
import { ProviderUnavailable } from '../../../../../src/server/ports/cardProvider';
import { reconcileOrders } from '../../../../../src/server/usecases/billing/providerEvents/reconcileOrders';
import { cancelSubscription } from '../../../../../src/server/usecases/billing/subscriptions/cancelSubscription';
import { grantGiftMonths } from '../../../../../src/server/usecases/billing/subscriptions/grantGiftMonths';
import { deliverDueOutbox } from '../../../../../src/server/workers/delivery/deliverOutbox';
import { updateLapsedStatuses } from '../../../../../src/server/workers/jobs/updateLapsedStatuses';
import { type CardCustomer, cardCustomer, stamp } from '../../../../support/cardCustomer';
import {
  addDays,
  addMonths,
  addSeconds,
  MONTH_KOPECKS,
  TRIAL_DAYS,
  TRIAL_END,
} from '../../../../support/offer';
import { runAlone } from '../../../../support/runAlone';
import { startTestServer, type TestServer } from '../../../../support/server';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let server: TestServer;
let customer: CardCustomer;

const CHARGED_AT = addSeconds(TRIAL_END, 5);
const NEXT_CHARGE = addMonths(TRIAL_END, 1);

/** Sends only the Recurrent notification of the first charge. The Pay notification of the first charge is lost. */
async function chargeWithoutPay(): Promise<void> {
  server.clock.set(addSeconds(TRIAL_END, 10));
  server.fakeCardProvider.payments.push(customer.told(CHARGED_AT, 600_001));
  await customer.notify(
    'recurrent',
    customer.recurrent({ SuccessfulTransactionsNumber: 1, NextTransactionDate: stamp(NEXT_CHARGE) }),
  );
}

beforeEach(async () => {
  server = await startTestServer();
  customer = await cardCustomer(server, 'payer@example.org');
});

afterEach(() => deliverDueOutbox(server.deps));

describe('a charge whose Pay notification was lost and whose Recurrent notification arrived', () => {
  beforeEach(async () => {
    await customer.subscribe();
    await chargeWithoutPay();
  });

  test('is found', async () => {
    server.clock.advance(16 * 60_000);
    await runAlone(reconcileOrders, server.deps);
    expect(await customer.subscription()).toMatchObject({
      status: 'ACTIVE',
      totalPaidKopecks: MONTH_KOPECKS,
      expirationDate: NEXT_CHARGE,
    });
    await cancelSubscription(server.deps, { accountId: customer.id });
    server.clock.set(addSeconds(NEXT_CHARGE, -1));
    expect(await customer.subscription()).toMatchObject({ status: 'CANCELED', isActive: true });
  });

  test('is found even if a gift has moved the date since', async () => {
    const { deps } = server;
    server.clock.advance(2 * 60_000);
    await deps.db.transaction((tx) =>
      grantGiftMonths(tx, deps, { accountId: customer.id, months: 1, giftId: 1, at: deps.clock.now() }),
    );
    server.clock.advance(20 * 60_000);
    await runAlone(reconcileOrders, deps);
    expect(await customer.subscription()).toMatchObject({
      status: 'ACTIVE',
      totalPaidKopecks: MONTH_KOPECKS,
      expirationDate: addMonths(TRIAL_END, 2),
    });
  });

  test('is found even if the customer has cancelled since', async () => {
    server.clock.advance(60_000);
    await cancelSubscription(server.deps, { accountId: customer.id });
    // The cancellation is sent to the card provider at once, long before the reconciler runs.
    await deliverDueOutbox(server.deps);
    server.clock.advance(20 * 60_000);
    await runAlone(reconcileOrders, server.deps);
    expect(await customer.subscription()).toMatchObject({
      status: 'CANCELED',
      isActive: true,
      totalPaidKopecks: MONTH_KOPECKS,
      expirationDate: NEXT_CHARGE,
    });
  });

  test('is found if the provider was unavailable for a week', async () => {
    for (let hour = 0; hour < 7 * 24; hour += 12) {
      server.clock.advance(12 * HOUR);
      server.fakeCardProvider.failNextWith(new ProviderUnavailable('payments/list: HTTP 502'));
      await runAlone(reconcileOrders, server.deps);
      await updateLapsedStatuses(server.deps);
    }
    server.clock.advance(12 * HOUR);
    await runAlone(reconcileOrders, server.deps);
    expect(await customer.subscription()).toMatchObject({
      status: 'ACTIVE',
      totalPaidKopecks: MONTH_KOPECKS,
    });
  });
});

test('a charge made just after midnight is found within the hour', async () => {
  const start = '2026-11-20T23:59:30Z';
  server = await startTestServer({ start });
  customer = await cardCustomer(server, 'payer@example.org');
  await customer.subscribe();
  const firstCharge = addDays(start, TRIAL_DAYS);
  server.fakeCardProvider.payments.push(customer.told(addSeconds(firstCharge, 210), 600_001));
  server.clock.set(addSeconds(firstCharge, 1830));
  await runAlone(reconcileOrders, server.deps);
  expect(await customer.subscription()).toMatchObject({ totalPaidKopecks: MONTH_KOPECKS });
});

test('an account with an invalid provider response does not prevent queries about other accounts', async () => {
  const other = await cardCustomer(server, 'other@example.org');
  await customer.subscribe();
  await other.subscribe();
  server.fakeCardProvider.payments.push(customer.told(CHARGED_AT, 600_001), other.told(CHARGED_AT, 600_002));
  const find = server.fakeCardProvider.findRecurringPayments.bind(server.fakeCardProvider);
  server.fakeCardProvider.findRecurringPayments = (payerId) =>
    payerId === customer.uid
      ? Promise.reject(new ProviderUnavailable('subscriptions/find: not readable: 0.Status'))
      : find(payerId);
  server.clock.set(addSeconds(TRIAL_END, 16 * 60));
  await runAlone(reconcileOrders, server.deps);
  expect(await other.subscription()).toMatchObject({ totalPaidKopecks: MONTH_KOPECKS });
  expect(await customer.subscription()).toMatchObject({ totalPaidKopecks: MONTH_KOPECKS });
});

test('an order does not expire before the provider has responded about it', async () => {
  await customer.notify('check', customer.first());
  server.fakeCardProvider.payments.push({
    ...customer.told('2026-11-21T09:00:30Z', 500_900),
    amountKopecks: 100,
    recurringPaymentId: null,
  });
  for (let hours = 0; hours < 40; hours += 8) {
    server.clock.advance(8 * HOUR);
    server.fakeCardProvider.failNextWith(new ProviderUnavailable('payments/find: HTTP 503'));
    await runAlone(reconcileOrders, server.deps);
  }
  server.clock.advance(7 * HOUR);
  await runAlone(reconcileOrders, server.deps);
  expect(await customer.subscription()).toMatchObject({ status: 'ACTIVE' });
});

test("a void found by a query counts even if our clock is behind the provider's clock", async () => {
  await customer.notify('check', customer.first());
  server.fakeCardProvider.payments.push({
    ...customer.told('2026-11-21T09:02:00Z', 500_901),
    amountKopecks: 100,
    recurringPaymentId: null,
    state: 'cancelled',
  });
  server.clock.advance(6000);
  await runAlone(reconcileOrders, server.deps);
  await deliverDueOutbox(server.deps);
  expect(server.fakeCardProvider.changes.filter(({ call }) => call === 'void')).toEqual([]);
});

test('an account whose charges are all known is not queried', async () => {
  await customer.subscribe();
  const asked: string[] = [];
  const list = server.fakeCardProvider.listPaymentsOfDay.bind(server.fakeCardProvider);
  server.fakeCardProvider.listPaymentsOfDay = (day) => {
    asked.push(day.toISOString());
    return list(day);
  };
  server.clock.advance((TRIAL_DAYS - 1) * DAY);
  await runAlone(reconcileOrders, server.deps);
  await cancelSubscription(server.deps, { accountId: customer.id });
  server.clock.advance(30 * DAY);
  await runAlone(reconcileOrders, server.deps);
  expect(asked).toEqual([]);
});
