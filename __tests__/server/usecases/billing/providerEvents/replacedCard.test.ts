/**
 * Tests «Обновление карты»: a customer enters another card for the recurring payment at the card provider, which charges
 * the new card at once.
 */
import { cancelSubscription } from '../../../../../src/server/usecases/billing/subscriptions/cancelSubscription';
import { type CardCustomer, cardCustomer } from '../../../../support/cardCustomer';
import { CHECK } from '../../../../support/notificationExamples';
import { addMonths } from '../../../../support/offer';
import { startTestServer, type TestServer } from '../../../../support/server';

const CHARGE = 611_777;
const NEW_CARD = { CardLastFour: '0077', Token: 'tk_replaced' };

let server: TestServer;
let customer: CardCustomer;

beforeEach(async () => {
  server = await startTestServer();
  customer = await cardCustomer(server, 'payer@example.org');
  await customer.subscribe();
});

const now = () => server.clock.now();
const ask = (changes: object) =>
  customer.notify('check', { ...customer.charge(now(), CHARGE), Status: CHECK.Status, ...changes });

test('pays the next month long before it is due, and the charge moves by one month', async () => {
  expect(await ask(NEW_CARD)).toBe(0);
  expect(await customer.notify('pay', customer.charge(now(), CHARGE, NEW_CARD))).toBe(0);
  expect(await customer.subscription()).toMatchObject({
    status: 'ACTIVE',
    cardMask: '•••• 0077',
    expirationDate: addMonths(new Date(customer.order.recurringPayment.startDate), 1),
  });
});

test('with another amount is rejected, and so is an early charge of the known card', async () => {
  expect(await ask({ ...NEW_CARD, Amount: '1.00' })).toBe(12);
  expect(await ask({})).toBe(13);
});

test('is rejected once the subscription is cancelled', async () => {
  await cancelSubscription(server.deps, { accountId: customer.id });
  expect(await ask(NEW_CARD)).toBe(13);
});
