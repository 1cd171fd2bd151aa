/**
 * Tests concurrent notifications about new subscriptions while commands are executed. No recurring payment of a new
 * subscription ends and none of its charges is refunded, whichever notification is recorded first. On PostgreSQL the
 * notifications are processed truly concurrently.
 */
import { deliverDueOutbox } from '../../../../../src/server/workers/delivery/deliverOutbox';
import { cardCustomer } from '../../../../support/cardCustomer';
import { addSeconds, MONTH_KOPECKS, TRIAL_END } from '../../../../support/offer';
import { startTestServer } from '../../../../support/server';

const CUSTOMERS = 30;

test('no recurring payment is cancelled because it is not known yet', async () => {
  const server = await startTestServer();
  const { fakeCardProvider, deps } = server;
  const customers = [];
  for (let number = 0; number < CUSTOMERS; number += 1)
    customers.push(await cardCustomer(server, `payer${number}@example.org`));
  for (const { uid, order, recurringPaymentId } of customers) {
    const startAt = new Date(order.recurringPayment.startDate);
    fakeCardProvider.recurringPayments.push({
      ...{
        id: recurringPaymentId,
        accountId: uid,
        state: 'active',
        amountKopecks: MONTH_KOPECKS,
        currency: 'RUB',
      },
      ...{ nextChargeAt: startAt, startAt, successes: 0, failures: 0 },
    });
  }
  server.clock.set(addSeconds(TRIAL_END, 10));
  await Promise.all(
    customers.flatMap((customer, number) => [
      customer.notify('pay', customer.charge(addSeconds(TRIAL_END, 5), 600_000 + number, { InvoiceId: '' })),
      customer.notify('recurrent', customer.recurrent()),
      customer.notify('pay', customer.first()),
      deliverDueOutbox(deps),
    ]),
  );
  for (let minutes = 0; minutes < 5; minutes += 1) {
    await deliverDueOutbox(deps);
    server.clock.advance(60_000);
  }
  expect(fakeCardProvider.recurringPayments.filter(({ state }) => state !== 'active')).toEqual([]);
  const refunded = fakeCardProvider.changes
    .filter(({ call }) => call === 'refund')
    .map(({ id }) => Number(id));
  expect(refunded.filter((id) => id >= 600_000)).toEqual([]);
  for (const customer of customers)
    expect(await customer.subscription()).toMatchObject({
      status: 'ACTIVE',
      totalPaidKopecks: MONTH_KOPECKS,
    });
});
