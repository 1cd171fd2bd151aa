/** Tests how the server finds the recurring payment of an order at the card provider. */
import { ProviderNotReady, ProviderUnavailable } from '../../../../../src/server/ports/cardProvider';
import { linkRecurringPayment, listOrders } from '../../../../../src/server/store/orders';
import { findRecurringPayment } from '../../../../../src/server/usecases/billing/recurringPayments/recurringPaymentOfOrder';
import { deliverDueOutbox } from '../../../../../src/server/workers/delivery/deliverOutbox';
import { type CardCustomer, cardCustomer } from '../../../../support/cardCustomer';
import { addDays, addSeconds } from '../../../../support/offer';
import { PROVIDER } from '../../../../support/paymentEvents';
import { startTestServer, type TestServer } from '../../../../support/server';

let server: TestServer;
let customer: CardCustomer;
let paidAt: Date;

/** Sets up a customer who has paid an order whose recurring payment the card provider does not list yet. */
beforeEach(async () => {
  server = await startTestServer();
  customer = await cardCustomer(server, 'payer@example.org');
  await customer.notify('check', customer.first());
  await customer.notify('pay', customer.first());
  await deliverDueOutbox(server.deps);
  const [order] = await listOrders(server.db, customer.id);
  if (!order?.paidAt) throw new Error('the order is not paid');
  ({ paidAt } = order);
});

const find = (orderId = customer.order.id) =>
  findRecurringPayment(
    { ...server.deps, cardProvider: server.fakeCardProvider },
    { accountId: customer.id, provider: PROVIDER, orderId },
  );

const link = () =>
  linkRecurringPayment(server.db, customer.order.id, {
    provider: PROVIDER,
    recurringPaymentId: customer.recurringPaymentId,
  });

test('a recurring payment that is not listed is awaited until one day after the payment', async () => {
  server.clock.set(addSeconds(addDays(paidAt, 1), -1));
  await expect(find()).rejects.toThrow(ProviderNotReady);
  server.clock.set(addDays(paidAt, 1));
  expect(await find()).toBeNull();
});

test('a recurring payment whose id is known is read without the list', async () => {
  server.fakeCardProvider.recurringPayments.push(customer.recurringPayment());
  await link();
  server.fakeCardProvider.findRecurringPayments = () =>
    Promise.reject(new ProviderUnavailable('subscriptions/find: The service is busy'));
  expect(await find()).toMatchObject({ id: customer.recurringPaymentId });
});

test('an order that does not exist has no recurring payment', async () => {
  expect(await find('no-such-order')).toBeNull();
});
